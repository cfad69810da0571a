#include "slipstick/control/plans/jump.h"

#include <algorithm>
#include <array>

#include "slipstick/dynamics/kinematics.h"

namespace slipstick::control {

void JumpParameters::Visit(FieldVisitor& visit) {
  visit.Number("stand_time", stand_time, {0.0, 1e3}, "s", "of standing before the crouch");
  visit.Number("crouch_time", crouch_time, {0.01, 1e3}, "s", "from standing to the lowest point");
  visit.Number("push_time", push_time, {0.01, 1e3}, "s", "from the lowest point to take-off");
  visit.Number("flight_time", flight_time, {0.01, 10.0}, "s", "from take-off to touch-down");
  visit.Number("land_time", land_time, {0.01, 1e3}, "s", "from touch-down to rest at the lowest point");
  visit.Number("rise_time", rise_time, {0.01, 1e3}, "s", "from the lowest point after landing to standing");
  visit.Number("rest_time", rest_time, {0.0, 1e3}, "s", "of standing at the end");
  visit.Number("crouch", crouch, {0.0, 10.0}, "m", "depth below standing before the push-off");
  visit.Number("take_off", take_off, {-10.0, 10.0}, "m", "height above standing where feet leave the ground");
  visit.Number("sink", sink, {-10.0, 10.0}, "m", "depth below standing after landing");
  visit.Number("clearance", clearance, {0.0, 10.0}, "m", "of the feet above the ground");
}

namespace {

class Jump : public MotionPlan {
 public:
  Jump(const LeggedRobot& robot, const JumpParameters& p)
      : parameters_(p),
        feet_(robot.stance),
        g_(robot.model->gravity().norm()),
        crouch_(RestToRest(0.0, -p.crouch, p.crouch_time)),
        push_({-p.crouch}, {p.take_off, 0.5 * g_ * p.flight_time, -g_}, p.push_time),
        land_({p.take_off, -0.5 * g_ * p.flight_time, -g_}, {-p.sink}, p.land_time),
        rise_(RestToRest(-p.sink, 0.0, p.rise_time)),
        take_off_(p.stand_time + p.crouch_time + p.push_time),
        touch_down_(take_off_ + p.flight_time) {
    Workspace<double> ws(*robot.model);
    dynamics::ForwardKinematics(*robot.model, robot.standing, ws);
    com_ = CenterOfMass(robot, ws);
  }

  double duration() const override {
    return touch_down_ + parameters_.land_time + parameters_.rise_time + parameters_.rest_time;
  }
  bool moves_center_of_mass() const override { return true; }

  PointMotion Body(double t) const override {
    PointMotion body{com_};
    SetAxis(body, 2, Height(t));
    body.p.z() += com_.z();
    return body;
  }
  PointMotion Foot(int foot, double t) const override {
    PointMotion point{feet_[foot]};
    SetAxis(point, 2, QuarticBump(t - take_off_, parameters_.flight_time, parameters_.clearance));
    point.p.z() += feet_[foot].z();
    return point;
  }
  bool IsInStance(int, double t) const override { return t < take_off_ || t >= touch_down_; }

 private:
  /// Height relative to standing.
  ScalarMotion Height(double t) const {
    const JumpParameters& p = parameters_;
    if (t < p.stand_time + p.crouch_time) return crouch_.At(t - p.stand_time);
    if (t < take_off_) return push_.At(t - p.stand_time - p.crouch_time);
    if (t < touch_down_) return Fall(t - take_off_);
    if (t < touch_down_ + p.land_time) return land_.At(t - touch_down_);
    return rise_.At(t - touch_down_ - p.land_time);
  }
  ScalarMotion Fall(double t) const {
    const double v0 = 0.5 * g_ * parameters_.flight_time;
    return {parameters_.take_off + t * (v0 - 0.5 * g_ * t), v0 - g_ * t, -g_};
  }

  JumpParameters parameters_;
  std::vector<Eigen::Vector3d> feet_;
  double g_;
  Quintic crouch_, push_, land_, rise_;
  double take_off_, touch_down_;  ///< s
  Eigen::Vector3d com_;           ///< when standing
};

}  // namespace

std::shared_ptr<const MotionPlan> MakeJump(const LeggedRobot& robot, const JumpParameters& parameters) {
  CheckFields(parameters, "jump");
  return std::make_shared<Jump>(robot, parameters);
}

}  // namespace slipstick::control
