// Task-space inverse dynamics: solutions obey the equations of motion, contact constraints and limits, for
// any tasks.
#include "slipstick/control/followers/task_space.h"

#include <gtest/gtest.h>

#include <limits>

#include "slipstick/core/convert.h"
#include "slipstick/core/random.h"
#include "slipstick/dynamics/articulated_bodies.h"
#include "slipstick/dynamics/configuration.h"
#include "slipstick/dynamics/energy.h"
#include "slipstick/dynamics/inverse_dynamics.h"
#include "slipstick/dynamics/kinematics.h"
#include "slipstick/model/model_builder.h"
#include "slipstick/model/urdf/urdf_reader.h"
#include "support/humanoid.h"
#include "support/numbers.h"
#include "support/refusal.h"
#include "support/solo.h"
#include "support/tolerances.h"

namespace slipstick::control {

using namespace support;
namespace {

using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

// Relative to forces of about 100 N: rounding times the condition of costs with weights 1 to 1e-5.
constexpr double kSolved = 1e-8;
// N: the same of forces of about 100 N.
constexpr double kForceSolved = 1e-6;
// m/s² and rad/s²: the regularization of 1e-8 times accelerations of some 10 m/s² is 1e-7.
constexpr double kAccelerationSolved = 1e-6;
// N: the same times the mass, below 100 kg.
constexpr double kWeightSolved = 1e-4;
// Relative, and rad: DenseQp treats bounds as satisfied up to 1e-10 of x and 1e-10 of the bound.
constexpr double kBoundSolved = 1e-9;

FootPoints SoleCorners() {
  return {{0.075, 0.05, 0.0}, {0.075, -0.05, 0.0}, {-0.075, 0.05, 0.0}, {-0.075, -0.05, 0.0}};
}

/// The tasks of the walk of Hammoud et al. 2022 (expo), in double support.
TaskSet StandingTasks(const Model& model, const VectorXd& q) {
  Workspace<double> ws(model);
  dynamics::ForwardKinematics(model, q, VectorXd(VectorXd::Zero(model.nv())), ws);
  TaskSet tasks;
  tasks.center_of_mass = CenterOfMassTask{{dynamics::CenterOfMass(model, ws)}, {}, {}};
  tasks.frames.push_back({model.frame("body"), {}, OrientationMotion{}, {}, {1e-2}});
  tasks.posture = PostureTask{q, {}, {}, {}, {1e-4}};
  for (const std::string& sole : kSoles) {
    TaskContact contact{model.frame(sole), SoleCorners()};
    contact.friction = 1.0;
    tasks.contacts.push_back(contact);
  }
  return tasks;
}

/// Jᵀ f of all points, by the Jacobians of the dynamics layer.
VectorXd GeneralizedForce(const Model& model, const VectorXd& q, const TaskSet& tasks, const VectorXd& f) {
  Workspace<double> ws(model);
  dynamics::ForwardKinematics(model, q, ws);
  VectorXd total = VectorXd::Zero(model.nv());
  int entry = 0;
  for (const TaskContact& contact : tasks.contacts)
    for (const Vector3d& p_F : contact.points) {
      const Frame& frame = model.frames()[contact.frame];
      const MatrixXd J = dynamics::PointJacobian(model, ws, {frame.body, FromEigen(frame.X_BF * p_F)});
      total += J.transpose() * f.segment<3>(entry);
      entry += 3;
    }
  return total;
}

/// Acceleration of a frame, linear above angular, by differences of its velocity along the motion.
VectorXd FrameAcceleration(const Model& model, const VectorXd& q, const VectorXd& v, const VectorXd& a,
                           int frame) {
  constexpr double kStep = 1e-5;
  Workspace<double> ws(model);
  const auto velocity = [&](double dt) {
    dynamics::ForwardKinematics(model, dynamics::Integrate(model, q, dt * v), ws);
    return VectorXd(dynamics::FrameJacobian(model, ws, frame) * (v + dt * a));
  };
  return (velocity(kStep) - velocity(-kStep)) / (2.0 * kStep);
}

struct Standing {
  const Model& model = Humanoid();
  VectorXd q = HumanoidStanding();
  VectorXd v = VectorXd::Zero(model.nv());
  TaskSet tasks = StandingTasks(model, q);
  TaskSpaceOptions options{.effort_limits = false, .joint_limits = false};

