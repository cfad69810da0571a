#include "slipstick/steppers/baseline/runge_kutta_stepper.h"

#include "slipstick/dynamics/configuration.h"

namespace slipstick::baseline {

RungeKuttaStepper::RungeKuttaStepper(const World& world, const Options& options,
                                     steppers::ButcherTableau tableau)
    : Stepper(world), tableau_(std::move(tableau)), motion_(world, options.contact) {
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
    if (!motion_.Evaluate(actuation, q_, v_, state, timer())) {
      report.status = i == 0 ? StepStatus::kSingularMass : StepStatus::kDiverged;
      return;
    }
    if (i == 0) {
      motion_.ReportEnergy(v_, report.energy);
      after_.q_held = state.q_held;
      // Anchors are constant during all stages, including those of new contacts. Slip moves them at the end.
      motion_.StoreMemory(q_, v_, 0.0, laws::EvaluatedAt::kStart, state);
      motion_.StoreMemory(q_, v_, h, laws::EvaluatedAt::kStart, after_);
    }
    dynamics::TangentRate(model, d_, v_, View<double>(rates_[i].d));
    std::copy(motion_.acceleration().begin(), motion_.acceleration().end(), rates_[i].v.begin());
    stage_displacement_ = h * v_;
    motion_.ReportContacts(h, tableau_.b[i], laws::EvaluatedAt::kStart, stage_displacement_, d_, report);
    motion_.AddWork(v_, v_, h * tableau_.b[i], report.energy);
    ++report.iterations;
    ++report.evaluations;
  }
  state.contacts.swap(after_.contacts);
  state.q_held.swap(after_.q_held);
  CombineRates(tableau_.b, h);
  state.v += dv_;
  dynamics::Integrate<double>(model, state.q, d_, View<double>(state.q));
}

}  // namespace slipstick::baseline
