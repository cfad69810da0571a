// Holds a pose: springs and dampers on all joints with one axis.
#pragma once

#include "slipstick/control/controller.h"
#include "slipstick/control/joint_feedback.h"

namespace slipstick::control {

class HoldController : public Controller {
 public:
  /// The model must outlive the controller. Free bodies, and joints with several axes, are left alone.
  HoldController(const Model& model, const Eigen::VectorXd& pose, const JointFeedbackOptions& options = {});

  void Update(const State& state, Actuation& actuation) override;

 private:
  JointFeedback feedback_;
  Eigen::VectorXd pose_, at_rest_;
};

}  // namespace slipstick::control
