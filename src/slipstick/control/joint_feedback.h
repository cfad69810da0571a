// Feed-forward torque plus proportional-derivative feedback on the joints, within the effort limits.
//
//   tau = tau_ff + kp (q_ref - q) + kd (v_ref - v)
#pragma once

#include <vector>

#include "slipstick/core/fields.h"
#include "slipstick/world/actuation.h"
#include "slipstick/world/state.h"

namespace slipstick::control {

/// Where the feedback is evaluated: kp (q_ref - q) + kd (v_ref - v).
enum class FeedbackBy {
  kStepper,  ///< by the stepper, at every evaluation of forces, implicitly where the method is implicit: like
             ///< a fast motor controller
  kController,  ///< by the controller, once per update, and held: stability limits the gains by the control
                ///< period
};

struct JointFeedbackOptions {
  double kp = 3.0;   ///< N m/rad
  double kd = 0.05;  ///< N m s/rad
  FeedbackBy by = FeedbackBy::kStepper;
  /// Keeps torques within Dof::effort_limit. Feedback evaluated by the stepper counts with its value at the
  /// update; the torque may exceed the limit by the change of feedback until the next update.
  bool respect_effort_limits = true;

  void Visit(FieldVisitor& visit);
};

class JointFeedback {
 public:
  /// For these dofs of the model; all others get zero torque. The model must outlive it.
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
