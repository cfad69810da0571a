// The contract of Stepper::Step, for every registered stepper.
#include <gtest/gtest.h>

#include <cstring>

#include "slipstick/core/error.h"
#include "support/contact_worlds.h"
#include "support/every_stepper.h"
#include "support/numbers.h"

namespace slipstick::steppers {

using namespace support;
namespace {

using Eigen::VectorXd;

bool SameBits(const VectorXd& a, const VectorXd& b) {
  return a.size() == b.size() &&
         (a.size() == 0 || std::memcmp(a.data(), b.data(), sizeof(double) * a.size()) == 0);
}
bool SameBits(const State& a, const State& b) {
  if (a.t != b.t || !SameBits(a.q, b.q) || !SameBits(a.v, b.v) || !SameBits(a.q_held, b.q_held)) return false;
  if (a.contacts.size() != b.contacts.size()) return false;
  for (size_t i = 0; i < a.contacts.size(); ++i) {
    const ContactMemory &x = a.contacts[i], &y = b.contacts[i];
    if (x.id != y.id || x.slipping != y.slipping || x.rest_depth != y.rest_depth || x.p_A.x != y.p_A.x ||
        x.p_A.y != y.p_A.y || x.p_A.z != y.p_A.z || x.p_B.x != y.p_B.x || x.p_B.y != y.p_B.y ||
        x.p_B.z != y.p_B.z || x.force.x != y.force.x || x.force.y != y.force.y || x.force.z != y.force.z)
      return false;
  }
  return true;
}

class StepContract : public testing::TestWithParam<Method> {
 protected:
  double Safe() const { return GetParam().h(); }
};

/// A box on a box on the ground.
World TwoBoxes() {
  const Eigen::Vector3d size{0.1, 0.1, 0.1};
  ModelBuilder builder("boxes");
  for (const int i : {0, 1}) {
    const std::string name = "box" + std::to_string(i);
    const int body = builder.Add(name, Inertia::Box(1.0, size),
                                 model::Floating(name + "_free").At(Pose::At(0, 0, 0.05 + 0.1 * i)));
    builder.AddCollision(name, body, {}, model::BoxGeometry{size});
  }
  return OnGround(builder.Build(), {});
}

/// A robot that slides over the ground: contacts stick, slip and open.
State Skidding(const World& world) {
  State state = SoloStanding(world);
  state.q(2) -= 1e-4;
  state.v(0) = 0.8;
  state.v(5) = 0.5;
  return state;
}

// Once with contact memory only, once also with memory of dry joint friction.
TEST_P(StepContract, ResultsDependOnTheStateOnly) {
  for (const double joint_friction : {0.0, 0.02}) {
    const World world = SoloOnPoints({}, joint_friction);
    const double h = 0.5 * Safe();
    auto stepper = GetParam().Make(world), other = GetParam().Make(world);
    State state = Skidding(world);
    const VectorXd held = state.q_held;
    const Actuation actuation = HoldJoints(world, state, 10.0, 0.1);
    const StepReport last = Advance(*stepper, actuation, h, 40 * h, state);
    // events=none treats sliding feet as sticking; it may predict a pull, which the cone projection removes.
    // mdp bounds forces by the depth at the start, so that its contacts may be open.
    if (!GetParam().Has("events", "none") && GetParam().stepper != "mdp") {
      EXPECT_TRUE(std::any_of(last.contacts.begin(), last.contacts.end(), [](const ContactReport& contact) {
        return contact.mode == ContactMode::kSlip;
      }));
    }
    EXPECT_EQ(state.q_held != held, joint_friction > 0.0) << "joints have slipped";
    State saved = state;  // while contacts slip
    Advance(*stepper, actuation, h, 40 * h, state);
    Advance(*other, actuation, h, 40 * h, saved);
    EXPECT_TRUE(SameBits(state, saved)) << "with dry friction of " << joint_friction << " N m";
  }
}

// Controllers read contact forces from the state, for any stepper.
TEST_P(StepContract, StateHoldsTheContactForces) {
  const double mass = 2.0;
  const World world = OnGround(BlockModel(mass, {0.2, 0.2, 0.1}), {});
  auto stepper = GetParam().Make(world);
  Eigen::VectorXd q = world.model().neutral();
  q(2) = 0.05;
  State state = world.StateAt(q);
  const StepReport last = Advance(*stepper, Actuation(world.model()), Safe(), 0.3, state);
  double load = 0.0, reported = 0.0;
  for (const ContactMemory& contact : state.contacts) load += contact.force.z;
  for (const ContactReport& contact : last.contacts) reported += contact.force.z;
  EXPECT_GT(load, 0.0);
  EXPECT_NEAR(load, reported,
              1e-3 * mass * kGravity);  // stages of a step differ by the residual motion
}

TEST_P(StepContract, NonFiniteTorqueIsAStatusAndKeepsTheState) {
  const World world = SoloOnPoints();
  auto stepper = GetParam().Make(world);
  State state = Skidding(world);
  const State before = state;
  Actuation actuation(world.model());
  actuation.tau(7) = std::nan("");
  EXPECT_EQ(stepper->Step(actuation, 1e-3, state).status, StepStatus::kBadActuation);
  EXPECT_TRUE(SameBits(state, before));
}

// Three shapes: contact detection tests four at a time. Such loads make trial positions non-finite.
TEST_P(StepContract, HugeLoadsOnABoxUnderABoxAreAStatus) {
  const World world = TwoBoxes();
  for (const double load : {1e8, 1e150, 1e160})
    for (const bool is_moment : {false, true}) {
      auto stepper = GetParam().Make(world);
      State state = world.StateAt(world.model().neutral());
      Actuation actuation(world.model());
      actuation.tau.segment(is_moment ? 3 : 0, 2).setConstant(load);
      StepStatus status = StepStatus::kOk;
      for (int i = 0; i < 5 && contact::Advanced(status); ++i)
        status = stepper->Step(actuation, 5e-3, state).status;
      EXPECT_TRUE(state.q.allFinite() && state.v.allFinite()) << load;
    }
}

TEST_P(StepContract, DivergenceIsAStatusAndTheStateStaysFinite) {
  const World world = SoloOnPoints();
  auto stepper = GetParam().Make(world);
  State state = Skidding(world);
  Actuation actuation(world.model());
  actuation.tau(6) = 1e12;
  StepStatus status = StepStatus::kOk;
  for (int i = 0; i < 100 && contact::Advanced(status); ++i) {
    const State before = state;
    const StepReport& report = stepper->Step(actuation, 1e-3, state);
    status = report.status;
    if (contact::Advanced(status)) {  // kNotConverged: the best iterate is kept, within bounds
      EXPECT_EQ(state.t, before.t + 1e-3);
      EXPECT_LT(LargestEntry(state.v), kDivergedSpeed);
    } else {
      EXPECT_TRUE(SameBits(state, before));
      EXPECT_TRUE(report.contacts.empty());
      EXPECT_EQ(report.energy.contact_work, 0.0);
    }
    EXPECT_TRUE(state.q.allFinite() && state.v.allFinite());
  }
  EXPECT_NE(status, StepStatus::kOk) << "a torque of 1e12 N m cannot be resolved";
  EXPECT_NE(status, StepStatus::kBadActuation) << "1e12 N m is finite";
}

TEST_P(StepContract, OverflowKeepsTheState) {
  const World world = SoloOnPoints();
  auto stepper = GetParam().Make(world);
  State state = Skidding(world);
  Advance(*stepper, Actuation(world.model()), 1e-4, 1e-3, state);
  const State before = state;
  Actuation actuation(world.model());
  actuation.tau(6) = 1e300;
  const StepReport& report = stepper->Step(actuation, 1e-3, state);
  EXPECT_EQ(report.status, StepStatus::kDiverged);
  EXPECT_TRUE(SameBits(state, before));
  EXPECT_TRUE(report.contacts.empty()) << "computed from a non-finite state";
  state.v(3) = std::nan("");
  EXPECT_FALSE(contact::Advanced(stepper->Step(Actuation(world.model()), 1e-4, state).status));
}

TEST_P(StepContract, InvalidArgumentsThrow) {
  const World world = SoloOnPoints();
  auto stepper = GetParam().Make(world);
  State state = Skidding(world);
  Actuation actuation(world.model());
  EXPECT_THROW(stepper->Step(actuation, 0.0, state), InputError);
  EXPECT_THROW(stepper->Step(actuation, -1e-3, state), InputError);
  EXPECT_THROW(stepper->Step(actuation, std::nan(""), state), InputError);
  actuation.tau.resize(3);
  EXPECT_THROW(stepper->Step(actuation, 1e-3, state), InputError);
  actuation = Actuation(world.model());
  actuation.kp = VectorXd::Zero(18);
  EXPECT_THROW(stepper->Step(actuation, 1e-3, state), InputError);
  actuation = Actuation(world.model());
  actuation.q_ref = state.q;  // without gains
  EXPECT_THROW(stepper->Step(actuation, 1e-3, state), InputError);
  actuation = Actuation(world.model());
  actuation.wrenches.push_back({99});
  EXPECT_THROW(stepper->Step(actuation, 1e-3, state), InputError);
  state.q.resize(18);
  EXPECT_THROW(stepper->Step(Actuation(world.model()), 1e-3, state), InputError);
}

TEST_P(StepContract, ReportsContactsInOrderWithinTheCone) {
  const World world = SoloOnPoints();
  auto stepper = GetParam().Make(world);
  State state = Skidding(world);
  const Actuation actuation = HoldJoints(world, state, 10.0, 0.1);
  const double h = 0.5 * Safe();
  int contacts = 0;
  for (int i = 0; i < 60; ++i) {
    const StepReport& report = stepper->Step(actuation, h, state);
    ASSERT_EQ(report.status, StepStatus::kOk);
    for (size_t c = 0; c < report.contacts.size(); ++c) {
      const ContactReport& contact = report.contacts[c];
      if (c > 0) {
        EXPECT_LT(report.contacts[c - 1].id, contact.id);
      }
      const double f_n = Dot(contact.force, contact.normal);
      const Vec3<double> f_t = contact.force - f_n * contact.normal;
      const double mu = world.material(contact.shape_a, contact.shape_b).mu_static;
      EXPECT_GE(f_n, 0.0);
      EXPECT_LE(std::sqrt(Dot(f_t, f_t)), mu * f_n + 1e-9);
      ++contacts;
    }
  }
  EXPECT_GT(contacts, 60);
}

// The energy error, kinetic and potential energy minus the reported works, vanishes with the step.
TEST_P(StepContract, ReportedWorkAccountsForTheEnergy) {
  const World world = SoloOnPoints();
  const auto energy_error = [&](double h) {
    auto stepper = GetParam().Make(world);
    State state = Skidding(world);
    const Actuation actuation = HoldJoints(world, state, 10.0, 0.1);
    double error = 0.0, expected = 0.0;
    const int steps = static_cast<int>(std::lround(0.02 / h));
    for (int i = 0; i <= steps; ++i) {
      const EnergyReport& energy = stepper->Step(actuation, h, state).energy;
      if (i > 0) error += energy.kinetic + energy.potential - expected;
      expected =
          energy.kinetic + energy.potential + energy.actuation_work + energy.joint_work + energy.contact_work;
    }
    return std::abs(error);
  };
  const double h = Safe();
  const double coarse = energy_error(0.5 * h), fine = energy_error(0.125 * h);
  EXPECT_LT(coarse, 0.05);  // J, of 1 J of motion
  // impulsive methods may already be at their error floor
  EXPECT_LT(fine, 0.5 * coarse + (IsCompliant(GetParam()) ? 1e-6 : 1e-4));
}

/// Multiplies velocities.
class AcceleratingStepper : public Stepper {
 public:
  AcceleratingStepper(const World& world, double factor)
      : AcceleratingStepper(world, VectorXd::Constant(world.model().nv(), factor)) {}
  AcceleratingStepper(const World& world, const VectorXd& factors) : Stepper(world), factors_(factors) {}

