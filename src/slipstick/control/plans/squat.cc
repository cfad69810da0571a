#include "slipstick/control/plans/squat.h"

#include <fmt/core.h>

#include <algorithm>
#include <numbers>

#include "slipstick/core/error.h"
#include "slipstick/core/scalar.h"

namespace slipstick::control {

void SquatParameters::Visit(FieldVisitor& visit) {
  visit.Number("amplitude", amplitude, {0.0, 10.0}, "m", "of the vertical motion of the base");
  visit.Number("frequency", frequency, {1e-3, 100.0}, "Hz", "squats per second");
  visit.Number("duration", duration, {1e-3, 1e4}, "s", "duration of the motion");
  visit.Number("ramp", ramp, {0.0, 1e4}, "s", "time to reach the full amplitude, and to leave it");
}

namespace {

class Squat : public MotionPlan {
 public:
  Squat(const LeggedRobot& robot, const SquatParameters& parameters)
      : parameters_(parameters),
        feet_(robot.stance),
        base_(robot.base_position),
        grow_(RestToRest(0.0, 1.0, std::max(parameters.ramp, 1e-9))) {}

  double duration() const override { return parameters_.duration; }

  PointMotion Body(double t) const override {
    const double omega = 2.0 * std::numbers::pi * parameters_.frequency;
    const auto [s, cosine] = SinCos(omega * t);  // the same bits with every C library
    const double c = omega * cosine, A = parameters_.amplitude;
    const ScalarMotion w = Weight(t);
    PointMotion body{base_};
    body.p.z() += A * w.p * s;
    body.v.z() = A * (w.v * s + w.p * c);
    body.a.z() = A * (w.a * s + 2.0 * w.v * c - w.p * omega * omega * s);
    return body;
  }
  PointMotion Foot(int foot, double) const override { return {feet_[foot]}; }
  bool IsInStance(int, double) const override { return true; }

 private:
  ScalarMotion Weight(double t) const {
    if (parameters_.ramp == 0.0) return {1.0};
    if (t < 0.5 * duration()) return grow_.At(t);
    const ScalarMotion w = grow_.At(duration() - t);
    return {w.p, -w.v, w.a};
  }

  SquatParameters parameters_;
  std::vector<Eigen::Vector3d> feet_;
  Eigen::Vector3d base_;
  Quintic grow_;
};

}  // namespace

std::shared_ptr<const MotionPlan> MakeSquat(const LeggedRobot& robot, const SquatParameters& parameters) {
  CheckFields(parameters, "squat");
  if (2.0 * parameters.ramp > parameters.duration)
    throw InputError(fmt::format(
        "squat: ramp = {} s is longer than half of duration = {} s; shorten it or increase duration.",
        parameters.ramp, parameters.duration));
  return std::make_shared<Squat>(robot, parameters);
}

}  // namespace slipstick::control
