// Inverse kinematics reaches its targets, respects joint limits, and reports targets out of reach.
#include "slipstick/control/inverse_kinematics.h"

#include <gtest/gtest.h>

#include "slipstick/core/error.h"
#include "slipstick/core/random.h"
#include "slipstick/dynamics/configuration.h"
#include "slipstick/dynamics/energy.h"
#include "slipstick/dynamics/kinematics.h"
#include "slipstick/model/generators.h"
#include "slipstick/model/model_builder.h"
#include "support/humanoid.h"
#include "support/numbers.h"
#include "support/sample_models.h"
#include "support/solo.h"
#include "support/tolerances.h"

namespace slipstick::control {

using namespace support;
namespace {

using Eigen::Vector3d;
using Eigen::VectorXd;

bool WithinLimits(const Model& model, const VectorXd& q) {
  for (const Joint& joint : model.joints())
    if (joint.nq == 1 &&
        (q[joint.q] < model.dofs()[joint.v].lower || q[joint.q] > model.dofs()[joint.v].upper))
      return false;
  return true;
}

/// Targets at the poses of the frames at q.
std::vector<FrameTarget> TargetsAt(const Model& model, const VectorXd& q, const std::vector<int>& frames,
                                   bool oriented) {
  Workspace<double> ws(model);
  dynamics::ForwardKinematics(model, q, ws);
  std::vector<FrameTarget> targets;
  for (const int frame : frames) {
    const Pose X = dynamics::FramePose(model, ws, frame);
    targets.push_back({frame, X.p});
    if (oriented) targets.back().R_WF = X.R;
  }
  return targets;
}

std::vector<int> Frames(const Model& model, const std::vector<std::string>& names) {
  std::vector<int> frames;
  for (const std::string& name : names) frames.push_back(model.frame(name));
  return frames;
}

TEST(InverseKinematics, ReachesFourFootTargetsWithoutMovingTheBase) {
  const Model& model = Solo();
  Workspace<double> ws(model);
  Random random(1);
  for (int trial = 0; trial < 50; ++trial) {
    VectorXd goal = SoloStanding();
    for (int k = 7; k < model.nq(); ++k) goal[k] += random.Uniform(-0.4, 0.4);
    VectorXd q = SoloStanding();
    const IkResult result =
        SolveInverseKinematics(model, TargetsAt(model, goal, Frames(model, kSoloFootFrames), false), q, ws);
    EXPECT_EQ(result.status, IkStatus::kReached) << Name(result.status) << ' ' << result.error;
    EXPECT_LE(result.iterations, 15);
    EXPECT_TRUE(WithinLimits(model, q));
    EXPECT_EQ(q.head(7), SoloStanding().head(7));
    // three joints per foot and the same knee direction: the solution is unique
    EXPECT_LE(LargestDifference(q, goal),
              1e-6);  // tolerance of 1e-10 m, amplified by a nearly straight knee
  }
}

TEST(InverseKinematics, ReachesToolPoses) {
  const Model model = model::LoadUrdf(SLIPSTICK_MODELS_DIR "/iiwa14.urdf");
  Workspace<double> ws(model);
  Random random(2);
  for (int trial = 0; trial < 30; ++trial) {
    VectorXd goal(7), q(7);
    for (int k = 0; k < 7; ++k)
      goal[k] = random.Uniform(-1.5, 1.5), q[k] = goal[k] + random.Uniform(-0.5, 0.5);
    const IkResult result =
        SolveInverseKinematics(model, TargetsAt(model, goal, {model.frame("tool")}, true), q, ws);
    EXPECT_EQ(result.status, IkStatus::kReached) << trial << ' ' << result.error;
    EXPECT_TRUE(WithinLimits(model, q));
  }
}

// With a moving base, quaternions stay normalized.
TEST(InverseKinematics, MovesAFloatingBaseOnTheManifold) {
  const Model model = model::LoadUrdf(SLIPSTICK_MODELS_DIR "/humanoid.urdf");
  Workspace<double> ws(model);
  InverseKinematicsOptions options;
  for (int dof = 0; dof < model.nv(); ++dof) options.dofs.push_back(dof);
  Random random(3);
  VectorXd d(model.nv()), q = model.neutral();
  for (int k = 0; k < model.nv(); ++k) d[k] = random.Uniform(-0.2, 0.2);
  VectorXd goal = dynamics::Integrate(model, model.neutral(), d);
  for (const Joint& joint : model.joints())
    if (joint.nq == 1)
      goal[joint.q] = std::clamp(goal[joint.q], model.dofs()[joint.v].lower, model.dofs()[joint.v].upper);
  const auto targets = TargetsAt(model, goal, {model.frame("l_sole_front_left"), model.frame("body")}, true);
  const IkResult result = SolveInverseKinematics(model, targets, q, ws, options);
  EXPECT_EQ(result.status, IkStatus::kReached) << result.error;
  EXPECT_NEAR(q.segment<4>(3).norm(), 1.0, kAccumulatedRounding);
}

TEST(InverseKinematics, ReportsTargetsOutOfReach) {
  const Model model = model::Chain(3);
  Workspace<double> ws(model);
  dynamics::ForwardKinematics(model, model.neutral(), ws);
  const int tip = static_cast<int>(model.frames().size()) - 1;
  const Vector3d root = dynamics::FramePose(model, ws, 0).p;
  VectorXd q = VectorXd::Constant(3, 0.3);
  const IkResult result = SolveInverseKinematics(model, {{tip, root + Vector3d(100.0, 100.0, 100.0)}}, q, ws);
  EXPECT_EQ(result.status, IkStatus::kOutOfReach);
  EXPECT_GT(result.error, 100.0);
}

TEST(InverseKinematics, FindsTheOptimumAtJointLimits) {
  ModelBuilder builder("two_links");
  const int upper =
      builder.Add("upper", Inertia::Rod(1, {0, 0, 0}, {1, 0, 0}), model::Revolute("a").About(model::Z));
  const int lower =
      builder.Add("lower", Inertia::Rod(1, {0, 0, 0}, {1, 0, 0}),
                  model::Revolute("b").On(upper).At(Pose::At(1, 0, 0)).About(model::Z).Limits(-0.5, 0.5));
  builder.AddFrame("tip", lower, Pose::At(1, 0, 0));
  const Model model = builder.Build();
  Workspace<double> ws(model);
  VectorXd q(2);
  q << 0.1, 0.1;
  const FrameTarget near{model.frame("tip"), Vector3d(1.0, 0.5, 0.0)};
  const IkResult limited = SolveInverseKinematics(model, {near}, q, ws);
  EXPECT_EQ(limited.status, IkStatus::kOutOfReach);
  EXPECT_EQ(q[1], 0.5);
  // At the elbow limit the arm has length |1 + e^{0.5 i}|; the optimum points at the target.
  const double arm = std::hypot(1.0 + std::cos(0.5), std::sin(0.5));
  EXPECT_NEAR(limited.error, arm - std::hypot(1.0, 0.5), 1e-9);

  InverseKinematicsOptions free;
  free.respect_limits = false;
  EXPECT_EQ(SolveInverseKinematics(model, {near}, q, ws, free).status, IkStatus::kReached);
  EXPECT_GT(std::abs(q[1]), 0.5);
}

TEST(InverseKinematics, RejectsInvalidDofs) {
  const Model& model = Solo();
  Workspace<double> ws(model);
  VectorXd q = model.neutral();
  InverseKinematicsOptions options;
  options.dofs = {18};
  EXPECT_THROW(SolveInverseKinematics(model, IkTargets{}, q, ws, options), InputError);
}

/// A humanoid shifts its weight over the right foot with level soles and an upright trunk, as before a
/// footstep.
TEST(InverseKinematics, MovesTheCenterOfMassOverAFoot) {
  const Model& model = Humanoid();
  Workspace<double> ws(model);
  VectorXd q = HumanoidStanding();
  const std::vector<int> soles = Frames(model, kSoles);
  IkTargets targets{TargetsAt(model, q, soles, true)};
  targets.frames.push_back({model.frame("body"), {}, Eigen::Matrix3d::Identity()});
  dynamics::ForwardKinematics(model, q, ws);
  const Vector3d over_right = dynamics::CenterOfMass(model, ws) + Vector3d(0.0, -0.08, -0.02);
  targets.center_of_mass = CenterOfMassTarget{over_right};
  InverseKinematicsOptions options;
  options.bases_float = true;
  const IkResult result = SolveInverseKinematics(model, targets, q, ws, options);
  EXPECT_EQ(result.status, IkStatus::kReached) << result.error;
  EXPECT_LE(result.iterations, 12);
  EXPECT_TRUE(WithinLimits(model, q));
  dynamics::ForwardKinematics(model, q, ws);
  EXPECT_LE((dynamics::CenterOfMass(model, ws) - over_right).norm(), kIkTolerance);
  EXPECT_LE((dynamics::FramePose(model, ws, soles[0]).p - *targets.frames[0].p_WF).norm(), kIkTolerance);
  EXPECT_LE((dynamics::FramePose(model, ws, model.frame("body")).R - Eigen::Matrix3d::Identity()).norm(),
            kIkTolerance);
}

TEST(InverseKinematics, CenterOfMassTargetMovesItsTreeOnly) {
  ModelBuilder builder("two");
  builder.Add("ball", Inertia::Sphere(5.0, 0.1), model::Floating("free"));
  const int base = builder.Add("base", Inertia::Sphere(2.0, 0.1), model::Floating("base_joint"));
  builder.Add("arm", Inertia::Rod(1.0, {0, 0, 0}, {1, 0, 0}),
              model::Revolute("shoulder").On(base).About(model::Y));
  const Model model = builder.Build();
  Workspace<double> ws(model);
  VectorXd q = model.neutral();
  IkTargets targets;
  targets.center_of_mass = CenterOfMassTarget{{0.3, -0.1, 0.2}, model.body("base")};
  InverseKinematicsOptions options;
  options.bases_float = true;
  EXPECT_EQ(SolveInverseKinematics(model, targets, q, ws, options).status, IkStatus::kReached);
  EXPECT_EQ(q.head(7), model.neutral().head(7));
  targets.center_of_mass->root = model.body("arm");
  EXPECT_THROW(SolveInverseKinematics(model, targets, q, ws), InputError);
}

}  // namespace
}  // namespace slipstick::control
