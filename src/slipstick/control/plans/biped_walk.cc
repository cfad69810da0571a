#include "slipstick/control/plans/biped_walk.h"

#include <fmt/core.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "slipstick/core/convert.h"
#include "slipstick/core/error.h"
#include "slipstick/dynamics/kinematics.h"

namespace slipstick::control {

using Eigen::Vector2d;
using Eigen::Vector3d;

void BipedWalkParameters::Visit(FieldVisitor& visit) {
  visit.Number("step_length", step_length, {-10.0, 10.0}, "m",
               "distance of a foothold ahead of the stance foot; negative: backward");
  visit.Number("steps", steps, {1.0, 1e4}, "", "whole number of footsteps");
  visit.Number("support_time", support_time, {0.02, 100.0}, "s",
               "of each footstep: double support, then swing");
  visit.Number("double_support", double_support, {0.01, 100.0}, "s", "double support time of each footstep");
  visit.Number("clearance", clearance, {0.0, 10.0}, "m", "of a swing foot above the ground");
  visit.Number("start_time", start_time, {0.01, 1e3}, "s", "time from rest to the first footstep");
  visit.Number("end_time", end_time, {0.01, 1e3}, "s", "time to come to rest after the last double support");
  visit.Number("sink", sink, {0.0, 10.0}, "m", "descent of the centre of mass before the first footstep");
  visit.Number("closing", closing, {0.0, 1.0}, "",
               "1: the last footstep ends beside the stance foot, 0: ahead of it");
  visit.Number("foot_inset", foot_inset, {0.0, 10.0}, "m",
               "offset of the supporting point from the middle of a foot, towards the other foot");
}

namespace {

constexpr const char* kWalkName = "walk";
constexpr int kLeft = 0, kRight = 1;

/// Duration of the transitions between rest and the pendulum, in units of 1/ω. With a constant p the
/// transition would be an exponential; a quintic over this time is so close to it that p moves by only 5 % of
/// the distance from p to the centre of mass. Over 3 or 7 units it moves by 19 %, over others by more.
constexpr double kTransition = 4.5;

Vector2d OnGround(const Vector3d& p) { return p.head<2>(); }

/// Centre of mass and forward direction in the standing configuration.
struct StandingPosture {
  Vector3d com, forward;
};

StandingPosture StandingPostureOf(const LeggedRobot& robot) {
  Workspace<double> ws(*robot.model);
  dynamics::ForwardKinematics(*robot.model, robot.standing, ws);
  const Vector3d x = ToEigen(ws.body[robot.base].R.x);
  return {CenterOfMass(robot, ws), Vector3d(x.x(), x.y(), 0.0).normalized()};
}

void CheckWholeNumber(const char* name, double value) {
  if (value != std::floor(value))
    throw InputError(fmt::format("{}: {} = {}, expected a whole number; round it.", kWalkName, name, value));
}

void CheckTimes(const BipedWalkParameters& p) {
  if (p.double_support >= p.support_time)
    throw InputError(
        fmt::format("{}: double_support = {} s leaves no time to swing within support_time = {} s; shorten "
                    "it or increase support_time.",
                    kWalkName, p.double_support, p.support_time));
}

/// The horizontal projection of the x axis of the base is forward; it must not vanish.
void CheckForwardAxis(const LeggedRobot& robot) {
  constexpr double kMinLength = 0.1;  // of a unit vector
  Workspace<double> ws(*robot.model);
  dynamics::ForwardKinematics(*robot.model, robot.standing, ws);
  const Vec3<double> x = ws.body[robot.base].R.x;
  if (std::hypot(x.x, x.y) < kMinLength)
    throw InputError(
        fmt::format("{}: the x axis of the base '{}' is vertical in the standing configuration, expected a "
                    "horizontal component that points forward; rotate the frame of the base.",
                    kWalkName, robot.model->bodies()[robot.base].name));
}

void CheckFeet(const LeggedRobot& robot, const BipedWalkParameters& p) {
  CheckForwardAxis(robot);
  if (robot.num_feet() != 2)
    throw InputError(fmt::format("{}: the robot has {} feet, expected 2 in the order left, right.", kWalkName,
                                 robot.num_feet()));
  robot.RequireFloatingBase(kWalkName);
  const Vector3d forward = StandingPostureOf(robot).forward;
  const double width = (robot.stance[kLeft] - robot.stance[kRight]).dot(Vector3d::UnitZ().cross(forward));
  if (!(width > 0.0))
    throw InputError(
        fmt::format("{}: foot '{}' stands {:.3f} m to the right of foot '{}'; name the left one first.",
                    kWalkName, robot.model->frames()[robot.feet[kLeft]].name, -width,
                    robot.model->frames()[robot.feet[kRight]].name));
  if (2.0 * p.foot_inset > width)
    throw InputError(
        fmt::format("{}: foot_inset = {} m is more than half of the {:.3f} m between the feet; reduce it or "
                    "use a wider stance.",
                    kWalkName, p.foot_inset, width));
}

void CheckHeight(const LeggedRobot& robot, const BipedWalkParameters& p) {
  const Vector3d& gravity = robot.model->gravity();
  if (!(gravity.z() < 0.0) || gravity.x() != 0.0 || gravity.y() != 0.0)
    throw InputError(
        fmt::format("{}: gravity = ({}, {}, {}) m/s², but the inverted pendulum needs gravity along -z; set "
                    "it to (0, 0, -9.81).",
                    kWalkName, gravity.x(), gravity.y(), gravity.z()));
  const double height =
      StandingPostureOf(robot).com.z() - 0.5 * (robot.stance[kLeft].z() + robot.stance[kRight].z());
  if (!(height - p.sink > 0.0))
    throw InputError(
        fmt::format("{}: sink = {} m, but the centre of mass is {:.3f} m above the feet; reduce sink.",
                    kWalkName, p.sink, height));
  // largest acceleration of RestToRest
  const double fastest = 10.0 / std::sqrt(3.0) * p.sink / (p.start_time * p.start_time);
  if (fastest >= -gravity.z())
    throw InputError(
        fmt::format("{}: sink = {} m within start_time = {} s is faster than free fall ({:.1f} m/s²); reduce "
                    "sink or increase start_time.",
                    kWalkName, p.sink, p.start_time, fastest));
}

const BipedWalkParameters& CheckedParameters(const LeggedRobot& robot,
                                             const BipedWalkParameters& parameters) {
  CheckFields(parameters, kWalkName);
  CheckWholeNumber("steps", parameters.steps);
  CheckWholeNumber("closing", parameters.closing);
  CheckTimes(parameters);
  CheckFeet(robot, parameters);
  CheckHeight(robot, parameters);
  return parameters;
}

}  // namespace

BipedWalk::BipedWalk(const LeggedRobot& robot, const BipedWalkParameters& parameters)
    : parameters_(CheckedParameters(robot, parameters)),
      home_{robot.stance[kLeft], robot.stance[kRight]},
      com_(StandingPostureOf(robot).com),
      forward_(StandingPostureOf(robot).forward),
      g_(robot.model->gravity().norm()),
      ground_(0.5 * (home_[kLeft].z() + home_[kRight].z())),
      footsteps_(PlanFootsteps()),
      pendulum_(std::sqrt(g_ / (com_.z() - parameters.sink - ground_)), PlanZeroMomentPoint()),
      begin_(FromRest()),
      end_(ToRest()),
      sink_(RestToRest(0.0, -parameters.sink, parameters.start_time)) {}

/// The swing foot lands beside the support foot and step_length ahead of it.
std::vector<Footstep> BipedWalk::PlanFootsteps() const {
  const BipedWalkParameters& p = parameters_;
  const int steps = static_cast<int>(p.steps);
  std::array<Vector3d, 2> at = home_;
  std::vector<Footstep> list;
  for (int k = 0; k < steps; ++k) {
    const int support = k % 2 == 0 ? kRight : kLeft, swing = 1 - support;
    const double start = p.start_time + k * p.support_time;
    const double ahead = p.closing == 1.0 && k == steps - 1 ? 0.0 : p.step_length;
    const double advance = (at[support] - at[swing]).dot(forward_) + ahead;
    const Vector3d to = at[swing] + advance * forward_;
    list.push_back({swing, start + p.double_support, p.start_time + (k + 1) * p.support_time, at[swing], to});
    at[swing] = to;
  }
  return list;
}

std::vector<ZeroMomentKnot> BipedWalk::PlanZeroMomentPoint() const {
  std::array<Vector3d, 2> at = home_;
  std::vector<ZeroMomentKnot> knots{{parameters_.start_time, OnGround(com_)}};
  for (const Footstep& step : footsteps_) {
    const int support = 1 - step.foot;
    const Vector2d p = SupportPoint(support, at[support]);
    knots.push_back({step.lift_off, p});
    knots.push_back({step.touch_down, p});
    at[step.foot] = step.to;
  }
  knots.push_back(
      {footsteps_.back().touch_down + parameters_.double_support, 0.5 * OnGround(at[kLeft] + at[kRight])});
  return knots;
}

/// The zero-moment point under this foot when it stands at p.
Vector2d BipedWalk::SupportPoint(int foot, const Vector3d& p) const {
  const Vector3d left = Vector3d::UnitZ().cross(forward_);
  return OnGround(p + (foot == kLeft ? -parameters_.foot_inset : parameters_.foot_inset) * left);
}

/// Rests first if start_time is longer than the transition.
BipedWalk::Transition BipedWalk::FromRest() const {
  const PlaneMotion c = pendulum_.At(pendulum_.begin());
  const double T = std::min(parameters_.start_time, kTransition / omega());
  const auto along = [&](int axis) { return Quintic({com_[axis]}, {c.p[axis], c.v[axis], c.a[axis]}, T); };
  return {along(0), along(1), pendulum_.begin() - T};
}

BipedWalk::Transition BipedWalk::ToRest() const {
  const PlaneMotion c = pendulum_.At(pendulum_.end());
  const Vector2d rest = pendulum_.ZeroMomentPoint(pendulum_.end());
  const double T = std::min(parameters_.end_time, kTransition / omega());
  const auto along = [&](int axis) { return Quintic({c.p[axis], c.v[axis], c.a[axis]}, {rest[axis]}, T); };
  return {along(0), along(1), pendulum_.end()};
}

double BipedWalk::duration() const { return pendulum_.end() + parameters_.end_time; }

PointMotion BipedWalk::Body(double t) const {
  const PlaneMotion c = Horizontal(t);
  PointMotion body;
  body.p.head<2>() = c.p, body.v.head<2>() = c.v, body.a.head<2>() = c.a;
  SetAxis(body, 2, Height(t));
  return body;
}

PlaneMotion BipedWalk::Horizontal(double t) const {
  if (t >= pendulum_.begin() && t <= pendulum_.end()) return pendulum_.At(t);
  const Transition& transition = t < pendulum_.begin() ? begin_ : end_;
  const ScalarMotion x = transition.x.At(t - transition.start), y = transition.y.At(t - transition.start);
  return {{x.p, y.p}, {x.v, y.v}, {x.a, y.a}};
}

ScalarMotion BipedWalk::Height(double t) const {
  const ScalarMotion sink = sink_.At(t);
  return {com_.z() + sink.p, sink.v, sink.a};
}

Vector2d BipedWalk::ZeroMomentPoint(double t) const {
  if (t >= pendulum_.begin() && t <= pendulum_.end()) return pendulum_.ZeroMomentPoint(t);
  const PlaneMotion c = Horizontal(t);
  const ScalarMotion z = Height(t);
  return c.p - c.a * ((z.p - ground_) / (g_ + z.a));
}

/// Velocity and acceleration are zero at lift-off and touch-down.
PointMotion BipedWalk::Foot(int foot, double t) const {
  const Footstep* step = LatestFootstep(foot, t);
  if (step == nullptr) return {home_[foot]};
  const double since = t - step->lift_off, swing_time = step->touch_down - step->lift_off;
  const ScalarMotion s = RestToRest(0.0, 1.0, swing_time).At(since);
  const Vector3d along = step->to - step->from;
  PointMotion point{step->from + s.p * along, s.v * along, s.a * along};
  const ScalarMotion lift = SexticBump(since, swing_time, parameters_.clearance);
  point.p.z() += lift.p, point.v.z() += lift.v, point.a.z() += lift.a;
  return point;
}

bool BipedWalk::IsInStance(int foot, double t) const {
  const Footstep* step = LatestFootstep(foot, t);
  return step == nullptr || t >= step->touch_down;
}

/// The last footstep of this foot that has begun by t; null if none. The feet alternate.
const Footstep* BipedWalk::LatestFootstep(int foot, double t) const {
  const auto next = std::upper_bound(footsteps_.begin(), footsteps_.end(), t,
                                     [](double time, const Footstep& step) { return time < step.lift_off; });
  for (auto step = next; step != footsteps_.begin();)
    if ((--step)->foot == foot) return &*step;
  return nullptr;
}

std::shared_ptr<const MotionPlan> MakeBipedWalk(const LeggedRobot& robot,
                                                const BipedWalkParameters& parameters) {
  return std::make_shared<BipedWalk>(robot, parameters);
}

}  // namespace slipstick::control
