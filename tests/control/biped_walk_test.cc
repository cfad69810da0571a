// The walk of a biped: the zero-moment point stays within the support polygon, and the centre of mass obeys
// the moment balance about it.
#include "slipstick/control/plans/biped_walk.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "slipstick/dynamics/kinematics.h"
#include "support/humanoid.h"
#include "support/numbers.h"
#include "support/refusal.h"
#include "support/solo.h"
#include "support/tolerances.h"

namespace slipstick::control {

using namespace support;
namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;
using Eigen::VectorXd;

// Tolerances. All quantities are of order 1 in SI units.
constexpr double kExact = 1e-15;       // a sum of two or three numbers: a few units in the last place
constexpr double kPolynomial = 1e-14;  // rounding of a quintic and of the exponentials of the pendulum
constexpr double kScaled = 1e-13;      // the same times ω² (about 12 1/s²), or rotated by other operations
constexpr double kDifferenceOfSwing = 1e-8;          // h² = 1e-10 s² times a third derivative of 100 m/s³
constexpr double kDifferenceOfSwingVelocity = 1e-6;  // h² = 1e-10 s² times a fourth derivative of 1e4 m/s⁴

/// With bent knees, the soles flat on the ground 0.07 m below the ankles, turned about the vertical by `yaw`.
LeggedRobot StandingHumanoid(double yaw = 0.0,
                             const std::vector<std::string>& feet = {"l_ankle", "r_ankle"}) {
  const Model& model = Humanoid();
  VectorXd q = model.neutral();
  q[5] = std::sin(0.5 * yaw), q[6] = std::cos(0.5 * yaw);
  for (const char* side : {"L", "R"}) {
    const std::string s = side;
    q[model.joints()[model.joint(s + "HipPitch")].q] = -0.4;
    q[model.joints()[model.joint(s + "KneePitch")].q] = 0.8;
    q[model.joints()[model.joint(s + "AnklePitch")].q] = -0.4;
  }
  return {model, feet, PlaceOnGround(model, feet, q, 0.07)};
}

const LeggedRobot& Robot() {
  static const LeggedRobot robot = StandingHumanoid();
  return robot;
}

Vector3d StandingCom(const LeggedRobot& robot = Robot()) {
  Workspace<double> ws(*robot.model);
  dynamics::ForwardKinematics(*robot.model, robot.standing, ws);
  return CenterOfMass(robot, ws);
}

/// Walks that cover all parameters.
const std::vector<BipedWalkParameters> kWalks{
    {},
    {.step_length = -0.15, .steps = 3, .closing = 1},
    {.step_length = 0.2,
     .steps = 5,
     .support_time = 0.8,
     .double_support = 0.1,
     .closing = 1,
     .foot_inset = 0.02},
    {.step_length = 0.0, .steps = 2, .sink = 0.05},
    {.steps = 1, .support_time = 1.0, .start_time = 1.5, .end_time = 0.9, .sink = 0.1},
};

/// Signed distance of the zero-moment point to the support polygon, < 0 inside. Soles extend from 0.05 m
/// behind the ankle to 0.1 m in front of it and 0.05 m to both sides.
double OutsideSupport(const BipedWalk& walk, double t) {
  std::vector<Vector2d> corners;
  for (int foot = 0; foot < 2; ++foot)
    for (const double x : {-0.05, 0.1})
      for (const double y : {-0.05, 0.05})
        if (walk.IsInStance(foot, t)) corners.push_back(walk.Foot(foot, t).p.head<2>() + Vector2d(x, y));
  const Vector2d p = walk.ZeroMomentPoint(t);
  double outside = -1.0;  // maximum over all directions of the distance of p beyond all corners
  for (int k = 0; k < 720; ++k) {
    const double angle = k * std::numbers::pi / 360.0;
    const Vector2d n(std::cos(angle), std::sin(angle));
    double furthest = -1e9;
    for (const Vector2d& corner : corners) furthest = Larger(furthest, n.dot(corner));
    outside = Larger(outside, n.dot(p) - furthest);
  }
  return outside;
}

/// All instants at which the phase of the walk changes.
std::vector<double> PhaseChanges(const BipedWalk& walk, const BipedWalkParameters& p) {
  std::vector<double> times{p.start_time, std::max(0.0, p.start_time - 4.5 / walk.omega())};
  for (const Footstep& step : walk.footsteps()) times.insert(times.end(), {step.lift_off, step.touch_down});
  times.push_back(times.back() + p.double_support);
  times.push_back(times.back() + std::min(p.end_time, 4.5 / walk.omega()));
  return times;
}

TEST(BipedWalk, CentreOfMassObeysTheMomentsAboutTheZeroMomentPoint) {
  const double g = 9.81, ground = Robot().stance[0].z(), h = 1e-4;
  for (const BipedWalkParameters& p : kWalks) {
    const BipedWalk walk(Robot(), p);
    for (double t = 0.0033; t < walk.duration() - h; t += 0.0137) {
      const PointMotion c = walk.Body(t);
      const Vector3d v = (walk.Body(t + h).p - walk.Body(t - h).p) / (2.0 * h);
      const Vector3d a = (walk.Body(t + h).v - walk.Body(t - h).v) / (2.0 * h);
      // tolerances: h² times the fourth derivative, < 100 m/s⁴, and h |Δ jerk| / 4 across a phase change with
      // jumps of jerk < 40 m/s³
      EXPECT_LE((v - c.v).norm(), 1e-6) << "t = " << t;
      EXPECT_LE((a - c.a).norm(), 1.1e-3) << "t = " << t;
      const Vector2d moments =
          (g + a.z()) * (c.p.head<2>() - walk.ZeroMomentPoint(t)) - (c.p.z() - ground) * a.head<2>();
      EXPECT_LE(moments.norm(), 1.1e-3) << "t = " << t;
    }
  }
}

TEST(BipedWalk, IsALinearInvertedPendulumAtConstantHeight) {
  for (const BipedWalkParameters& p : kWalks) {
    const BipedWalk walk(Robot(), p);
    const double height = StandingCom().z() - p.sink - Robot().stance[0].z();
    EXPECT_NEAR(walk.omega(), std::sqrt(9.81 / height), kAccumulatedRounding);
    for (double t = p.start_time; t < walk.duration(); t += 0.0137) {
      const PointMotion c = walk.Body(t);
      EXPECT_NEAR(c.p.z(), StandingCom().z() - p.sink, kExact);
      EXPECT_NEAR(c.a.z(), 0.0, kPolynomial);
      const Vector2d a = 9.81 / height * (c.p.head<2>() - walk.ZeroMomentPoint(t));
      EXPECT_LE((a - c.a.head<2>()).norm(), kScaled) << "t = " << t;
    }
  }
}

TEST(BipedWalk, IsContinuousAtPhaseChanges) {
  const double h = 1e-9;
  for (const BipedWalkParameters& p : kWalks) {
    const BipedWalk walk(Robot(), p);
    for (const double t : PhaseChanges(walk, p)) {
      const PointMotion before = walk.Body(t - h), after = walk.Body(t + h);
      EXPECT_LE((after.p - before.p).norm(), 2e-9)
          << "t = " << t;  // 2 h times 1 m/s, 5 m/s², 40 m/s³ and 2 m/s
      EXPECT_LE((after.v - before.v).norm(), 1e-8) << "t = " << t;
      EXPECT_LE((after.a - before.a).norm(), 8e-8) << "t = " << t;
      EXPECT_LE((walk.ZeroMomentPoint(t + h) - walk.ZeroMomentPoint(t - h)).norm(), 4e-9) << "t = " << t;
      for (int foot = 0; foot < 2; ++foot)
        EXPECT_LE((walk.Foot(foot, t + h).a - walk.Foot(foot, t - h).a).norm(), 1e-6) << "t = " << t;
    }
  }
}

TEST(BipedWalk, BeginsAndEndsAtRest) {
  for (const BipedWalkParameters& p : kWalks) {
    const BipedWalk walk(Robot(), p);
    const double T = walk.duration();
    EXPECT_NEAR(T, p.start_time + p.steps * p.support_time + p.double_support + p.end_time,
                kAccumulatedRounding);
    EXPECT_EQ(walk.Body(0.0).p, StandingCom());
    const Vector2d middle = 0.5 * (walk.Foot(0, T).p + walk.Foot(1, T).p).head<2>();
    EXPECT_LE((walk.Body(T).p.head<2>() - middle).norm(), kExact);
    for (const double t : {0.0, T}) {
      EXPECT_LE(walk.Body(t).v.norm(), kPolynomial) << "t = " << t;
      EXPECT_LE(walk.Body(t).a.norm(), kScaled) << "t = " << t;
      EXPECT_LE((walk.ZeroMomentPoint(t) - walk.Body(t).p.head<2>()).norm(), kPolynomial);
    }
  }
}

TEST(BipedWalk, OneFootSupportsWhileTheOtherSwings) {
  for (const BipedWalkParameters& p : kWalks) {
    const BipedWalk walk(Robot(), p);
    ASSERT_EQ(walk.footsteps().size(), p.steps);
    int expected = 0;  // the left foot swings first
    for (const Footstep& step : walk.footsteps()) {
      EXPECT_EQ(step.foot, expected);
      expected = 1 - expected;
      for (double t = step.lift_off; t < step.touch_down; t += 0.013) {
        EXPECT_FALSE(walk.IsInStance(step.foot, t));
        EXPECT_TRUE(walk.IsInStance(1 - step.foot, t));
        Vector2d under = walk.Foot(1 - step.foot, t).p.head<2>();
        under.y() += step.foot == 0 ? p.foot_inset : -p.foot_inset;
        EXPECT_LE((walk.ZeroMomentPoint(t) - under).norm(), kExact) << "t = " << t;
      }
      EXPECT_TRUE(walk.IsInStance(step.foot, step.touch_down));
    }
  }
}

TEST(BipedWalk, ZeroMomentPointStaysWithinTheSupportPolygon) {
  for (const BipedWalkParameters& p : kWalks) {
    const BipedWalk walk(Robot(), p);
    double worst = -1.0;
    for (double t = 0.0; t <= walk.duration(); t += 0.0051) worst = Larger(worst, OutsideSupport(walk, t));
    EXPECT_LE(worst, -0.025) << "step_length = "
                             << p.step_length;  // 0.05 m to the edge, 0.03 m of it if inset
  }
}

TEST(BipedWalk, ZeroMomentPointHardlyMovesInTransitionsFromAndToRest) {
  for (const double time : {1.0, 1.2, 3.0, 20.0}) {
    const BipedWalkParameters p{.start_time = time, .end_time = time};
    const BipedWalk walk(Robot(), p);
    const double T = walk.duration();
    const Vector2d first = StandingCom().head<2>(), last = walk.Body(T).p.head<2>();
    for (double t = 0.0; t <= time; t += 0.01) {  // 7 % of the offset of c, 0.037 m
      EXPECT_LE((walk.ZeroMomentPoint(t) - first).norm(), 0.003) << "t = " << t << " of " << time;
      EXPECT_LE((walk.ZeroMomentPoint(T - t) - last).norm(), 0.003) << "t = " << t << " of " << time;
    }
  }
}

TEST(BipedWalk, StanceFeetDoNotMove) {
  for (const BipedWalkParameters& p : kWalks) {
    const BipedWalk walk(Robot(), p);
    for (int foot = 0; foot < 2; ++foot) {
      Vector3d place = Robot().stance[foot];
      for (double t = 0.0; t <= walk.duration(); t += 0.0031) {
        const PointMotion point = walk.Foot(foot, t);
        if (!walk.IsInStance(foot, t)) {
          for (const Footstep& step : walk.footsteps())
            if (step.foot == foot && t >= step.lift_off) place = step.to;
          EXPECT_GE(point.p.z(), Robot().stance[foot].z());
          continue;
        }
        EXPECT_LE((point.p - place).norm(), kExact) << "foot " << foot << " t = " << t;
        EXPECT_EQ(point.v.norm() + point.a.norm(), 0.0) << "foot " << foot << " t = " << t;
      }
    }
  }
}

TEST(BipedWalk, SwingFeetRiseByTheClearanceAndVelocitiesAreDerivatives) {
  const double h = 1e-5;
  for (const BipedWalkParameters& p : kWalks) {
    const BipedWalk walk(Robot(), p);
    ASSERT_FALSE(walk.footsteps().empty());
    for (const Footstep& step : walk.footsteps()) {
      const PointMotion middle = walk.Foot(step.foot, 0.5 * (step.lift_off + step.touch_down));
      EXPECT_NEAR(middle.p.z() - step.from.z(), p.clearance, kExact);
      EXPECT_LE((0.5 * (step.from + step.to) - middle.p).head<2>().norm(), kExact);
      for (double t = step.lift_off + 2.0 * h; t < step.touch_down - h; t += 0.0371) {
        const PointMotion before = walk.Foot(step.foot, t - h), after = walk.Foot(step.foot, t + h);
        const PointMotion point = walk.Foot(step.foot, t);
        EXPECT_LE(((after.p - before.p) / (2.0 * h) - point.v).norm(), kDifferenceOfSwing);
        EXPECT_LE(((after.v - before.v) / (2.0 * h) - point.a).norm(), kDifferenceOfSwingVelocity);
      }
    }
  }
}

TEST(BipedWalk, FootholdsAlternateOneStepAhead) {
  const BipedWalk walk(Robot(), {.step_length = 0.12, .steps = 4});
  const double x0 = Robot().stance[0].x();
  for (int k = 0; k < 4; ++k) {
    const Footstep& step = walk.footsteps()[k];
    EXPECT_NEAR(step.to.x() - x0, 0.12 * (k + 1), kAccumulatedRounding);
    EXPECT_NEAR(step.to.x() - step.from.x(), k == 0 ? 0.12 : 0.24, kAccumulatedRounding);
    EXPECT_NEAR(step.to.y(), Robot().stance[step.foot].y(), kExact);
    EXPECT_EQ(step.to.z(), Robot().stance[step.foot].z());
  }
  const BipedWalk closed(Robot(), {.step_length = 0.12, .steps = 4, .closing = 1});
  EXPECT_NEAR(closed.footsteps()[3].to.x() - x0, 0.36, kAccumulatedRounding);
  EXPECT_NEAR(closed.Body(closed.duration()).p.x() - x0, 0.36, kAccumulatedRounding);
}

TEST(BipedWalk, StepLengthZeroStepsOnTheSpot) {
  const BipedWalk walk(Robot(), {.step_length = 0.0});
  for (double t = 0.0; t < walk.duration(); t += 0.01) {
    EXPECT_LE(std::abs(walk.Body(t).p.x() - StandingCom().x()), 0.06) << "t = " << t;
    for (int foot = 0; foot < 2; ++foot)
      EXPECT_LE((walk.Foot(foot, t).p - Robot().stance[foot]).head<2>().norm(), kExact);
  }
  EXPECT_GE(walk.Foot(0, 1.7).p.z(), Robot().stance[0].z() + 0.049);
}

// Support feet right, left; in reversed time left, right: on the spot this is the mirror image.
TEST(BipedWalk, TimeReversalIsTheMirrorImage) {
  const BipedWalkParameters p{.step_length = 0.0, .steps = 2, .start_time = 1.1, .end_time = 1.1};
  const BipedWalk walk(Robot(), p);
  const double T = walk.duration(), off = StandingCom().y();
  ASSERT_LE(std::abs(off), 1e-4) << "the humanoid is symmetric, except for the mass of its arms";
  for (double t = 0.0; t <= T; t += 0.01) {
    const double y = walk.Body(t).p.y(), y_back = walk.Body(T - t).p.y();
    EXPECT_NEAR(y, -y_back, 2.0 * std::abs(off) + kScaled) << "t = " << t;
  }
  EXPECT_LE(walk.Body(1.1 + 0.7).p.y(), -0.05) << "the first support foot is the right one";
}

TEST(BipedWalk, BackwardIsTheMirrorImageOfForward) {
  const BipedWalk forward(Robot(), {.step_length = 0.15}), backward(Robot(), {.step_length = -0.15});
  const BipedWalk on_the_spot(Robot(), {.step_length = 0.0});
  for (double t = 0.0; t <= forward.duration(); t += 0.01) {
    const Vector3d ahead = forward.Body(t).p - on_the_spot.Body(t).p;
    const Vector3d behind = backward.Body(t).p - on_the_spot.Body(t).p;
    EXPECT_LE((ahead + behind).norm(), kPolynomial) << "t = " << t;
    EXPECT_LE(std::abs(ahead.y()), kPolynomial);
  }
}

TEST(BipedWalk, WalksAlongTheForwardAxisOfTheBase) {
  const double yaw = 2.1;
  const LeggedRobot turned = StandingHumanoid(yaw);
  const BipedWalkParameters p{.steps = 3, .foot_inset = 0.01};
  const BipedWalk walk(Robot(), p), walk_turned(turned, p);
  const Eigen::AngleAxisd R(yaw, Vector3d::UnitZ());
  for (double t = 0.0; t <= walk.duration(); t += 0.01) {
    EXPECT_LE((R * walk.Body(t).p - walk_turned.Body(t).p).norm(), kScaled) << "t = " << t;
    EXPECT_LE((R * walk.Body(t).v - walk_turned.Body(t).v).norm(), kAccumulatedRounding) << "t = " << t;
    for (int foot = 0; foot < 2; ++foot)
      EXPECT_LE((R * walk.Foot(foot, t).p - walk_turned.Foot(foot, t).p).norm(), kScaled) << "t = " << t;
  }
}

std::string RefusalOf(const LeggedRobot& robot, const BipedWalkParameters& parameters) {
  return Refusal([&] { const BipedWalk walk(robot, parameters); });
}

TEST(BipedWalk, RejectsInvalidParameters) {
  EXPECT_EQ(RefusalOf(Robot(), {.steps = 2.5}), "walk: steps = 2.5, expected a whole number; round it.");
  EXPECT_EQ(RefusalOf(Robot(), {.steps = 0}),
            "walk: steps = 0, must be between 1 and 10000 (whole number of footsteps).");
  EXPECT_EQ(RefusalOf(Robot(), {.closing = 0.5}), "walk: closing = 0.5, expected a whole number; round it.");
  EXPECT_EQ(RefusalOf(Robot(), {.support_time = 0.2, .double_support = 0.2}),
            "walk: double_support = 0.2 s leaves no time to swing within support_time = 0.2 s; shorten it or "
            "increase support_time.");
  EXPECT_EQ(
      RefusalOf(Robot(), {.foot_inset = 0.1}),
      "walk: foot_inset = 0.1 m is more than half of the 0.192 m between the feet; reduce it or use a wider "
      "stance.");
  EXPECT_EQ(
      RefusalOf(Robot(), {.start_time = 0.1, .sink = 0.1}),
      "walk: sink = 0.1 m within start_time = 0.1 s is faster than free fall (57.7 m/s²); reduce sink or "
      "increase start_time.");
  EXPECT_NE(RefusalOf(Robot(), {.sink = 2.0}).find("reduce sink"), std::string::npos);
  EXPECT_EQ(RefusalOf(SoloRobot(), {}), "walk: the robot has 4 feet, expected 2 in the order left, right.");
  EXPECT_EQ(RefusalOf(StandingHumanoid(0.0, {"r_ankle", "l_ankle"}), {}),
            "walk: foot 'r_ankle' stands 0.192 m to the right of foot 'l_ankle'; name the left one first.");
  const Model weightless = Humanoid().WithGravity(Eigen::Vector3d::Zero());
  LeggedRobot robot = Robot();
  robot.model = &weightless;
  EXPECT_NE(RefusalOf(robot, {}).find("needs gravity along -z"), std::string::npos);
}

}  // namespace
}  // namespace slipstick::control