  /// A random moving state nearby.
  void Disturb(uint64_t seed, double size = 0.05) {
    Random random(seed);
    VectorXd d(model.nv());
    for (double& entry : d) entry = random.Uniform(-size, size);
    for (double& entry : v) entry = random.Uniform(-size, size);
    q = dynamics::Integrate(model, q, d);
  }
};

void ExpectEquationsOfMotion(const Standing& robot, const TaskSpaceSolution& solution) {
  Workspace<double> ws(robot.model);
  const VectorXd total = dynamics::InverseDynamics(robot.model, robot.q, robot.v, solution.a, ws);
  const VectorXd joint_forces = total - GeneralizedForce(robot.model, robot.q, robot.tasks, solution.f);
  EXPECT_LE((joint_forces - solution.tau).norm(), kSolved * total.norm());
  EXPECT_EQ(solution.tau.head(6).norm(), 0.0) << "the base is not actuated";
}

void ExpectForcesInPyramids(const TaskSet& tasks, const VectorXd& f) {
  ASSERT_FALSE(tasks.contacts.empty());
  int entry = 0;
  for (const TaskContact& contact : tasks.contacts)
    for (size_t i = 0; i < contact.points.size(); ++i, entry += 3) {
      const double fn = f[entry + 2], ft = f.segment<2>(entry).norm();
      EXPECT_GE(fn, contact.active ? contact.min_normal - kForceSolved : 0.0);
      EXPECT_LE(ft, contact.friction * fn + kForceSolved);
    }
}

TEST(TaskSpace, SolutionsObeyTheEquationsOfMotion) {
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    Standing robot;
    robot.Disturb(seed);
    TaskSpace task_space(robot.model, 0, robot.options);
    const TaskSpaceSolution& solution = task_space.Solve(robot.q, robot.v, robot.tasks);
    ASSERT_EQ(solution.status, TaskSpaceStatus::kSolved) << seed;
    ExpectEquationsOfMotion(robot, solution);
    ExpectForcesInPyramids(robot.tasks, solution.f);
    EXPECT_LE(solution.residual, kSolved);
  }
}

/// Cross-check with the articulated-body algorithm.
TEST(TaskSpace, ForwardDynamicsWithTheTorquesGivesTheAccelerations) {
  Standing robot;
  robot.Disturb(3);
  TaskSpace task_space(robot.model, 0, robot.options);
  const TaskSpaceSolution& solution = task_space.Solve(robot.q, robot.v, robot.tasks);
  Workspace<double> ws(robot.model);
  const VectorXd applied = solution.tau + GeneralizedForce(robot.model, robot.q, robot.tasks, solution.f);
  ASSERT_EQ(solution.status, TaskSpaceStatus::kSolved);
  const VectorXd a = dynamics::ForwardDynamics<double>(robot.model, robot.q, robot.v, applied, ws);
  EXPECT_LE((a - solution.a).norm(), 1e-6 * (1.0 + solution.a.norm()));  // light wrists amplify rounding
}

/// Moves the force cost to the second level.
void AvoidForcesLast(TaskSet& tasks) {
  for (TaskContact& contact : tasks.contacts) contact.force_importance.level = 2;
}

TEST(TaskSpace, StandingStillCarriesTheWeight) {
  Standing robot;
  AvoidForcesLast(robot.tasks);
  TaskSpace task_space(robot.model, 0, robot.options);
  const TaskSpaceSolution& solution = task_space.Solve(robot.q, robot.v, robot.tasks);
  ASSERT_EQ(solution.status, TaskSpaceStatus::kSolved);
  Vector3d total = Vector3d::Zero();
  for (int i = 0; i < solution.f.size(); i += 3) total += solution.f.segment<3>(i);
  EXPECT_LE((total + robot.model.total_mass() * robot.model.gravity()).norm(), kWeightSolved);
  EXPECT_LE(solution.a.norm(), kAccelerationSolved);
}

TEST(TaskSpace, SolesDoNotAccelerate) {
  Standing robot;
  robot.Disturb(4);
  for (TaskContact& contact : robot.tasks.contacts) contact.gains = {0.0, 0.0};
  TaskSpace task_space(robot.model, 0, robot.options);
  const TaskSpaceSolution& solution = task_space.Solve(robot.q, robot.v, robot.tasks);
  ASSERT_EQ(solution.status, TaskSpaceStatus::kSolved);
  for (const std::string& sole : kSoles)
    EXPECT_LE(FrameAcceleration(robot.model, robot.q, robot.v, solution.a, robot.model.frame(sole)).norm(),
              kAccelerationSolved);
}

TEST(TaskSpace, PointFeetMayRotateAboutTheirPoint) {
  const Model& model = Solo();
  const VectorXd q = SoloStanding();
  TaskSet tasks;
  tasks.posture = PostureTask{q, {}, {}, {}, {1e-3, 2}};
  for (const std::string& foot : kSoloFootFrames) tasks.contacts.push_back({model.frame(foot)});
  AvoidForcesLast(tasks);
  Workspace<double> ws(model);
  dynamics::ForwardKinematics(model, q, ws);
  tasks.center_of_mass =
      CenterOfMassTask{{.p = dynamics::CenterOfMass(model, ws), .a = {0.0, 0.0, 1.0}}, {}, {}};
  TaskSpace task_space(model, 0);
  const VectorXd at_rest = VectorXd::Zero(model.nv());
  const TaskSpaceSolution& solution = task_space.Solve(q, at_rest, tasks);
  ASSERT_EQ(solution.status, TaskSpaceStatus::kSolved);
  double lift = 0.0;
  for (int i = 2; i < solution.f.size(); i += 3) lift += solution.f[i];
  EXPECT_NEAR(lift, model.total_mass() * (9.81 + 1.0), kWeightSolved) << "1 m/s² upwards";
  for (const std::string& foot : kSoloFootFrames) {
    const VectorXd a = FrameAcceleration(model, q, at_rest, solution.a, model.frame(foot));
    EXPECT_LE(a.head<3>().norm(), kAccelerationSolved);
    EXPECT_GE(a.tail<3>().norm(), 0.1) << "legs stretch, so shanks rotate";
  }
}

TEST(TaskSpace, FrictionBoundsTheAccelerationOfTheCenterOfMass) {
  Standing robot;
  robot.tasks.center_of_mass->target.a = {30.0, 0.0, 0.0};
  for (TaskContact& contact : robot.tasks.contacts) contact.friction = 0.3;
  TaskSpace task_space(robot.model, 0, robot.options);
  const TaskSpaceSolution& solution = task_space.Solve(robot.q, robot.v, robot.tasks);
  ASSERT_EQ(solution.status, TaskSpaceStatus::kSolved);
  ExpectForcesInPyramids(robot.tasks, solution.f);
  ExpectEquationsOfMotion(robot, solution);
  double along = 0.0, normal = 0.0;
  for (int i = 0; i < solution.f.size(); i += 3) along += solution.f[i], normal += solution.f[i + 2];
  EXPECT_NEAR(along, 0.3 / std::sqrt(2.0) * normal, 1e-6 * normal) << "the pyramid bound is active";
}

TEST(TaskSpace, InactiveContactsExertNoForce) {
  Standing robot;
  robot.tasks.contacts[0].active = false;
  robot.tasks.frames.push_back({robot.model.frame("l_sole"),
                                PointMotion{.a = {0.1, 0.0, 2.0}},
                                OrientationMotion{},
                                {0.0, 0.0},
                                {1.0}});
  TaskSpace task_space(robot.model, 0, robot.options);
  const TaskSpaceSolution& solution = task_space.Solve(robot.q, robot.v, robot.tasks);
  ASSERT_EQ(solution.status, TaskSpaceStatus::kSolved);
  EXPECT_EQ(solution.f.head(12).norm(), 0.0);
  ExpectEquationsOfMotion(robot, solution);
  const VectorXd a =
      FrameAcceleration(robot.model, robot.q, robot.v, solution.a, robot.model.frame("l_sole"));
  EXPECT_LE((a.head<3>() - Vector3d(0.1, 0.0, 2.0)).norm(), 0.1)
      << "it follows its task; other tasks have small weights";
}

TEST(TaskSpace, TorquesStayWithinEffortLimits) {
  Standing robot;
  robot.tasks.center_of_mass->target.a = {0.0, 0.0, 8.0};  // exceeds the effort limits of the knees
  robot.options.effort_limits = true;
  TaskSpace task_space(robot.model, 0, robot.options);
  const TaskSpaceSolution& solution = task_space.Solve(robot.q, robot.v, robot.tasks);
  ASSERT_EQ(solution.status, TaskSpaceStatus::kSolved);
  double use = 0.0;
  for (int k = 6; k < robot.model.nv(); ++k)
    use = Larger(use, std::abs(solution.tau[k]) / robot.model.dofs()[k].effort_limit);
  EXPECT_LE(use, 1.0 + kBoundSolved);
  EXPECT_GE(use, 1.0 - kBoundSolved) << "the limits must be active";
  ExpectEquationsOfMotion(robot, solution);
}

TEST(TaskSpace, JointsStayWithinTheirLimits) {
  Standing robot;
  robot.options.joint_limits = true, robot.options.limit_horizon = 0.1;
  const int head = robot.model.joint("HeadRoll");
  const int i = robot.model.joints()[head].q, k = robot.model.joints()[head].v;
  robot.q[i] = robot.model.dofs()[k].upper - 0.01, robot.v[k] = 0.05;
  robot.tasks.posture->q[i] = robot.model.dofs()[k].upper + 10.0;  // feedback of 100 rad/s² beyond the limit
  TaskSpace task_space(robot.model, 0, robot.options);
  const TaskSpaceSolution& solution = task_space.Solve(robot.q, robot.v, robot.tasks);
  ASSERT_EQ(solution.status, TaskSpaceStatus::kSolved);
  EXPECT_NEAR(robot.q[i] + 0.1 * robot.v[k] + 0.005 * solution.a[k], robot.model.dofs()[k].upper,
              kBoundSolved)
      << "after the horizon it is at its limit";
}

TEST(TaskSpace, ReportsInfeasibleLimits) {
  Standing robot;
  robot.tasks.contacts[0].active =
      false;  // single support with a deep knee bend: exceeds the effort limit of the knee
  robot.q = HumanoidStanding(1.2), robot.tasks.posture->q = robot.q;
  robot.tasks.contacts[1].min_normal = 200.0;  // N per point, twice the weight in all
  robot.options.effort_limits = true;
  TaskSpace task_space(robot.model, 0, robot.options);
  const TaskSpaceSolution& solution = task_space.Solve(robot.q, robot.v, robot.tasks);
  EXPECT_EQ(solution.status, TaskSpaceStatus::kBeyondLimits);
  double use = 0.0;
  for (int k = 6; k < robot.model.nv(); ++k)
    use = Larger(use, std::abs(solution.tau[k]) / robot.model.dofs()[k].effort_limit);
  EXPECT_EQ(use, 1.0) << "torques are clamped to the effort limits";
  robot.options.effort_limits = false;
  TaskSpace unlimited(robot.model, 0, robot.options);
  ExpectEquationsOfMotion(robot, unlimited.Solve(robot.q, robot.v, robot.tasks));
}

/// Tasks of level 2 do not affect level 1; with weights alone they do.
TEST(TaskSpace, SecondLevelDoesNotDisturbTheFirst) {
  Standing robot;
  robot.tasks.center_of_mass->target.a = {0.3, -0.2, 0.1};
  robot.tasks.posture->importance.weight = 1.0;
  const int k = robot.model.joints()[robot.model.joint("LShoulderPitch")].v;
  robot.tasks.posture->a = VectorXd::Zero(robot.model.nv());
  robot.tasks.posture->a[k] = 5.0;
  const auto com_error = [&] {
    TaskSpace task_space(robot.model, 0, robot.options);
    const TaskSpaceSolution& solution = task_space.Solve(robot.q, robot.v, robot.tasks);
    EXPECT_EQ(solution.status, TaskSpaceStatus::kSolved);
    ExpectEquationsOfMotion(robot, solution);
    Workspace<double> ws(robot.model);
    const VectorXd total = dynamics::InverseDynamics(robot.model, robot.q, robot.v, solution.a, ws);
    const Vector3d a = total.head<3>() / robot.model.total_mass() + robot.model.gravity();
    return (a - robot.tasks.center_of_mass->target.a).norm();
  };
  const double one_level = com_error();
  robot.tasks.posture->importance.level = 2;
  for (FrameTask& task : robot.tasks.frames) task.importance.level = 2;
  AvoidForcesLast(robot.tasks);
  EXPECT_GE(one_level, 1e-2) << "with weights alone the posture changes the centre of mass";
  EXPECT_LE(com_error(), kAccelerationSolved);
}

TEST(TaskSpace, SecondLevelIsOptimised) {
  Standing robot;
  const int k = robot.model.joints()[robot.model.joint("LShoulderPitch")].v;
  robot.tasks.posture->a = VectorXd::Zero(robot.model.nv());
  robot.tasks.posture->a[k] = 5.0;
  robot.tasks.posture->importance.level = 2;
  AvoidForcesLast(robot.tasks);
  TaskSpace task_space(robot.model, 0, robot.options);
  const TaskSpaceSolution& solution = task_space.Solve(robot.q, robot.v, robot.tasks);
  ASSERT_EQ(solution.status, TaskSpaceStatus::kSolved);
  EXPECT_NEAR(solution.a[k], 5.0, 0.5) << "the arm accelerates, the legs compensate";
}

TEST(TaskSpace, ContactForcesFollowTheirTask) {
  Standing robot;
  for (TaskContact& contact : robot.tasks.contacts) contact.force_importance.weight = 1e-2;
  robot.tasks.contacts[0].force = {0.0, 0.0, 80.0};  // per point: most of the weight on the left foot
  robot.tasks.contacts[1].force = {0.0, 0.0, 20.0};
  TaskSpace task_space(robot.model, 0, robot.options);
  const TaskSpaceSolution& solution = task_space.Solve(robot.q, robot.v, robot.tasks);
  ASSERT_EQ(solution.status, TaskSpaceStatus::kSolved);
  double left = 0.0, right = 0.0;
  for (int i = 0; i < 12; i += 3) left += solution.f[i + 2], right += solution.f[12 + i + 2];
  EXPECT_GE(left, right + 50.0);
}

TEST(TaskSpace, ToolOfAnArmFollowsItsTask) {
  const Model arm = model::LoadUrdf(SLIPSTICK_MODELS_DIR "/iiwa14.urdf");
  VectorXd q(7), v(7);
  q << 0.3, 0.5, -0.2, -1.2, 0.4, 0.8, 0.1;
  v << 0.2, -0.1, 0.3, 0.1, -0.2, 0.1, 0.2;
  TaskSet tasks;
  const int tool = arm.frame("tool");
  tasks.frames.push_back(
      {tool, PointMotion{.a = {0.5, -0.3, 0.2}}, OrientationMotion{}, {0.0, 0.0}, {1.0, 1}});
  tasks.posture = PostureTask{q, {}, {}, {}, {1.0, 2}};
  TaskSpace task_space(arm);
  const TaskSpaceSolution& solution = task_space.Solve(q, v, tasks);
  ASSERT_EQ(solution.status, TaskSpaceStatus::kSolved);
  const VectorXd a = FrameAcceleration(arm, q, v, solution.a, tool);
  EXPECT_LE((a.head<3>() - Vector3d(0.5, -0.3, 0.2)).norm(), 1e-5);
  EXPECT_LE(a.tail<3>().norm(), 1e-5);
  Workspace<double> ws(arm);
  VectorXd expected = dynamics::InverseDynamics(arm, q, v, solution.a, ws);
  for (int k = 0; k < 7; ++k) expected[k] += arm.dofs()[k].damping * v[k];
  EXPECT_LE((solution.tau - expected).norm(), kForceRounding) << "torques compensate the joint damping";
}

TEST(TaskSpace, WarmStartGivesTheSameSolution) {
  Standing robot;
  robot.tasks.center_of_mass->target.a = {2.0, 1.0, 0.0};  // near the edge of the soles: bounds are active
  TaskSpaceOptions warm = robot.options;
  warm.warm_start = true;
  TaskSpace cold_space(robot.model, 0, robot.options), warm_space(robot.model, 0, warm);
  int cold_iterations = 0, warm_iterations = 0;
  for (uint64_t seed = 1; seed <= 10; ++seed) {
    Standing now = robot;
    now.Disturb(seed, 1e-3);
    const TaskSpaceSolution& cold = cold_space.Solve(now.q, now.v, robot.tasks);
    const TaskSpaceSolution& warm_solution =
        warm_space.Solve(now.q, now.v, robot.tasks);  // warm start from another state
    EXPECT_LE((warm_solution.tau - cold.tau).norm(), kSolved * cold.tau.norm());
    if (seed == 1) continue;  // no earlier solution to start from
    cold_iterations += cold.iterations, warm_iterations += warm_solution.iterations;
  }
  EXPECT_LT(warm_iterations, cold_iterations);
}

/// A box on its sole with a minimum contact force of four times its weight: it cannot rest.
TEST(TaskSpace, ContactsBecomeSoftIfNothingElseIsFeasible) {
  ModelBuilder builder("box");
  const int box = builder.Add("box", Inertia::Box(2.0, {0.2, 0.2, 0.1}), model::Floating("free"));
  builder.AddFrame("sole", box, Pose::At(0.0, 0.0, -0.05));
  const Model model = builder.Build();
  TaskSet tasks;
  TaskContact contact{model.frame("sole"), SoleCorners()};
  contact.min_normal = 2.0 * 9.81;  // of 2 kg, on each of four points
  tasks.contacts.push_back(contact);
  TaskSpace task_space(model);
  const TaskSpaceSolution& solution = task_space.Solve(model.neutral(), VectorXd::Zero(6), tasks);
  EXPECT_EQ(solution.status, TaskSpaceStatus::kSoftContacts);
  EXPECT_NEAR(solution.a[2], 3.0 * 9.81, 1e-3) << "the contact force is four times its weight";
}

TEST(TaskSpace, NonFiniteStateGivesZeroTorques) {
  Standing robot;
  robot.v[7] = std::numeric_limits<double>::quiet_NaN();
  TaskSpace task_space(robot.model, 0, robot.options);
  const TaskSpaceSolution& solution = task_space.Solve(robot.q, robot.v, robot.tasks);
  EXPECT_EQ(solution.status, TaskSpaceStatus::kFailed);
  EXPECT_EQ(solution.tau.norm(), 0.0);
}

TEST(TaskSpace, SecondLevelWorksWithoutFirst) {
  Standing robot;
  const auto torques = [&] {
    TaskSpace task_space(robot.model, 0, robot.options);
    const TaskSpaceSolution& solution = task_space.Solve(robot.q, robot.v, robot.tasks);
    EXPECT_EQ(solution.status, TaskSpaceStatus::kSolved);
    return VectorXd(solution.tau);
  };
  const VectorXd on_first = torques();
  robot.tasks.center_of_mass->importance.level = robot.tasks.posture->importance.level = 2;
  robot.tasks.frames[0].importance.level = 2;
  AvoidForcesLast(robot.tasks);
  EXPECT_LE((torques() - on_first).norm(), 1e-6 * on_first.norm())
      << "alone on the second level, tasks give the same solution";
}

TEST(TaskSpace, TasksOfZeroWeightHaveNoEffect) {
  Standing robot;
  AvoidForcesLast(robot.tasks);
  robot.tasks.posture->importance.level = 2;
  const int hand = robot.model.frame("r_wrist");
  const auto solve = [&] {
    TaskSpace task_space(robot.model, 0, robot.options);
    const TaskSpaceSolution& solution = task_space.Solve(robot.q, robot.v, robot.tasks);
    EXPECT_EQ(solution.status, TaskSpaceStatus::kSolved);
    return VectorXd(solution.a);
  };
  robot.tasks.posture->a = VectorXd::Constant(robot.model.nv(), 0.5);
  const VectorXd without = solve();
  robot.tasks.frames.push_back({hand, PointMotion{.a = {5.0, 5.0, 5.0}}, {}, {0.0, 0.0}, {.weight = 0.0}});
  EXPECT_EQ(solve(), without);
}

/// On a slope the axis of the pyramid is the normal of the ground.
TEST(TaskSpace, FrictionPyramidsFollowTheContactNormal) {
  Standing robot;
  const Vector3d normal = Vector3d(-0.3, 0.0, 1.0).normalized();
  for (TaskContact& contact : robot.tasks.contacts) contact.normal = normal, contact.friction = 0.25;
  AvoidForcesLast(robot.tasks);
  TaskSpace task_space(robot.model, 0, robot.options);
  const TaskSpaceSolution& solution = task_space.Solve(robot.q, robot.v, robot.tasks);
  ASSERT_EQ(solution.status, TaskSpaceStatus::kSolved);
  bool is_inclined = false;
  for (int i = 0; i < solution.f.size(); i += 3) {
    const Vector3d f = solution.f.segment<3>(i);
    const double fn = f.dot(normal), ft = (f - fn * normal).norm();
    EXPECT_LE(ft, 0.25 * fn + kForceSolved);
    is_inclined = is_inclined || f.head<2>().norm() > 0.1 * f.z();
  }
  EXPECT_TRUE(is_inclined) << "vertical forces are outside a cone of friction 0.25 on a slope of 0.3";
}

TEST(TaskSpace, TorquesAndForcesAreZeroWithoutGravity) {
  const Model model = Humanoid().WithGravity(Eigen::Vector3d::Zero());
  Standing robot;
  TaskSpace task_space(model, 0, robot.options);
  const TaskSpaceSolution& solution = task_space.Solve(robot.q, robot.v, robot.tasks);
  ASSERT_EQ(solution.status, TaskSpaceStatus::kSolved);
  EXPECT_LE(solution.tau.norm(), kForceRounding);
  EXPECT_LE(solution.f.norm(), kForceSolved);
}

TEST(TaskSpace, RejectsInvalidTasks) {
  const auto message = [](auto change) {
    Standing robot;
    change(robot.tasks);
    return Refusal([&] { TaskSpace(robot.model, 0, robot.options).Solve(robot.q, robot.v, robot.tasks); });
  };
  EXPECT_EQ(message([](TaskSet&) {}), "accepted");
  EXPECT_NE(message([](TaskSet& t) { t.frames[0].frame = 1000; }).find("frame 1000"), std::string::npos);
  EXPECT_NE(message([](TaskSet& t) { t.contacts[0].points.resize(2); }).find("2 points"), std::string::npos);
  EXPECT_NE(message([](TaskSet& t) { t.posture->importance.level = 3; }).find("level = 3"),
            std::string::npos);
  EXPECT_NE(message([](TaskSet& t) { t.posture->importance.weight = -1; }).find("weight = -1"),
            std::string::npos);
  EXPECT_NE(message([](TaskSet& t) { t.posture->q.resize(3); }).find("q of the posture"), std::string::npos);
  EXPECT_NE(message([](TaskSet& t) { t.contacts[1].frame = t.contacts[0].frame; }).find("two contacts"),
            std::string::npos);
  EXPECT_NE(message([](TaskSet& t) { t.contacts[0].normal *= 2.0; }).find("unit vector"), std::string::npos);
  EXPECT_NE(message([](TaskSet& t) { t.posture->gains.kp = -1.0; }).find("kp = -1"), std::string::npos);
  EXPECT_NE(message([](TaskSet& t) { t.contacts[0].friction = 0; }).find("friction = 0"), std::string::npos);
}

}  // namespace
}  // namespace slipstick::control
