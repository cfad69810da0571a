// Islands are stepped one by one, but the step is one: all bodies move, or none.
#include "slipstick/steppers/island_stepper.h"

#include <gtest/gtest.h>

#include "slipstick/geometry/feature_id.h"
#include "slipstick/steppers/relaxed/relaxed_stepper.h"
#include "support/bits.h"
#include "support/contact_worlds.h"
#include "support/numbers.h"

namespace slipstick::steppers {

using namespace support;
namespace {

/// Balls of 1 kg and a radius of 0.1 m.
World Balls(int count) {
  ModelBuilder builder("balls");
  builder.SetGravity({0.0, 0.0, -kGravity});
  for (int i = 0; i < count; ++i) {
    const std::string name = "ball" + std::to_string(i);
    const int body = builder.Add(name, Inertia::Sphere(1.0, 0.1), model::Floating(name + "_free"));
    builder.AddCollision(name, body, {}, model::SphereGeometry{0.1});
  }
  WorldBuilder world(builder.Build());
  world.AddCollisions("default", true);
  world.AddGround();
  return world.Build();
}

void PlaceBall(int ball, double x, State& state) {
  state.q.segment<3>(7 * ball) << x, 0.0, 0.0999;
  state.v.segment<3>(6 * ball) << 0.3, 0.1, 0.0;
}

constexpr double kApart = 5.0;         // m
constexpr double kTouchingAt = 0.199;  // m

/// Every ball by itself.
State Apart(const World& world) {
  State state = world.InitialState();
  for (int i = 0; i < world.model().num_bodies(); ++i) PlaceBall(i, kApart * i, state);
  return state;
}
/// Pairs that touch: ball i and ball i + `distance`, for a partition without rest.
State InPairs(const World& world, int distance) {
  State state = world.InitialState();
  for (int i = 0; i < world.model().num_bodies(); ++i) {
    const bool is_second = i / distance % 2 == 1;
    PlaceBall(i, is_second ? kApart * (i - distance) + kTouchingAt : kApart * i, state);
  }
  return state;
}

void ExpectSameBits(const Eigen::VectorXd& a, const Eigen::VectorXd& b) {
  ASSERT_EQ(a.size(), b.size());
  for (Eigen::Index k = 0; k < a.size(); ++k) ASSERT_TRUE(support::SameBits(a[k], b[k])) << k;
}
void ExpectSameBits(const State& a, const State& b) {
  ExpectSameBits(a.q, b.q);
  ExpectSameBits(a.v, b.v);
  EXPECT_EQ(a.t, b.t);
  ASSERT_EQ(a.contacts.size(), b.contacts.size());
  for (size_t i = 0; i < a.contacts.size(); ++i) {
    EXPECT_EQ(a.contacts[i].id, b.contacts[i].id);
    EXPECT_TRUE(support::SameBits(a.contacts[i].p_A, b.contacts[i].p_A)) << i;
    EXPECT_TRUE(support::SameBits(a.contacts[i].p_B, b.contacts[i].p_B)) << i;
    EXPECT_TRUE(support::SameBits(a.contacts[i].force, b.contacts[i].force)) << i;
  }
}
void ExpectSameBits(const std::vector<ContactReport>& a, const std::vector<ContactReport>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(a[i].id, b[i].id);
    EXPECT_EQ(a[i].body_a, b[i].body_a);
    EXPECT_EQ(a[i].body_b, b[i].body_b);
    EXPECT_TRUE(support::SameBits(a[i].force, b[i].force)) << i;
  }
}

StepperFactory FactoryOf(const char* name) {
  return [name](const World& world) { return MakeStepper(name, world); };
}

// More islands than the stepper keeps: 20 single balls, then pairs of neighbours, then other pairs.
TEST(IslandStepper, ResultsDoNotDependOnTheIslandsThatItKeeps) {
  const World world = Balls(20);
  const Actuation none(world.model());
  IslandStepper stepper(world, FactoryOf("relaxed"));
  relaxed::RelaxedStepper without_islands(world, {});
  for (int round = 0; round < 2; ++round)
    for (State state : {Apart(world), InPairs(world, 1), Apart(world), InPairs(world, 2), InPairs(world, 10)})
      for (int i = 0; i < 3; ++i) {
        IslandStepper fresh(world, FactoryOf("relaxed"));
        State other = state, whole = state;
        const StepReport report = stepper.Step(none, 1e-3, state), expected = fresh.Step(none, 1e-3, other);
        ASSERT_EQ(report.status, StepStatus::kOk);
        ExpectSameBits(state, other);
        ExpectSameBits(report.contacts, expected.contacts);
        without_islands.Step(none, 1e-3, whole);
        EXPECT_LT(LargestDifference(state.v, whole.v), 1e-8);  // m/s; tolerance of the solver
        EXPECT_LT(LargestDifference(state.q, whole.q), 1e-11);
        EXPECT_EQ(report.energy.contact_work, expected.energy.contact_work);
        EXPECT_GE(report.contacts.size(), 20u);
        if (HasFailure()) FAIL() << "round " << round << ", step " << i;
      }
}

constexpr double kWillDiverge = 7.0, kWillNotConverge = 8.0;  // m/s

/// Moves its first ball by a metre up and reports a contact. Fails if the ball moves at one of these speeds.
class Lift : public Stepper {
 public:
  explicit Lift(const World& world) : Stepper(world) {}