 private:
  void Advance(const Actuation&, double, State& state, StepReport&) override {
    state.v = state.v.cwiseProduct(factors_);
  }

  VectorXd factors_;
};

TEST(Step, EnergyWithoutACauseIsDivergence) {
  const World world = OnGround(BlockModel(1.0, {0.1, 0.2, 0.05}), {});
  State start = world.InitialState();
  start.q(2) = 1.0;
  start.v(0) = 1.0;
  const Actuation none(world.model());
  for (const double factor : {0.5, 3.0}) {  // 3: nine times the energy
    State state = start;
    EXPECT_EQ(AcceleratingStepper(world, factor).Step(none, 1e-3, state).status, StepStatus::kOk);
  }
  State state = start;
  EXPECT_EQ(AcceleratingStepper(world, 4.0).Step(none, 1e-3, state).status, StepStatus::kDiverged);
  EXPECT_TRUE(SameBits(state, start));
  state.v(0) = 0.005;  // slow motion is not an explosion
  EXPECT_EQ(AcceleratingStepper(world, 10.0).Step(none, 1e-3, state).status, StepStatus::kOk);
}

// A heavy body at rest on a spinning light one: the speeds of the joints stay the same.
TEST(Step, EnergyOfCoupledDofsWithoutACauseIsDivergence) {
  ModelBuilder builder("rotors");
  const int light = builder.Add("light", Inertia::Sphere(0.01, 0.1), model::Revolute("a").About(model::Z));
  builder.Add("heavy", Inertia::Sphere(1.0, 0.1), model::Revolute("b").On(light).About(model::Z));
  const World world = WorldBuilder(builder.Build()).Build();
  State state = world.InitialState();
  state.v << 10.0, -10.0;
  AcceleratingStepper stepper(world, Eigen::Vector2d(1.0, -1.0));
  EXPECT_EQ(stepper.Step(Actuation(world.model()), 1e-3, state).status, StepStatus::kDiverged);
}

INSTANTIATE_TEST_SUITE_P(All, StepContract, testing::ValuesIn(AllMethods()), MethodTestName);

}  // namespace
}  // namespace slipstick::steppers
