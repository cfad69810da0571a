#include "slipstick/control/schedules/hold_controller.h"

#include "slipstick/control/joint_dofs.h"

namespace slipstick::control {
HoldController::HoldController(const Model& model, const Eigen::VectorXd& pose,
                               const JointFeedbackOptions& options)
    : feedback_(model, SingleAxisDofs(model), options),
      pose_(pose),
      at_rest_(Eigen::VectorXd::Zero(model.nv())) {
  model.CheckConfigurationSize(static_cast<int>(pose.size()), "pose to hold");
}

void HoldController::Update(const State& state, Actuation& actuation) {
  feedback_.Apply(state, at_rest_, pose_, at_rest_, actuation);  // at_rest_ is also the zero feed-forward
}

}  // namespace slipstick::control