 private:
  void Advance(const Actuation&, double, State& state, StepReport& report) override {
    ContactReport contact{};
    contact.id = geometry::ContactId(0, world().geometry().num_shapes() - 1, 0);
    contact.shape_b = world().geometry().num_shapes() - 1;
    contact.body_b = model::kWorld;
    report.contacts.push_back(contact);
    ContactMemory memory{};
    memory.id = contact.id;
    state.contacts.assign(1, memory);
    report.energy.kinetic = report.energy.contact_work = 1.0;
    state.q(2) += 1.0;
    if (state.v(1) == kWillDiverge) report.status = StepStatus::kDiverged;
    if (state.v(1) == kWillNotConverge) report.status = StepStatus::kNotConverged;
  }
};

class IslandFailures : public testing::Test {
 protected:
  IslandFailures() {
    state_.contacts.resize(1);  // from an earlier step
    state_.contacts[0].id = geometry::ContactId(1, 3, 0);
  }
  const StepReport& Step() { return stepper_.Step(Actuation(world_.model()), 1e-3, state_); }

  World world_ = Balls(3);
  State state_ = Apart(world_);
  IslandStepper stepper_{world_, [](const World& world) { return std::make_unique<Lift>(world); }};
};

TEST_F(IslandFailures, AllMoveIfAllSucceed) {
  const StepReport& report = Step();
  EXPECT_EQ(report.status, StepStatus::kOk);
  ASSERT_EQ(report.contacts.size(), 3u);
  ASSERT_EQ(state_.contacts.size(), 3u);
  for (int i = 0; i < 3; ++i) {
    EXPECT_DOUBLE_EQ(state_.q(7 * i + 2), 1.0999);
    EXPECT_EQ(report.contacts[i].body_a, i);
    EXPECT_EQ(report.contacts[i].id, geometry::ContactId(i, 3, 0));
    EXPECT_EQ(state_.contacts[i].id, geometry::ContactId(i, 3, 0));
  }
  EXPECT_EQ(report.energy.contact_work, 3.0);
}

TEST_F(IslandFailures, NoBodyMovesIfOneIslandFails) {
  for (int failing = 0; failing < 3; ++failing) {
    State before = Apart(world_);
    before.v(6 * failing + 1) = kWillDiverge;
    before.contacts = state_.contacts;
    state_ = before;
    const StepReport& report = Step();
    EXPECT_EQ(report.status, StepStatus::kDiverged);
    ExpectSameBits(state_, before);
    EXPECT_TRUE(report.contacts.empty());
    for (const double number :
         {report.energy.kinetic, report.energy.potential, report.energy.elastic, report.energy.actuation_work,
          report.energy.joint_work, report.energy.contact_work})
      EXPECT_EQ(number, 0.0);
  }
}

TEST_F(IslandFailures, AllMoveIfOneIslandDoesNotConverge) {
  state_.v(7) = kWillNotConverge;
  EXPECT_EQ(Step().status, StepStatus::kNotConverged);
  for (int i = 0; i < 3; ++i) EXPECT_DOUBLE_EQ(state_.q(7 * i + 2), 1.0999);
}

// A failed step leaves no trace in the islands.
TEST_F(IslandFailures, NextStepIsThatOfANewStepper) {
  state_.v(13) = kWillDiverge;
  Step();
  state_.v(13) = 0.0;
  const StepReport& report = Step();
  EXPECT_EQ(report.status, StepStatus::kOk);
  EXPECT_EQ(report.contacts.size(), 3u);
  EXPECT_EQ(report.energy.contact_work, 3.0);
  for (int i = 0; i < 3; ++i) EXPECT_DOUBLE_EQ(state_.q(7 * i + 2), 1.0999);
}

}  // namespace
}  // namespace slipstick::steppers
