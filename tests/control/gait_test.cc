// Gaits by joint feedback alone: the feet follow the plan relative to the body, without base feedback.
#include <gmock/gmock.h>

#include <cmath>

#include "slipstick/control/followers/gait_controller.h"
#include "slipstick/control/followers/whole_body.h"
#include "slipstick/control/plans/hop.h"
#include "slipstick/control/plans/jump.h"
#include "slipstick/control/plans/walk.h"
#include "slipstick/dynamics/kinematics.h"
#include "support/numbers.h"
#include "support/refusal.h"
#include "support/solo.h"
#include "support/tolerances.h"

namespace slipstick::control {

using namespace support;
namespace {

using Eigen::Vector3d;
using Eigen::VectorXd;
using testing::HasSubstr;

const std::vector<std::string> kGaitFeet{"FL_foot", "FR_foot", "HL_foot", "HR_foot"};

Model Load(const std::string& name, UrdfOptions::Base base = UrdfOptions::Base::kPlanar) {
  UrdfOptions options;
  options.base = base;
  return model::LoadUrdf(SLIPSTICK_MODELS_DIR "/" + name, options);
}
const Model& RoboSimian() {
  static const Model model = Load("robosimian.urdf");
  return model;
}
const Model& Spider() {
  static const Model model = Load("spider.urdf");
  return model;
}

LeggedRobot StandingRoboSimian() {
  VectorXd q = RoboSimian().neutral();
  for (int leg = 0; leg < 4; ++leg) q.segment<3>(3 + 3 * leg) = M_PI_2 * Vector3d(0.9, -1.0, 1.1);
  return {RoboSimian(), kGaitFeet, q};
}
LeggedRobot StandingSpider() { return {Spider(), kGaitFeet, Spider().neutral()}; }

/// Displacements of the feet from their standing positions for these joint positions, with the base fixed.
std::vector<Vector3d> FeetMoved(const LeggedRobot& robot, const VectorXd& joints) {
  VectorXd q = robot.standing;
  q.tail(joints.size()) = joints;
  Workspace<double> ws(*robot.model);
  dynamics::ForwardKinematics(*robot.model, q, ws);
  std::vector<Vector3d> moved;
  for (int c = 0; c < robot.num_feet(); ++c)
    moved.push_back(dynamics::FramePose(*robot.model, ws, robot.feet[c]).p - robot.stance[c]);
  return moved;
}

//   height   0 ─╮            ╭─╮ 0.2
//               ╰── -0.2 ────╯ ╰─ 0
TEST(Hop, CrouchesRisesAndSettlesFromRestToRest) {
  const LeggedRobot robot = StandingSpider();
  const auto hop = MakeHop(robot, {.settle_time = 1.0, .stand_time = 0.5, .duration = 10.0});
  const auto height = [&](double t) { return hop->Body(t).p.z() - robot.base_position.z(); };
  EXPECT_EQ(height(0.3), 0.0);
  for (const double start : {0.5, 0.5 + 2.2, 0.5 + 3 * 2.2}) {
    EXPECT_NEAR(height(start), 0.0, kAccumulatedRounding);
    EXPECT_NEAR(height(start + 0.5), -0.1, kAccumulatedRounding);  // halfway, by symmetry
    EXPECT_NEAR(height(start + 1.0), -0.2, kAccumulatedRounding);
    EXPECT_NEAR(height(start + 1.2), 0.2, kAccumulatedRounding);
    EXPECT_NEAR(height(start + 1.7), 0.1, kAccumulatedRounding);
    EXPECT_NEAR(hop->Body(start + 1.0).v.z(), 0.0, kAccumulatedRounding);
    EXPECT_NEAR(hop->Body(start + 1.1).v.z(), 1.5 * 0.4 / 0.2,
                kAccumulatedRounding);  // a cubic is 1.5 times its mean speed
  }
  EXPECT_EQ(height(9.5), 0.0);  // four whole hops end at 9.3 s
}

TEST(Hop, VelocityIsTheDerivativeOfPosition) {
  const auto hop = MakeHop(StandingSpider());
  const double dt = 1e-5;
  for (double t = 0.013; t < 3.0; t += 0.05) {
    const double slope = (hop->Body(t + dt).p.z() - hop->Body(t - dt).p.z()) / (2 * dt);
    const double change = (hop->Body(t + dt).v.z() - hop->Body(t - dt).v.z()) / (2 * dt);
    EXPECT_NEAR(hop->Body(t).v.z(), slope, 1e-6) << t;  // jerk of 12 · 0.4 / 0.2³ times dt² / 6
    EXPECT_NEAR(hop->Body(t).a.z(), change, 1e-5)
        << t;  // rounding, 1e-16 · 3 / dt; differences of a cubic have no other error
  }
}

TEST(Walk, MovesTheBodyByOneStridePerStage) {
  const LeggedRobot robot = StandingRoboSimian();
  const auto walk = MakeWalk(robot, {.stride = 0.2, .stage = 0.35, .lift = 0.15, .duty = 0.6});
  EXPECT_NEAR(walk->Body(5.35).p.x() - walk->Body(5.0).p.x(), 0.2, kAccumulatedRounding);
  for (double t = 2.0; t < 5.0; t += 0.03) {
    EXPECT_EQ(walk->IsInStance(0, t), walk->IsInStance(3, t));
    EXPECT_EQ(walk->IsInStance(1, t), walk->IsInStance(2, t));
    EXPECT_TRUE(walk->IsInStance(0, t) || walk->IsInStance(1, t)) << t;
    for (int foot = 0; foot < 4; ++foot)
      if (walk->IsInStance(foot, t)) {
        EXPECT_EQ(walk->Foot(foot, t).v, Vector3d::Zero());
      }
  }
  double highest = 0.0;
  for (double t = 2.0; t < 3.0; t += 0.001)
    highest = Larger(highest, walk->Foot(1, t).p.z() - robot.stance[1].z());
  EXPECT_NEAR(highest, 0.15, 1e-4);  // to the nearest millisecond
}

TEST(Gait, FeetFollowThePlan) {
  for (const LeggedRobot& robot : {StandingRoboSimian(), StandingSpider()})
    for (const auto& plan : {MakeHop(robot), MakeWalk(robot, {.stride = 0.15, .lift = 0.15})}) {
      const JointSpline path = SolveForJoints(robot, *plan);
      ASSERT_NEAR(path.duration(), plan->duration(), kAccumulatedRounding);
      JointMotion motion;
      double on_samples = 0.0, between = 0.0;
      for (int k = 0; k <= 2000; ++k) {
        const double t = 0.005 * k;
        path.At(t, motion);
        const std::vector<Vector3d> moved = FeetMoved(robot, motion.q);
        for (int c = 0; c < 4; ++c) {
          const Vector3d desired =
              plan->Foot(c, t).p - robot.stance[c] - (plan->Body(t).p - robot.base_position);
          double& largest = k % 2 == 0 ? on_samples : between;
          largest = Larger(largest, (moved[c] - desired).norm());
        }
      }
      EXPECT_LT(on_samples, 1e-8);  // inverse kinematics stops at 1e-10 m
      EXPECT_LT(between,
                2e-3);  // interpolation error at jumps of acceleration by 100 m/s²: 100 · 0.01² / 8
    }
}

TEST(Gait, JointsMoveWithoutJumps) {
  for (const LeggedRobot& robot : {StandingRoboSimian(), StandingSpider()})
    for (const auto& plan : {MakeHop(robot), MakeWalk(robot, {.stride = 0.15, .lift = 0.15})}) {
      const JointSpline path = SolveForJoints(robot, *plan);
      JointMotion motion;
      const double dt = 1e-6;
      for (double t = 0.0031; t < 9.9; t += 0.01) {
        path.At(t - dt, motion);
        const VectorXd before = motion.q;
        path.At(t + dt, motion);
        const VectorXd slope = (motion.q - before) / (2 * dt);
        path.At(t, motion);
        ASSERT_LT(LargestDifference(motion.v, slope), 1e-6) << t;
        ASSERT_LT(LargestEntry(motion.v), 15.0) << t;  // rad/s; a flip to another IK solution would show 100
      }
    }
}

TEST(Gait, HopMovesAllLegsEqually) {
  for (const LeggedRobot& robot : {StandingRoboSimian(), StandingSpider()}) {
    const JointSpline path = SolveForJoints(robot, *MakeHop(robot));
    JointMotion motion;
    for (double t = 0.0; t < 3.0; t += 0.1) {
      path.At(t, motion);
      for (int leg = 1; leg < 4; ++leg)  // yaw of the spider stays at zero
        EXPECT_LT((motion.q.segment<3>(3 * leg) - motion.q.head<3>()).norm(), 1e-9) << t;
    }
  }
}

TEST(Gait, TargetsDependOnTimeOnly) {
  const LeggedRobot robot = StandingRoboSimian();
  const auto plan = MakeHop(robot);
  const JointSpline path = SolveForJoints(robot, *plan);
  GaitController now(robot, *plan, {.kp = 1000.0, .kd = 1.0}), ahead(robot, *plan, {}, 0.05);
  Actuation actuation(RoboSimian());
  State state;
  state.q = robot.standing, state.v = VectorXd::Zero(15);
  JointMotion motion;
  for (const double t : {3.21, 1.1, 0.0, 50.0}) {
    state.t = t;
    now.Update(state, actuation);
    path.At(t, motion);
    EXPECT_EQ(VectorXd(actuation.q_ref.tail(12)), motion.q);
    EXPECT_EQ(VectorXd(actuation.v_ref.tail(12)), motion.v);
    EXPECT_EQ(VectorXd(actuation.kp.head(3)), VectorXd::Zero(3));  // the base is not actuated
    EXPECT_EQ(VectorXd(actuation.kp.tail(12)), VectorXd::Constant(12, 1000.0));
    state.t = t - 0.05;
    ahead.Update(state, actuation);
    EXPECT_LT((actuation.q_ref.tail(12) - motion.q).norm(), kAccumulatedRounding);
  }
}

TEST(Gait, RejectsInfeasiblePlans) {
  const LeggedRobot robot = StandingRoboSimian();
  EXPECT_THAT(
      Refusal([&] { SolveForJoints(robot, *MakeHop(robot, {.stroke = 2.0})); }),
      testing::AllOf(HasSubstr("foot 'FL_foot' cannot move by (0.000, 0.000, "), HasSubstr("at t = 1.")));
  EXPECT_THAT(Refusal([&] { MakeHop(robot, {.stand_time = 9.0}); }),
              HasSubstr("too short for a hop of 1.4 s after stand_time = 9 s"));
  EXPECT_THAT(Refusal([&] { MakeHop(robot, {.crouch = -1.0}); }), HasSubstr("crouch = -1 m, must be"));
  EXPECT_THAT(Refusal([&] { MakeWalk(robot, {.duty = 0.3}); }), HasSubstr("duty = 0.3"));
  const LeggedRobot solo = SoloRobot();
  EXPECT_THAT(Refusal([&] { SolveForJoints(solo, *MakeJump(solo)); }), HasSubstr("moves the centre of mass"));
}

TEST(Gait, WholeBodyControlRequiresAFloatingBase) {
  EXPECT_THAT(Refusal([] { WholeBody control(StandingRoboSimian()); }),
              HasSubstr("the base 'torso' of 'robosimian' is planar"));
  EXPECT_THAT(Refusal([] { PlaceOnGround(RoboSimian(), kGaitFeet, RoboSimian().neutral()); }),
              HasSubstr("is planar"));
}

TEST(Gait, FloatingAndPlanarBasesGiveTheSameJoints) {
  const Model floating = Load("spider.urdf", UrdfOptions::Base::kFloating);
  const LeggedRobot free(floating, kGaitFeet, floating.neutral()), planar = StandingSpider();
  JointMotion a, b;
  SolveForJoints(free, *MakeWalk(free)).At(4.321, a);
  SolveForJoints(planar, *MakeWalk(planar)).At(4.321, b);
  EXPECT_LT((a.q - b.q).norm(), 1e-9);
}

}  // namespace
}  // namespace slipstick::control
