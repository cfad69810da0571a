#include "slipstick/control/joint_feedback.h"

#include <algorithm>

#include "slipstick/dynamics/configuration.h"

namespace slipstick::control {

using Eigen::VectorXd;

void JointFeedbackOptions::Visit(FieldVisitor& visit) {
  visit.Number("kp", kp, {0.0, 1e6}, "N m/rad", "proportional gain of the joints");
  visit.Number("kd", kd, {0.0, 1e6}, "N m s/rad", "derivative gain of the joints");
  visit.Choice("feedback_by", by, {"stepper", "controller"},
               "joint feedback is evaluated by the stepper at every evaluation of forces, or by the "
               "controller once per update");
  visit.Flag("effort_limits", respect_effort_limits, "keep torques within the effort limits of the joints");
}

JointFeedback::JointFeedback(const Model& model, std::vector<int> dofs, const JointFeedbackOptions& options)
    : model_(model),
      dofs_(std::move(dofs)),
      options_(options),
      kp_(VectorXd::Zero(model.nv())),
      kd_(VectorXd::Zero(model.nv())),
      error_(VectorXd::Zero(model.nv())) {
  CheckFields(options, "joint feedback");
  for (const int dof : dofs_) kp_[dof] = options.kp, kd_[dof] = options.kd;
}

void JointFeedback::SetGains(int dof, double kp, double kd) {
  CheckFields(JointFeedbackOptions{.kp = kp, .kd = kd}, "joint feedback");
  kp_[dof] = kp, kd_[dof] = kd;
}

void JointFeedback::Apply(const State& state, const VectorXd& tau_ff, const VectorXd& q_ref,
                          const VectorXd& v_ref, Actuation& actuation) {
  const bool by_stepper = options_.by == FeedbackBy::kStepper;
  dynamics::Difference<double>(model_, state.q, q_ref, View<double>(error_));
  actuation.tau.setZero();
  for (const int dof : dofs_) {
    const double feedback = kp_[dof] * error_[dof] + kd_[dof] * (v_ref[dof] - state.v[dof]);
    const double limit = model_.dofs()[dof].effort_limit;
    double torque = tau_ff[dof] + feedback;
    if (options_.respect_effort_limits) torque = std::clamp(torque, -limit, limit);
    actuation.tau[dof] = by_stepper ? torque - feedback : torque;
  }
  actuation.kp.resize(by_stepper ? model_.nv() : 0), actuation.kd.resize(actuation.kp.size());
  actuation.q_ref.resize(by_stepper ? model_.nq() : 0), actuation.v_ref.resize(actuation.kp.size());
  if (!by_stepper) return;
  actuation.kp = kp_, actuation.kd = kd_, actuation.q_ref = q_ref, actuation.v_ref = v_ref;
}

}  // namespace slipstick::control
