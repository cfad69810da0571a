#include "slipstick/steppers/stepper.h"

#include <fmt/core.h>

#include <cmath>
#include <limits>

#include "slipstick/core/error.h"

namespace slipstick::steppers {
namespace {

/// Without branches, so that it runs in SIMD lanes. False for NaN, too.
bool AllBelow(double limit, const Eigen::VectorXd& x) {
  int others = 0;
  for (Eigen::Index k = 0; k < x.size(); ++k) others |= !(std::abs(x[k]) < limit);
  return others == 0;
}
bool AllFinite(const Eigen::VectorXd& x) { return AllBelow(std::numeric_limits<double>::infinity(), x); }

bool IsFinite(const Actuation& actuation) {
  for (const ExternalWrench& wrench : actuation.wrenches)
    if (!wrench.p_B.allFinite() || !wrench.force.allFinite() || !wrench.moment.allFinite()) return false;
  return AllFinite(actuation.tau) && AllFinite(actuation.kp) && AllFinite(actuation.kd) &&
         AllFinite(actuation.q_ref) && AllFinite(actuation.v_ref);
}

/// Finite, and slower than kDivergedSpeed.
bool IsValid(const State& state) {
  for (const ContactMemory& contact : state.contacts) {
    const Vec3<double> sum = contact.p_A + contact.p_B + contact.force;
    if (!std::isfinite(sum.x + sum.y + sum.z + contact.rest_depth)) return false;
  }
  return AllFinite(state.q) && AllFinite(state.q_held) && AllBelow(kDivergedSpeed, state.v);
}

}  // namespace

void Stepper::CheckInput(const Actuation& actuation, double h, const State& state) const {
  const Model& model = world_.model();
  if (!(h > 0.0 && std::isfinite(h)))
    throw InputError(fmt::format("Step: the time step is {} s, must be finite and > 0.", h));
  model.CheckConfigurationSize(static_cast<int>(state.q.size()));
  model.CheckVelocitySize(static_cast<int>(state.v.size()), "v");
  model.CheckVelocitySize(static_cast<int>(actuation.tau.size()), "tau");
  if (world_.has_dry_friction())
    model.CheckConfigurationSize(static_cast<int>(state.q_held.size()), "q_held (see World::StateAt)");
  for (const ExternalWrench& wrench : actuation.wrenches)
    if (wrench.body < 0 || wrench.body >= model.num_bodies())
      throw InputError(fmt::format("actuation: a wrench acts on body {}, but model '{}' has bodies 0 to {}.",
                                   wrench.body, model.name(), model.num_bodies() - 1));
  if (actuation.kp.size() + actuation.kd.size() + actuation.q_ref.size() + actuation.v_ref.size() == 0)
    return;
  model.CheckVelocitySize(static_cast<int>(actuation.kp.size()), "kp");
  model.CheckVelocitySize(static_cast<int>(actuation.kd.size()), "kd");
  model.CheckVelocitySize(static_cast<int>(actuation.v_ref.size()), "v_ref");
  model.CheckConfigurationSize(static_cast<int>(actuation.q_ref.size()), "q_ref");
}

void Stepper::TimedAdvance(const Actuation& actuation, double h, State& state) {
  if (timer_ == nullptr) return Advance(actuation, h, state, report_);
  const auto start = std::chrono::steady_clock::now();
  Advance(actuation, h, state, report_);
  timer_->AddStep(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
}

const StepReport& Stepper::Step(const Actuation& actuation, double h, State& state) {
  CheckInput(actuation, h, state);
  std::vector<contact::ContactReport> contacts = std::move(report_.contacts);  // keeps its memory
  contacts.clear();
  report_ = {};
  report_.contacts = std::move(contacts);
  if (!IsFinite(actuation)) {
    report_.status = StepStatus::kBadActuation;
    return report_;
  }
  before_ = state;
  TimedAdvance(actuation, h, state);
  if (contact::Advanced(report_.status) &&
      (!IsValid(state) || (NeedsEnergyCheck() && energy_check_.Explodes(before_, state, h, report_))))
    report_.status = StepStatus::kDiverged;
  if (contact::Advanced(report_.status)) {
    state.t += h;
  } else {
    state = before_;
    report_.contacts.clear();  // of a step that has not happened
    report_.energy = {};
  }
  return report_;
}

}  // namespace slipstick::steppers
