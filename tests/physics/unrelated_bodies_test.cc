// The motion of bodies does not depend on bodies that they cannot touch within a step, bit for bit.
//
//        ___ arm with limits           box on a heavy box
//       o   \      ball                     [_]                      [ 1 t ] <- bead
//   ----|----'------o----------------------[___]------- 50 m -----------------
//
#include <gtest/gtest.h>

#include "slipstick/geometry/feature_id.h"
#include "slipstick/model/model_builder.h"
#include "support/bits.h"
#include "support/contact_physics.h"

namespace slipstick::physics_test {

using namespace support;
namespace {

constexpr double kFar = 50.0;  // m

/// The bodies whose motion is observed: a hinged arm that falls onto its limit beside a ball on the ground.
void AddArmAndBall(ModelBuilder& builder) {
  const int upper = builder.Add("upper", Inertia::Rod(0.5, {0, 0, 0}, {0, 0, -0.3}),
                                model::Revolute("shoulder")
                                    .At(Pose::At(0, 0, 0.52))
                                    .About(model::Y)
                                    .Limits(-0.1, 0.1)
                                    .Damping(0.01)
                                    .Friction(0.02));
  const int lower = builder.Add("lower", Inertia::Rod(0.2, {0, 0, 0}, {0, 0, -0.19}),
                                model::Revolute("elbow").On(upper).At(Pose::At(0, 0, -0.3)).About(model::Y));
  builder.AddCollision("tip", lower, Pose::At(0, 0, -0.19), model::SphereGeometry{0.02});
  builder.AddCollision("ball", builder.Add("ball", Inertia::Sphere(0.3, 0.05), model::Floating("ball_free")),
                       {}, model::SphereGeometry{0.05});
}

/// A box that slides on another one.
void AddStack(ModelBuilder& builder) {
  for (const char* name : {"low", "high"})
    builder.AddCollision(
        name,
        builder.Add(name, Inertia::Box(1.0, {0.3, 0.3, 0.1}), model::Floating(std::string(name) + "_free")),
        {}, model::BoxGeometry{{0.3, 0.3, 0.1}});
}

/// A bead that falls fast onto a box of one tonne, far away.
void AddUnrelated(ModelBuilder& builder) {
  builder.AddCollision("tonne",
                       builder.Add("tonne", Inertia::Box(1000.0, {1, 1, 0.5}), model::Floating("tonne_free")),
                       {}, model::BoxGeometry{{1, 1, 0.5}});
  builder.AddCollision("bead", builder.Add("bead", Inertia::Sphere(1e-3, 0.01), model::Floating("bead_free")),
                       {}, model::SphereGeometry{0.01});
}

World OnFloor(const ModelBuilder& builder) {
  WorldBuilder world(builder.Build());
  world.SetMaterial("default", WithFriction(0.5));
  world.AddCollisions("default", true);
  world.AddGround();
  return world.Build();
}

void Place(const World& world, const char* body, const Eigen::Vector3d& p, const Eigen::Vector3d& v,
           State& state, const Eigen::Vector3d& spin = Eigen::Vector3d::Zero()) {
  const Joint& joint = world.model().joints()[world.model().body(body)];
  state.q.segment<3>(joint.q) = p;
  state.v.segment<3>(joint.v) = v;
  state.v.segment<3>(joint.v + 3) = spin;
}

State StartOf(const World& world, bool has_others) {
  State state = world.InitialState();
  const Joint& shoulder = world.model().joints()[world.model().joint("shoulder")];
  state.q[shoulder.q] = 0.08;
  state.v[shoulder.v] = 2.0;
  Place(world, "ball", {0.3, 0.0, 0.0502}, {-1.0, 0.2, 0.0}, state);
  Place(world, "low", {10.0, 0.0, 0.05}, {0.0, 0.0, 0.0}, state);
  Place(world, "high", {10.0, 0.0, 0.151}, {0.8, 0.0, 0.0}, state, {0.0, 0.0, 3.0});
  if (has_others) {
    Place(world, "tonne", {kFar, 0.0, 0.25}, {0.5, 0.0, 0.0}, state, {0.0, 0.0, 1.0});
    Place(world, "bead", {kFar, 0.1, 0.52}, {0.0, 0.0, -5.0}, state);
  }
  state.q_held = state.q;
  return state;
}

/// Feedback on the arm, and forces on the arm and on the upper box of the stack.
Actuation ActuationOf(const World& world) {
  const Model& model = world.model();
  Actuation actuation(model);
  actuation.kp = actuation.kd = actuation.v_ref = Eigen::VectorXd::Zero(model.nv());
  actuation.q_ref = model.neutral();
  for (const char* name : {"shoulder", "elbow"}) {
    const Joint& joint = model.joints()[model.joint(name)];
    actuation.kp[joint.v] = 20.0;
    actuation.kd[joint.v] = 0.2;
    actuation.q_ref[joint.q] = 0.15;
    actuation.v_ref[joint.v] = 0.1;
    actuation.tau[joint.v] = 0.3;
  }
  actuation.wrenches = {{model.body("lower"), {0.0, 0.01, -0.1}, {0.5, -0.2, 0.3}, {0.01, 0.02, 0.0}},
                        {model.body("high"), {0.1, 0.0, 0.05}, {1.0, 0.5, -2.0}, {0.0, 0.0, 0.05}}};
  return actuation;
}

/// Shapes and bodies are numbered differently in both worlds.
void ExpectSameContact(const World& world_a, const ContactReport& a, const World& world_b,
                       const ContactReport& b) {
  EXPECT_EQ(world_a.body_name(a.body_a), world_b.body_name(b.body_a));
  EXPECT_EQ(world_a.body_name(a.body_b), world_b.body_name(b.body_b));
  EXPECT_EQ(a.id & geometry::kFeatureMask, b.id & geometry::kFeatureMask);
  EXPECT_EQ(a.mode, b.mode);
  for (const auto& [x, y] :
       {std::pair{a.p, b.p}, {a.normal, b.normal}, {a.force, b.force}, {a.velocity, b.velocity}})
    EXPECT_TRUE(SameBits(x, y));
  EXPECT_TRUE(SameBits(a.gap, b.gap));
  EXPECT_TRUE(SameBits(a.gap_end, b.gap_end));
}

class UnrelatedBodies : public ContactPhysics {
 protected:
  static constexpr int kSteps = 40;

