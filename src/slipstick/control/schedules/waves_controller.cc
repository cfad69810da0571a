#include "slipstick/control/schedules/waves_controller.h"

#include <fmt/core.h>

#include <algorithm>
#include <numbers>

#include "slipstick/core/error.h"
#include "slipstick/core/scalar.h"

namespace slipstick::control {
namespace {

using Quantity = JointWave::Quantity;

std::vector<int> DofsWithWaves(const Model& model, const std::vector<JointWave>& waves) {
  std::vector<int> dofs;
  for (const JointWave& wave : waves) {
    const Joint& joint = model.joints()[wave.joint];
    if (joint.nv != 1)
      throw InputError(fmt::format("joint '{}' is {}; only single-axis joints can follow waves.", joint.name,
                                   model::KindName(joint.kind)));
    if (std::find(dofs.begin(), dofs.end(), joint.v) == dofs.end()) dofs.push_back(joint.v);
  }
  return dofs;
}

/// Without position waves there is no feedback for the stepper to evaluate.
JointFeedbackOptions FeedbackFor(const std::vector<JointWave>& waves, JointFeedbackOptions options) {
  const auto is_position = [](const JointWave& wave) { return wave.quantity == Quantity::kPosition; };
  if (std::none_of(waves.begin(), waves.end(), is_position)) options.by = FeedbackBy::kController;
  return options;
}

}  // namespace

ScalarMotion Wave::At(double t) const {
  const double w = 2.0 * std::numbers::pi * frequency;
  const auto [s, c] = SinCos(w * t + phase);  // the same bits with every C library
  return {mean + amplitude * s, amplitude * w * c, -amplitude * w * w * s};
}

WavesController::WavesController(const Model& model, const std::vector<JointWave>& waves,
                                 const JointFeedbackOptions& options, double preview)
    : feedback_(model, DofsWithWaves(model, waves), FeedbackFor(waves, options)),
      preview_(preview),
      tau_(Eigen::VectorXd::Zero(model.nv())),
      q_ref_(model.neutral()),
      v_ref_(Eigen::VectorXd::Zero(model.nv())) {
  for (const JointWave& wave : waves) feedback_.SetGains(model.joints()[wave.joint].v, 0.0, 0.0);
  std::vector<bool> has_position(model.nv(), false);
  for (const JointWave& wave : waves) {
    const Joint& joint = model.joints()[wave.joint];
    (wave.quantity == Quantity::kForce ? forces_ : positions_).push_back({wave.wave, joint.q, joint.v});
    if (wave.quantity == Quantity::kForce) continue;
    if (has_position[joint.v])
      throw InputError(fmt::format("joint '{}' has two position waves; remove one.", joint.name));
    has_position[joint.v] = true;
    feedback_.SetGains(joint.v, wave.kp.value_or(options.kp), wave.kd.value_or(options.kd));
  }
}

void WavesController::Update(const State& state, Actuation& actuation) {
  const double t = state.t + preview_;
  tau_.setZero();
  for (const Term& term : forces_) tau_[term.dof] += term.wave.At(t).p;
  for (const Term& term : positions_) {
    const ScalarMotion motion = term.wave.At(t);
    q_ref_[term.q] = motion.p, v_ref_[term.dof] = motion.v;
  }
  feedback_.Apply(state, tau_, q_ref_, v_ref_, actuation);
}

}  // namespace slipstick::control
