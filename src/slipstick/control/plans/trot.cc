#include "slipstick/control/plans/trot.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "slipstick/core/convert.h"
#include "slipstick/core/error.h"
#include "slipstick/dynamics/kinematics.h"

namespace slipstick::control {

using Eigen::Vector3d;

void TrotParameters::Visit(FieldVisitor& visit) {
  visit.Number("speed", speed, {-100.0, 100.0}, "m/s", "forward speed; negative: backward");
  visit.Number("duration", duration, {0.01, 1e4}, "s", "total duration");
  visit.Number("stand_time", stand_time, {0.0, 1e3}, "s",
               "of standing before the first and after the last footstep");
  visit.Number("ramp", ramp, {0.01, 1e3}, "s", "time to reach full speed, and to stop");
  visit.Number("period", period, {0.02, 100.0}, "s", "of one footstep of each pair");
  visit.Number("duty", duty, {0.5, 0.95}, "", "fraction of the period in which a foot is in stance");
  visit.Number("clearance", clearance, {0.0, 10.0}, "m", "of a swing foot above the ground");
  visit.Number("lowering", lowering, {-10.0, 10.0}, "m", "of the base at full speed");
}

namespace {

/// One swing of one foot.
struct Swing {
  double start, duration;  ///< s
  Vector3d from, to;
};

class Trot : public MotionPlan {
 public:
  Trot(const LeggedRobot& robot, const TrotParameters& p)
      : parameters_(p),
        start_(robot.base_position),
        home_(robot.stance),
        speed_ramp_(RestToRest(0.0, 1.0, p.ramp)),
        swings_(robot.num_feet()) {
    Workspace<double> ws(*robot.model);
    dynamics::ForwardKinematics(*robot.model, robot.standing, ws);
    const Vector3d x = ToEigen(ws.body[robot.base].R.x);
    forward_ = Vector3d(x.x(), x.y(), 0.0).normalized();
    for (int foot = 0; foot < robot.num_feet(); ++foot) PlanSwings(foot);
  }

  double duration() const override { return parameters_.duration; }

  PointMotion Body(double t) const override {
    const ScalarMotion distance = Distance(t), speed_fraction = SpeedFraction(t);
    PointMotion body{start_ + distance.p * forward_, distance.v * forward_, distance.a * forward_};
    body.p.z() -= parameters_.lowering * speed_fraction.p;
    body.v.z() -= parameters_.lowering * speed_fraction.v;
    body.a.z() -= parameters_.lowering * speed_fraction.a;
    return body;
  }

  PointMotion Foot(int foot, double t) const override {
    const Swing* swing = LatestSwing(foot, t);
    if (swing == nullptr) return {home_[foot]};
    const ScalarMotion s = RestToRest(0.0, 1.0, swing->duration).At(t - swing->start);
    const Vector3d along = swing->to - swing->from;
    PointMotion point{swing->from + s.p * along, s.v * along, s.a * along};
    const ScalarMotion lift = SexticBump(t - swing->start, swing->duration, parameters_.clearance);
    point.p.z() += lift.p, point.v.z() += lift.v, point.a.z() += lift.a;
    return point;
  }

  bool IsInStance(int foot, double t) const override {
    const Swing* swing = LatestSwing(foot, t);
    return swing == nullptr || t >= swing->start + swing->duration;
  }

 private:
  /// Fraction of full speed: ramp up, constant, ramp down.
  ScalarMotion SpeedFraction(double t) const {
    const double begin = t - parameters_.stand_time;
    const double end = parameters_.duration - parameters_.stand_time - t;
    if (begin < end) return speed_ramp_.At(begin);
    const ScalarMotion speed_fraction = speed_ramp_.At(end);
    return {speed_fraction.p, -speed_fraction.v, speed_fraction.a};
  }
  /// Distance travelled. The ramp is symmetric, so its integral from 0 to T is T / 2.
  ScalarMotion Distance(double t) const {
    const ScalarMotion speed_fraction = SpeedFraction(t);
    const double speed = parameters_.speed, ramp = parameters_.ramp;
    const double begin = t - parameters_.stand_time;
    const double end = parameters_.duration - parameters_.stand_time - t;
    const double total = parameters_.duration - 2.0 * parameters_.stand_time - ramp;
    const auto covered = [&](double s) { return s < ramp ? RampIntegral(s) : s - 0.5 * ramp; };
    const double distance = begin < end ? covered(begin) : total - covered(end);
    return {speed * distance, speed * speed_fraction.p, speed * speed_fraction.v};
  }
  /// ∫ 10 s³ - 15 s⁴ + 6 s⁵ over the first t seconds of the ramp.
  double RampIntegral(double t) const {
    const double T = parameters_.ramp, s = std::clamp(t / T, 0.0, 1.0);
    return T * s * s * s * s * (2.5 + s * (-3.0 + s));
  }

  /// Plans swings while the base moves; the last one ends before the final standing phase.
  void PlanSwings(int foot) {
    const TrotParameters& p = parameters_;
    const double swing_time = (1.0 - p.duty) * p.period;
    const double first = p.stand_time + (IsSecondPair(foot) ? 0.5 * p.period : 0.0);
    const double last_end = p.duration - p.stand_time + 1e-9;
    Vector3d at = home_[foot];
    for (double start = first; start + swing_time <= last_end; start += p.period) {
      const double landing = start + swing_time;
      const bool is_last = landing + p.period > last_end;
      const double middle = is_last ? p.duration : landing + 0.5 * p.duty * p.period;
      const Vector3d to = home_[foot] + Distance(middle).p * forward_;
      swings_[foot].push_back({start, swing_time, at, to});
      at = to;
    }
  }
  static bool IsSecondPair(int foot) { return foot == 1 || foot == 2; }

  const Swing* LatestSwing(int foot, double t) const {
    const auto& swings = swings_[foot];
    const auto next = std::upper_bound(swings.begin(), swings.end(), t,
                                       [](double time, const Swing& swing) { return time < swing.start; });
    return next == swings.begin() ? nullptr : &*(next - 1);
  }

  TrotParameters parameters_;
  Vector3d start_, forward_;
  std::vector<Vector3d> home_;
  Quintic speed_ramp_;
  std::vector<std::vector<Swing>> swings_;  ///< per foot, by time
};

}  // namespace

std::shared_ptr<const MotionPlan> MakeTrot(const LeggedRobot& robot, const TrotParameters& parameters) {
  return MakeTrotAs("trot", robot, parameters);
}

std::shared_ptr<const MotionPlan> MakeTrotAs(const char* name, const LeggedRobot& robot,
                                             const TrotParameters& parameters) {
  CheckFields(parameters, name);
  if (robot.num_feet() != 4)
    throw InputError(
        fmt::format("{}: the robot has {} feet, expected 4 in the order front left, front right, hind "
                    "left, hind right.",
                    name, robot.num_feet()));
  if (2.0 * (parameters.stand_time + parameters.ramp) > parameters.duration)
    throw InputError(
        fmt::format("{}: duration = {} s is too short for stand_time = {} s and ramp = {} s at both ends; "
                    "shorten these or increase duration.",
                    name, parameters.duration, parameters.stand_time, parameters.ramp));
  return std::make_shared<Trot>(robot, parameters);
}

}  // namespace slipstick::control
