// Holds a pose by PD feedback on all single-axis joints.
#pragma once

#include "slipstick/control/controller.h"
#include "slipstick/control/joint_feedback.h"

namespace slipstick::control {

class HoldController : public Controller {
 public:
  /// The model must outlive the controller. Floating bodies and joints with several axes get no torque.
  HoldController(const Model& model, const Eigen::VectorXd& pose, const JointFeedbackOptions& options = {});

  void Update(const State& state, Actuation& actuation) override;

 private:
  JointFeedback feedback_;
  Eigen::VectorXd pose_, at_rest_;
};

}  // namespace slipstick::control
