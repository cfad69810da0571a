#include "slipstick/steppers/baseline/runge_kutta_stepper.h"

#include "slipstick/dynamics/configuration.h"

namespace slipstick::baseline {

RungeKuttaStepper::RungeKuttaStepper(const World& world, const Options& options,
                                     steppers::ButcherTableau tableau)
    : Stepper(world),
      tableau_(std::move(tableau)),
      problem_(world, {.joints = contact::JointTreatment::kExplicit,
                       .force_point = contact::ForcePointOf(options.contact.law)}),
      contacts_(problem_, options.contact) {
  const Eigen::VectorXd zero = Eigen::VectorXd::Zero(world.model().nv());
  rates_.assign(tableau_.b.size(), {zero, zero});
  d_ = dv_ = v_ = stage_displacement_ = zero;
  q_ = world.model().neutral();
}

/// d_ and dv_ := h times the weighted sum of the rates so far.
void RungeKuttaStepper::CombineRates(const std::vector<double>& weights, double h) {
  d_.setZero();
  dv_.setZero();
  for (size_t j = 0; j < weights.size(); ++j) {
    if (weights[j] == 0.0) continue;
    d_ += (h * weights[j]) * rates_[j].d;
    dv_ += (h * weights[j]) * rates_[j].v;
  }
}

void RungeKuttaStepper::Advance(const Actuation& actuation, double h, State& state, StepReport& report) {
  const Model& model = world().model();
  for (size_t i = 0; i < rates_.size(); ++i) {
    CombineRates(tableau_.a[i], h);
    v_ = state.v + dv_;
    dynamics::Integrate<double>(model, state.q, d_, View<double>(q_));
    if (!EvaluateStage(i, actuation, h, state, report)) {
      report.status = i == 0 ? StepStatus::kSingularMass : StepStatus::kDiverged;
      return;
    }
    dynamics::TangentRate(model, d_, v_, View<double>(rates_[i].d));
  }
  report.iterations = report.evaluations = static_cast<int>(rates_.size());
  state.contacts.swap(after_.contacts);
  state.q_held.swap(after_.q_held);
  CombineRates(tableau_.b, h);
  state.v += dv_;
  dynamics::Integrate<double>(model, state.q, d_, View<double>(state.q));
}

/// The acceleration at (q_, v_). Anchors are constant during all stages, including those of new contacts, and
/// slip moves them at the end: `after_` holds the memory after a step with the forces of the first stage.
bool RungeKuttaStepper::EvaluateStage(size_t i, const Actuation& actuation, double h, State& state,
                                      StepReport& report) {
  {
    const steppers::ScopedPhase timing(timer(), steppers::Phase::kContacts);
    problem_.Evaluate({&actuation, h, &state, &q_, &v_});
    contacts_.Evaluate();
    if (i == 0) contacts_.ReportEnergy(report.energy);
  }
  const steppers::ScopedPhase timing(timer(), steppers::Phase::kDynamics);
  if (!problem_.Factor()) return false;
  problem_.Accelerate(contacts_.generalized_force(), rates_[i].v);
  const View<const contact::ContactOutcome> outcomes = contacts_.FindOutcomes({h});
  problem_.ReportStage(outcomes, v_, tableau_.b[i], report);
  if (i > 0) return true;
  after_.q_held = state.q_held;
  stage_displacement_ = h * v_;
  problem_.StoreMemory(outcomes, stage_displacement_, after_);
  state.contacts.clear();
  contact::StoreContacts(world(), contacts_.FindOutcomes({0.0}), problem_.workspace(), state.contacts);
  return true;
}

}  // namespace slipstick::baseline
