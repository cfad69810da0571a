#include "slipstick/control/plans/hop.h"

#include <fmt/core.h>

#include <cmath>

#include "slipstick/core/error.h"

namespace slipstick::control {

void HopParameters::Visit(FieldVisitor& visit) {
  visit.Number("crouch", crouch, {0.0, 10.0}, "m", "descent of the body");
  visit.Number("stroke", stroke, {0.0, 10.0}, "m", "rise of the body after the crouch");
  visit.Number("sink_time", sink_time, {0.01, 100.0}, "s", "duration of the crouch");
  visit.Number("rise_time", rise_time, {0.01, 100.0}, "s", "duration of the rise");
  visit.Number("settle_time", settle_time, {0.01, 100.0}, "s", "duration of the return to the start height");
  visit.Number("stand_time", stand_time, {0.0, 1e3}, "s", "of standing before the first hop");
  visit.Number("duration", duration, {0.03, 1e4}, "s", "total duration; whole hops only");
}

namespace {

/// The cubic from rest to rest.
ScalarMotion Cubic(double from, double to, double T, double t) {
  const double s = t / T, d = to - from;
  return {from + d * s * s * (3.0 - 2.0 * s), 6.0 * d * s * (1.0 - s) / T, d * (6.0 - 12.0 * s) / (T * T)};
}

class HopPlan : public MotionPlan {
 public:
  HopPlan(const LeggedRobot& robot, const HopParameters& p)
      : parameters_(p),
        end_(p.stand_time + p.period() * std::floor((p.duration - p.stand_time) / p.period() + 1e-9)),
        feet_(robot.stance),
        base_(robot.base_position) {}

  double duration() const override { return parameters_.duration; }

  PointMotion Body(double t) const override {
    PointMotion body{base_};
    const ScalarMotion height = Height(t);
    SetAxis(body, 2, {base_.z() + height.p, height.v, height.a});
    return body;
  }
  PointMotion Foot(int foot, double) const override { return {feet_[foot]}; }
  bool IsInStance(int, double) const override { return true; }

 private:
  /// Height of the body above its start.
  ScalarMotion Height(double t) const {
    const HopParameters& p = parameters_;
    if (t < p.stand_time || t >= end_) return {};
    const double since = std::fmod(t - p.stand_time, p.period());
    const double risen = p.sink_time + p.rise_time;
    if (since < p.sink_time) return Cubic(0.0, -p.crouch, p.sink_time, since);
    if (since < risen) return Cubic(-p.crouch, p.stroke - p.crouch, p.rise_time, since - p.sink_time);
    return Cubic(p.stroke - p.crouch, 0.0, p.settle_time, since - risen);
  }

  HopParameters parameters_;
  double end_;  ///< of the last hop, s
  std::vector<Eigen::Vector3d> feet_;
  Eigen::Vector3d base_;
};

}  // namespace

std::shared_ptr<const MotionPlan> MakeHop(const LeggedRobot& robot, const HopParameters& parameters) {
  CheckFields(parameters, "hop");
  if (parameters.stand_time + parameters.period() > parameters.duration * (1.0 + 1e-9))
    throw InputError(
        fmt::format("hop: duration = {} s is too short for a hop of {:g} s after stand_time = {} s; shorten "
                    "these or increase duration.",
                    parameters.duration, parameters.period(), parameters.stand_time));
  return std::make_shared<HopPlan>(robot, parameters);
}

}  // namespace slipstick::control
