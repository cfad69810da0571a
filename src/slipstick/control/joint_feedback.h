// Feed-forward plus springs and dampers on the joints, within what the motors can give.
//
//   tau = tau_ff + kp (q_ref - q) + kd (v_ref - v)
#pragma once

#include <vector>

#include "slipstick/core/fields.h"
#include "slipstick/world/actuation.h"
#include "slipstick/world/state.h"

namespace slipstick::control {

/// Who evaluates kp (q_ref - q) + kd (v_ref - v).
enum class FeedbackBy {
  kStepper,     ///< the stepper, at every instant it looks at, implicitly where it can: like fast motor
                ///< electronics
  kController,  ///< the controller, once per update: held until the next, so gains are limited by the control
                ///< period
};

struct JointFeedbackOptions {
  double kp = 3.0;   ///< N m/rad
  double kd = 0.05;  ///< N m s/rad
  FeedbackBy by = FeedbackBy::kStepper;
  /// Keeps torques within Dof::effort_limit. Feedback that the stepper evaluates counts with its value at the
  /// update; it may pass the limit by what the motion adds until the next.
  bool respect_effort_limits = true;

  void Visit(FieldVisitor& visit);
};

class JointFeedback {
 public:
  /// For these dofs of the model; the others get nothing. The model must outlive it.
  JointFeedback(const Model& model, std::vector<int> dofs, const JointFeedbackOptions& options);

  /// Other gains for one of the dofs. InputError outside their ranges.
  void SetGains(int dof, double kp, double kd);

  /// Fills the actuation. Does not allocate after the first call with it.
  void Apply(const State& state, const Eigen::VectorXd& tau_ff, const Eigen::VectorXd& q_ref,
             const Eigen::VectorXd& v_ref, Actuation& actuation);

 private:
  const Model& model_;
  std::vector<int> dofs_;
  JointFeedbackOptions options_;
  Eigen::VectorXd kp_, kd_, error_;
};

}  // namespace slipstick::control
