#include "slipstick/control/followers/tracking_controller.h"

#include "slipstick/core/convert.h"
#include "slipstick/dynamics/configuration.h"
#include "slipstick/dynamics/kinematics.h"

namespace slipstick::control {

void TrackingOptions::Visit(FieldVisitor& visit) {
  visit.Number("base_kp", base_kp, {0.0, 1e6}, "1/s²", "stiffness of base position feedback");
  visit.Number("base_kd", base_kd, {0.0, 1e6}, "1/s", "damping of base position feedback");
  visit.Number("turn_kp", turn_kp, {0.0, 1e6}, "1/s²", "stiffness of base orientation feedback");
  visit.Number("turn_kd", turn_kd, {0.0, 1e6}, "1/s", "damping of base orientation feedback");
  visit.Number("foot_kp", foot_kp, {0.0, 1e6}, "1/s²", "stiffness of swing foot feedback");
  visit.Number("foot_kd", foot_kd, {0.0, 1e6}, "1/s", "damping of swing foot feedback");
  visit.Number("preview", preview, {0.0, 1.0}, "s", "time by which the reference is sampled ahead");
  visit.Flag("base_feedback", base_feedback, "correct the base at the measured state");
  joints.Visit(visit);
  forces.Visit(visit);
}

TrackingController::TrackingController(std::shared_ptr<const ReferenceMotion> reference,
                                       const TrackingOptions& options)
    : reference_(std::move(reference)),
      options_(options),
      whole_body_(reference_->robot(), options.forces),
      joints_(*reference_->robot().model, reference_->robot().joints, options.joints),
      ws_(*reference_->robot().model),
      error_(reference_->robot().model->nv()) {
  CheckFields(options, "tracking");
  task_.feet.resize(reference_->robot().num_feet());
}

void TrackingController::Update(const State& state, Actuation& actuation) {
  const double t = state.t + options_.preview;
  reference_->At(t, now_);
  if (options_.base_feedback) {
    SetBaseTask(state);
    SetFootTasks(state, t);
    now_.tau = whole_body_.Solve(state.q, state.v, task_).tau;
  }
  joints_.Apply(state, now_.tau, now_.q, now_.v, actuation);
}

void TrackingController::SetBaseTask(const State& state) {
  const LeggedRobot& robot = reference_->robot();
  dynamics::Difference<double>(*robot.model, state.q, now_.q, View<double>(error_));
  const int i = robot.base_v;
  task_.base_acceleration.head<3>() = now_.a.segment<3>(i) + options_.base_kp * error_.segment<3>(i) +
                                      options_.base_kd * (now_.v - state.v).segment<3>(i);
  task_.base_acceleration.tail<3>() = now_.a.segment<3>(i + 3) + options_.turn_kp * error_.segment<3>(i + 3) +
                                      options_.turn_kd * (now_.v - state.v).segment<3>(i + 3);
}

void TrackingController::SetFootTasks(const State& state, double t) {
  const LeggedRobot& robot = reference_->robot();
  const double plan_time = reference_->plan().TimeAt(t);
  dynamics::ForwardKinematics(*robot.model, state.q, state.v, ws_);
  bool flies = true;
  for (int c = 0; c < robot.num_feet(); ++c) {
    FootTask& foot = task_.feet[c];
    foot.in_stance = reference_->plan().IsInStance(c, plan_time);
    foot.acceleration.setZero();
    if (!foot.in_stance) SetSwingTask(reference_->plan().Foot(c, plan_time), c);
    flies = flies && !foot.in_stance;
  }
  // in flight no contact force can correct the base
  if (flies) task_.base_acceleration = now_.a.segment<6>(robot.base_v);
}

void TrackingController::SetSwingTask(const PointMotion& desired, int foot) {
  const LeggedRobot& robot = reference_->robot();
  const dynamics::BodyPoint<double>& sole = robot.soles[foot];
  task_.feet[foot].acceleration =
      desired.a + options_.foot_kp * (desired.p - ToEigen(dynamics::PointPosition(*robot.model, ws_, sole))) +
      options_.foot_kd * (desired.v - ToEigen(dynamics::PointVelocity(ws_, sole)));
}

}  // namespace slipstick::control
