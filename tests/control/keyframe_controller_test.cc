// The keyframe controller reaches its keys, has no memory and respects effort limits.
#include "slipstick/control/hands/keyframe_controller.h"

#include <gmock/gmock.h>

#include "slipstick/dynamics/kinematics.h"
#include "slipstick/model/urdf/urdf_reader.h"
#include "slipstick/steppers/registry.h"
#include "support/numbers.h"
#include "support/refusal.h"

namespace slipstick::control {
namespace {

using Eigen::Vector3d;
using Eigen::VectorXd;
using testing::HasSubstr;

World ArmWorld() { return WorldBuilder(model::LoadUrdf(SLIPSTICK_MODELS_DIR "/iiwa7_gripper.urdf")).Build(); }

VectorXd BentElbow(const Model& model) {
  VectorXd q = model.neutral();
  q[1] = 0.5, q[3] = -2.0, q[5] = -1.0;
  q[7] = q[8] = 0.05;
  return q;
}

Pose HandAt(const World& world, const VectorXd& q) {
  Workspace<double> ws(world.model());
  dynamics::ForwardKinematics<double>(world.model(), q, ws);
  return dynamics::FramePose(world.model(), ws, world.model().frame("grasp"));
}

/// Moves 10 cm sideways within a second and closes the fingers halfway.
HandTask SidewaysTask(const World& world) {
  HandKey key{1.0, HandAt(world, BentElbow(world.model())), 0.05};
  key.pose.p += Vector3d(0.03, 0.1, 0.02);
  return {world.model().frame("grasp"), {7, 8}, {key}};
}

TEST(KeyframeController, ReachesTheKeyPoseAndTheOpening) {
  const World world = ArmWorld();
  const HandTask task = SidewaysTask(world);
  KeyframeController controller(world, BentElbow(world.model()), task);
  const auto stepper = steppers::MakeStepper("tamsi", world, {});
  State state = world.StateAt(BentElbow(world.model()));
  Actuation actuation(world.model());
  double fastest = 0.0;
  for (int k = 0; k < 1500; ++k) {
    controller.Update(state, actuation);
    stepper->Step(actuation, 1e-3, state);
    fastest = support::Larger(fastest, state.v.norm());
  }
  const Pose end = HandAt(world, state.q);
  EXPECT_LT((end.p - task.keys[0].pose.p).norm(), 1e-5);  // m; kp and kd have had half a second to settle
  EXPECT_LT((end.R - task.keys[0].pose.R).norm(), 1e-4);
  EXPECT_NEAR(state.q[7] + state.q[8], 0.05, 1e-5);
  EXPECT_NEAR(state.q[7], state.q[8], 1e-6);
  EXPECT_LT(state.v.norm(), 1e-4);
  EXPECT_GT(fastest, 0.1);
}

/// Commands depend on time and state only.
TEST(KeyframeController, HasNoMemory) {
  const World world = ArmWorld();
  KeyframeController used(world, BentElbow(world.model()), SidewaysTask(world)),
      fresh(world, BentElbow(world.model()), SidewaysTask(world));
  Actuation first(world.model()), second(world.model());
  State state = world.StateAt(BentElbow(world.model()));
  for (const double t : {0.0, 0.3, 2.0, 0.1}) {
    state.t = t;
    state.v[2] = t;
    used.Update(state, first);
  }
  fresh.Update(state, second);
  EXPECT_EQ(first.tau, second.tau);
}

TEST(KeyframeController, StaysWithinTheEffortLimits) {
  const World world = ArmWorld();
  KeyframeController controller(world, BentElbow(world.model()), SidewaysTask(world));
  State state = world.StateAt(BentElbow(world.model()));
  state.v[0] = 1e4;
  Actuation actuation(world.model());
  controller.Update(state, actuation);
  int active = 0;
  for (int k = 0; k < world.model().nv(); ++k) {
    const double limit = world.model().dofs()[k].effort_limit;
    EXPECT_LE(std::abs(actuation.tau[k]), limit);
    active += limit > 0.0 && std::abs(actuation.tau[k]) == limit;
  }
  EXPECT_GT(active, 0) << "the limits must be active";
}

std::string HandTaskRefusal(const World& world, const HandTask& task, const KeyframeOptions& options = {}) {
  return support::Refusal([&] { KeyframeController(world, BentElbow(world.model()), task, options); });
}

TEST(KeyframeController, RejectsInfeasibleTasks) {
  const World world = ArmWorld();
  HandTask far = SidewaysTask(world), finger = SidewaysTask(world), three = SidewaysTask(world),
           fixed = SidewaysTask(world);
  far.keys[0].pose.p.x() += 5.0;
  EXPECT_THAT(HandTaskRefusal(world, far), HasSubstr("'grasp' cannot reach"));
  finger.fingers = {7, 3};
  EXPECT_THAT(HandTaskRefusal(world, finger), HasSubstr("finger 'joint_4' is revolute, expected prismatic"));
  three.fingers = {7};
  EXPECT_THAT(HandTaskRefusal(world, three), HasSubstr("1 fingers given, expected two or none"));
  fixed.frame = world.model().frame("base");
  EXPECT_THAT(HandTaskRefusal(world, fixed), HasSubstr("'base' is fixed to the world"));
  EXPECT_THAT(HandTaskRefusal(world, SidewaysTask(world), {.kp = -1.0}), HasSubstr("kp = -1 1/s²"));
}

}  // namespace
}  // namespace slipstick::control