  /// Compares the entries of all joints of `alone` in both states.
  static void ExpectSameBits(const World& alone, const State& a, const World& both, const State& b) {
    for (const Joint& joint : alone.model().joints()) {
      const Joint& other = both.model().joints()[both.model().joint(joint.name)];
      for (int k = 0; k < joint.nq; ++k)
        ASSERT_TRUE(SameBits(a.q[joint.q + k], b.q[other.q + k])) << joint.name << ", q entry " << k;
      for (int k = 0; k < joint.nv; ++k)
        ASSERT_TRUE(SameBits(a.v[joint.v + k], b.v[other.v + k])) << joint.name << ", v entry " << k;
    }
  }
  /// Without those of the unrelated bodies; in both worlds in the same order.
  static std::vector<ContactReport> RelatedContacts(const World& world, const StepReport& report) {
    std::vector<ContactReport> contacts = report.contacts;
    std::erase_if(contacts, [&](const ContactReport& contact) {
      const std::string& name = world.body_name(contact.body_a);
      return name == "tonne" || name == "bead";
    });
    return contacts;
  }
  /// Compares contacts one by one. Returns how many of them exert a force.
  static int CompareContacts(const World& alone, const StepReport& a, const World& both,
                             const StepReport& b) {
    const std::vector<ContactReport> in_a = a.contacts, in_b = RelatedContacts(both, b);
    EXPECT_EQ(in_a.size(), in_b.size());
    if (in_a.size() != in_b.size()) return 0;
    int closed = 0;
    for (size_t i = 0; i < in_a.size(); ++i) {
      ExpectSameContact(alone, in_a[i], both, in_b[i]);
      closed += in_a[i].mode != ContactMode::kOpen;
    }
    return closed;
  }

  void CompareWith(const ModelBuilder& everything) {
    ModelBuilder some("some");
    AddArmAndBall(some);
    AddStack(some);
    const World alone = OnFloor(some), both = OnFloor(everything);
    auto stepper_alone = Make(alone), stepper_both = Make(both);
    State a = StartOf(alone, false), b = StartOf(both, true);
    const Actuation actuation_a = ActuationOf(alone), actuation_b = ActuationOf(both);
    int closed = 0;
    for (int i = 0; i < kSteps; ++i) {
      const StepReport& report_a = stepper_alone->Step(actuation_a, h(), a);
      const StepReport& report_b = stepper_both->Step(actuation_b, h(), b);
      ASSERT_TRUE(contact::Advanced(report_a.status)) << contact::Name(report_a.status) << " step " << i;
      ASSERT_TRUE(contact::Advanced(report_b.status));
      ExpectSameBits(alone, a, both, b);
      closed += CompareContacts(alone, report_a, both, report_b);
      if (HasFailure()) FAIL() << "in step " << i;
    }
    EXPECT_GT(closed, kSteps) << "too few contacts were compared";
  }
};

TEST_P(UnrelatedBodies, ChangeNothing) {
  ModelBuilder builder("all");
  AddArmAndBall(builder);
  AddStack(builder);
  AddUnrelated(builder);
  CompareWith(builder);
}

TEST_P(UnrelatedBodies, ChangeNothingIfTheyAreNumberedFirst) {
  ModelBuilder builder("all");
  AddUnrelated(builder);
  AddArmAndBall(builder);
  AddStack(builder);
  CompareWith(builder);
}

INSTANTIATE_TEST_SUITE_P(All, UnrelatedBodies, testing::ValuesIn(AllSteppers()), MethodTestName);

}  // namespace
}  // namespace slipstick::physics_test
