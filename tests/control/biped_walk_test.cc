// A biped's walk keeps its zero-moment point under the feet that stand, and its centre of mass obeys the
// mechanics of both.
#include "slipstick/control/plans/biped_walk.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "slipstick/core/error.h"
#include "slipstick/dynamics/kinematics.h"
#include "support/humanoid.h"
#include "support/solo.h"

namespace slipstick::control {

using namespace support;
namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;
using Eigen::VectorXd;

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

/// Walks that differ in all that matters.
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

/// Signed distance to the convex hull of the corners of soles that stand, < 0 inside. Soles reach from 0.05 m
/// behind the ankle to 0.1 m before it and 0.05 m to both sides.
double OutsideSupport(const BipedWalk& walk, double t) {
  std::vector<Vector2d> corners;
  for (int foot = 0; foot < 2; ++foot)
    for (const double x : {-0.05, 0.1})
      for (const double y : {-0.05, 0.05})
        if (walk.Stands(foot, t)) corners.push_back(walk.Foot(foot, t).p.head<2>() + Vector2d(x, y));
  const Vector2d p = walk.ZeroMomentPoint(t);
  double outside = -1.0;  // the largest over all directions of how far p lies beyond all corners
  for (int k = 0; k < 720; ++k) {
    const double angle = k * std::numbers::pi / 360.0;
    const Vector2d n(std::cos(angle), std::sin(angle));
    double furthest = -1e9;
    for (const Vector2d& corner : corners) furthest = std::max(furthest, n.dot(corner));
    outside = std::max(outside, n.dot(p) - furthest);
  }
  return outside;
}

/// All instants at which one thing gives way to another.
std::vector<double> Seams(const BipedWalk& walk, const BipedWalkParameters& p) {
  std::vector<double> seams{p.start_time, std::max(0.0, p.start_time - 4.5 / walk.omega())};
  for (const Footstep& step : walk.footsteps()) seams.insert(seams.end(), {step.lift_off, step.touch_down});
  seams.push_back(seams.back() + p.double_support);
  seams.push_back(seams.back() + std::min(p.end_time, 4.5 / walk.omega()));
  return seams;
}

TEST(BipedWalk, CentreOfMassObeysTheMomentsAboutTheZeroMomentPoint) {
  const double g = 9.81, ground = Robot().stance[0].z(), h = 1e-4;
  for (const BipedWalkParameters& p : kWalks) {
    const BipedWalk walk(Robot(), p);
    for (double t = 0.0033; t < walk.duration() - h; t += 0.0137) {
      const PointMotion c = walk.Body(t);
      const Vector3d v = (walk.Body(t + h).p - walk.Body(t - h).p) / (2.0 * h);
      const Vector3d a = (walk.Body(t + h).v - walk.Body(t - h).v) / (2.0 * h);
      // the tolerances: h² times the fourth derivative, < 100 m/s⁴, and h |Δ jerk| / 4 across a seam, jumps <
      // 40 m/s³
      EXPECT_LE((v - c.v).norm(), 1e-6) << "t = " << t;
      EXPECT_LE((a - c.a).norm(), 1.1e-3) << "t = " << t;
      const Vector2d moments =
          (g + a.z()) * (c.p.head<2>() - walk.ZeroMomentPoint(t)) - (c.p.z() - ground) * a.head<2>();
      EXPECT_LE(moments.norm(), 1.1e-3) << "t = " << t;
    }
  }
}

TEST(BipedWalk, IsALinearInvertedPendulumWhereItsHeightRests) {
  for (const BipedWalkParameters& p : kWalks) {
    const BipedWalk walk(Robot(), p);
    const double height = StandingCom().z() - p.sink - Robot().stance[0].z();
    EXPECT_NEAR(walk.omega(), std::sqrt(9.81 / height), 1e-12);
    for (double t = p.start_time; t < walk.duration(); t += 0.0137) {
      const PointMotion c = walk.Body(t);
      EXPECT_NEAR(c.p.z(), StandingCom().z() - p.sink, 1e-15);
      EXPECT_NEAR(c.a.z(), 0.0, 1e-14);  // rounding of a polynomial
      const Vector2d a = 9.81 / height * (c.p.head<2>() - walk.ZeroMomentPoint(t));
      EXPECT_LE((a - c.a.head<2>()).norm(), 1e-13) << "t = " << t;  // rounding of metres times ω²
    }
  }
}

TEST(BipedWalk, NothingJumpsAtSeams) {
  const double h = 1e-9;
  for (const BipedWalkParameters& p : kWalks) {
    const BipedWalk walk(Robot(), p);
    for (const double t : Seams(walk, p)) {
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
    EXPECT_NEAR(T, p.start_time + p.steps * p.support_time + p.double_support + p.end_time, 1e-12);
    EXPECT_EQ(walk.Body(0.0).p, StandingCom());
    const Vector2d middle = 0.5 * (walk.Foot(0, T).p + walk.Foot(1, T).p).head<2>();
    EXPECT_LE((walk.Body(T).p.head<2>() - middle).norm(), 1e-15);
    for (const double t : {0.0, T}) {
      EXPECT_LE(walk.Body(t).v.norm(), 1e-14) << "t = " << t;  // rounding of a polynomial
      EXPECT_LE(walk.Body(t).a.norm(), 1e-13) << "t = " << t;
      EXPECT_LE((walk.ZeroMomentPoint(t) - walk.Body(t).p.head<2>()).norm(), 1e-14);
    }
  }
}

TEST(BipedWalk, OneFootCarriesWhileTheOtherSwings) {
  for (const BipedWalkParameters& p : kWalks) {
    const BipedWalk walk(Robot(), p);
    ASSERT_EQ(walk.footsteps().size(), p.steps);
    int expected = 0;  // the left one swings first
    for (const Footstep& step : walk.footsteps()) {
      EXPECT_EQ(step.foot, expected);
      expected = 1 - expected;
      for (double t = step.lift_off; t < step.touch_down; t += 0.013) {
        EXPECT_FALSE(walk.Stands(step.foot, t));
        EXPECT_TRUE(walk.Stands(1 - step.foot, t));
        Vector2d under = walk.Foot(1 - step.foot, t).p.head<2>();
        under.y() += step.foot == 0 ? p.foot_inset : -p.foot_inset;
        EXPECT_LE((walk.ZeroMomentPoint(t) - under).norm(), 1e-15) << "t = " << t;
      }
      EXPECT_TRUE(walk.Stands(step.foot, step.touch_down));
    }
  }
}

TEST(BipedWalk, ZeroMomentPointStaysWithinTheFeetThatStand) {
  for (const BipedWalkParameters& p : kWalks) {
    const BipedWalk walk(Robot(), p);
    double worst = -1.0;
    for (double t = 0.0; t <= walk.duration(); t += 0.0051) worst = std::max(worst, OutsideSupport(walk, t));
    EXPECT_LE(worst, -0.025) << "step_length = "
                             << p.step_length;  // 0.05 m to the edge, 0.03 m of it if inset
  }
}

TEST(BipedWalk, ZeroMomentPointHardlyMovesOnTheWaysFromAndToRest) {
  for (const double time : {1.0, 1.2, 3.0, 20.0}) {
    const BipedWalkParameters p{.start_time = time, .end_time = time};
    const BipedWalk walk(Robot(), p);
    const double T = walk.duration();
    const Vector2d first = StandingCom().head<2>(), last = walk.Body(T).p.head<2>();
    for (double t = 0.0; t <= time; t += 0.01) {  // 7 % of the 0.037 m that c is off
      EXPECT_LE((walk.ZeroMomentPoint(t) - first).norm(), 0.003) << "t = " << t << " of " << time;
      EXPECT_LE((walk.ZeroMomentPoint(T - t) - last).norm(), 0.003) << "t = " << t << " of " << time;
    }
  }
}

TEST(BipedWalk, FeetThatStandDoNotMove) {
  for (const BipedWalkParameters& p : kWalks) {
    const BipedWalk walk(Robot(), p);
    for (int foot = 0; foot < 2; ++foot) {
      Vector3d place = Robot().stance[foot];
      for (double t = 0.0; t <= walk.duration(); t += 0.0031) {
        const PointMotion point = walk.Foot(foot, t);
        if (!walk.Stands(foot, t)) {
          for (const Footstep& step : walk.footsteps())
            if (step.foot == foot && t >= step.lift_off) place = step.to;
          EXPECT_GE(point.p.z(), Robot().stance[foot].z());
          continue;
        }
        EXPECT_LE((point.p - place).norm(), 1e-15) << "foot " << foot << " t = " << t;
        EXPECT_EQ(point.v.norm() + point.a.norm(), 0.0) << "foot " << foot << " t = " << t;
      }
    }
  }
}

TEST(BipedWalk, SwingsAreLiftedByTheirClearanceAndVelocitiesAreDerivatives) {
  const double h = 1e-5;
  for (const BipedWalkParameters& p : kWalks) {
    const BipedWalk walk(Robot(), p);
    for (const Footstep& step : walk.footsteps()) {
      const PointMotion middle = walk.Foot(step.foot, 0.5 * (step.lift_off + step.touch_down));
      EXPECT_NEAR(middle.p.z() - step.from.z(), p.clearance, 1e-15);
      EXPECT_LE((0.5 * (step.from + step.to) - middle.p).head<2>().norm(), 1e-15);
      for (double t = step.lift_off + 2.0 * h; t < step.touch_down - h; t += 0.0371) {
        const PointMotion before = walk.Foot(step.foot, t - h), after = walk.Foot(step.foot, t + h);
        const PointMotion point = walk.Foot(step.foot, t);
        EXPECT_LE(((after.p - before.p) / (2.0 * h) - point.v).norm(), 1e-8);  // h² times 100 m/s³
        EXPECT_LE(((after.v - before.v) / (2.0 * h) - point.a).norm(), 1e-6);
      }
    }
  }
}

TEST(BipedWalk, FootholdsAlternateOneStepAhead) {
  const BipedWalk walk(Robot(), {.step_length = 0.12, .steps = 4});
  const double x0 = Robot().stance[0].x();
  for (int k = 0; k < 4; ++k) {
    const Footstep& step = walk.footsteps()[k];
    EXPECT_NEAR(step.to.x() - x0, 0.12 * (k + 1), 1e-12);
    EXPECT_NEAR(step.to.x() - step.from.x(), k == 0 ? 0.12 : 0.24, 1e-12);
    EXPECT_NEAR(step.to.y(), Robot().stance[step.foot].y(), 1e-15);
    EXPECT_EQ(step.to.z(), Robot().stance[step.foot].z());
  }
  const BipedWalk closed(Robot(), {.step_length = 0.12, .steps = 4, .closing = 1});
  EXPECT_NEAR(closed.footsteps()[3].to.x() - x0, 0.36, 1e-12);
  EXPECT_NEAR(closed.Body(closed.duration()).p.x() - x0, 0.36, 1e-12);
}

TEST(BipedWalk, WithoutLengthStepsOnTheSpot) {
  const BipedWalk walk(Robot(), {.step_length = 0.0});
  for (double t = 0.0; t < walk.duration(); t += 0.01) {
    EXPECT_LE(std::abs(walk.Body(t).p.x() - StandingCom().x()), 0.06) << "t = " << t;
    for (int foot = 0; foot < 2; ++foot)
      EXPECT_LE((walk.Foot(foot, t).p - Robot().stance[foot]).head<2>().norm(), 1e-15);
  }
  EXPECT_GE(walk.Foot(0, 1.7).p.z(), Robot().stance[0].z() + 0.049);
}

// Right, left, seen from the end: left, right. On the spot that is the walk in a mirror.
TEST(BipedWalk, BackwardsInTimeIsTheMirrorImage) {
  const BipedWalkParameters p{.step_length = 0.0, .steps = 2, .start_time = 1.1, .end_time = 1.1};
  const BipedWalk walk(Robot(), p);
  const double T = walk.duration(), off = StandingCom().y();
  ASSERT_LE(std::abs(off), 1e-4) << "the humanoid stands in the middle, but for what its arms weigh";
  for (double t = 0.0; t <= T; t += 0.01) {
    const double y = walk.Body(t).p.y(), y_back = walk.Body(T - t).p.y();
    EXPECT_NEAR(y, -y_back, 2.0 * std::abs(off) + 1e-13) << "t = " << t;
  }
  EXPECT_LE(walk.Body(1.1 + 0.7).p.y(), -0.05) << "first over the right foot";
}

TEST(BipedWalk, BackwardIsTheMirrorImageOfForward) {
  const BipedWalk forward(Robot(), {.step_length = 0.15}), backward(Robot(), {.step_length = -0.15});
  const BipedWalk on_the_spot(Robot(), {.step_length = 0.0});
  for (double t = 0.0; t <= forward.duration(); t += 0.01) {
    const Vector3d ahead = forward.Body(t).p - on_the_spot.Body(t).p;
    const Vector3d behind = backward.Body(t).p - on_the_spot.Body(t).p;
    EXPECT_LE((ahead + behind).norm(), 1e-14) << "t = " << t;
    EXPECT_LE(std::abs(ahead.y()), 1e-14);
  }
}

TEST(BipedWalk, GoesWhereTheRobotLooks) {
  const double yaw = 2.1;
  const LeggedRobot turned = StandingHumanoid(yaw);
  const BipedWalkParameters p{.steps = 3, .foot_inset = 0.01};
  const BipedWalk walk(Robot(), p), walk_turned(turned, p);
  const Eigen::AngleAxisd R(yaw, Vector3d::UnitZ());
  for (double t = 0.0; t <= walk.duration(); t += 0.01) {
    EXPECT_LE((R * walk.Body(t).p - walk_turned.Body(t).p).norm(), 1e-13) << "t = " << t;
    EXPECT_LE((R * walk.Body(t).v - walk_turned.Body(t).v).norm(), 1e-12) << "t = " << t;
    for (int foot = 0; foot < 2; ++foot)
      EXPECT_LE((R * walk.Foot(foot, t).p - walk_turned.Foot(foot, t).p).norm(), 1e-13) << "t = " << t;
  }
}

std::string RefusalOf(const LeggedRobot& robot, const BipedWalkParameters& parameters) {
  try {
    const BipedWalk walk(robot, parameters);
  } catch (const InputError& error) {
    return error.what();
  }
  return "nothing refused";
}

TEST(BipedWalk, RefusesWhatCannotBe) {
  EXPECT_EQ(RefusalOf(Robot(), {.steps = 2.5}), "walk: steps = 2.5, expected a whole number; round it.");
  EXPECT_EQ(RefusalOf(Robot(), {.steps = 0}),
            "walk: steps = 0, must be between 1 and 10000 (whole number of footsteps).");
  EXPECT_EQ(RefusalOf(Robot(), {.closing = 0.5}), "walk: closing = 0.5, expected a whole number; round it.");
  EXPECT_EQ(RefusalOf(Robot(), {.support_time = 0.2, .double_support = 0.2}),
            "walk: double_support = 0.2 s leaves no time to swing within support_time = 0.2 s; shorten it, "
            "or let a step last longer.");
  EXPECT_EQ(RefusalOf(Robot(), {.foot_inset = 0.1}),
            "walk: foot_inset = 0.1 m is more than half of the 0.192 m between the feet; shorten it, "
            "or stand "
            "wider.");
  EXPECT_EQ(RefusalOf(Robot(), {.start_time = 0.1, .sink = 0.1}),
            "walk: sink = 0.1 m within start_time = 0.1 s is faster than falling (57.7 m/s²); sink less, or "
            "start slower.");
  EXPECT_NE(RefusalOf(Robot(), {.sink = 2.0}).find("sink less"), std::string::npos);
  EXPECT_EQ(RefusalOf(SoloRobot(), {}), "walk: the robot has 4 feet, expected 2 in the order left, right.");
  EXPECT_EQ(RefusalOf(StandingHumanoid(0.0, {"r_ankle", "l_ankle"}), {}),
            "walk: foot 'r_ankle' stands 0.192 m to the right of foot 'l_ankle'; name the left one first.");
  Model weightless = Humanoid();
  weightless.gravity().setZero();
  LeggedRobot robot = Robot();
  robot.model = &weightless;
  EXPECT_NE(RefusalOf(robot, {}).find("points straight down"), std::string::npos);
}

}  // namespace
}  // namespace slipstick::control
