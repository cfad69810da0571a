#include "slipstick/steppers/runge_kutta.h"

#include <numbers>

#include "slipstick/dynamics/configuration.h"

namespace slipstick::steppers {

ButcherTableau ClassicalRungeKutta() {
  return {{{}, {0.5}, {0.0, 0.5}, {0.0, 0.0, 1.0}}, {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6}};
}

ButcherTableau GillRungeKutta() {
  const double r = std::numbers::sqrt2 / 2;
  return {{{}, {0.5}, {r - 0.5, 1.0 - r}, {0.0, -r, 1.0 + r}},
          {1.0 / 6, (1.0 - r) / 3, (1.0 + r) / 3, 1.0 / 6}};
}

RungeKutta::RungeKutta(const Model& model, ButcherTableau tableau)
    : model_(model), tableau_(std::move(tableau)), q_(model.neutral()) {
  d_ = dv_ = v_ = Eigen::VectorXd::Zero(model.nv());
  rates_.assign(tableau_.b.size(), {v_, v_});
}

/// d_ and dv_ := h times the weighted sum of the rates so far.
void RungeKutta::CombineRates(const std::vector<double>& weights, double h) {
  d_.setZero();
  dv_.setZero();
  for (size_t j = 0; j < weights.size(); ++j) {
    if (weights[j] == 0.0) continue;
    d_ += (h * weights[j]) * rates_[j].d;
    dv_ += (h * weights[j]) * rates_[j].v;
  }
}

void RungeKutta::BeginStage(int stage, double h, const State& start) {
  stage_ = stage;
  if (stage == 0) after.q_held = start.q_held;
  CombineRates(tableau_.a[stage], h);
  v_ = start.v + dv_;
  dynamics::Integrate<double>(model_, start.q, d_, View<double>(q_));
  dynamics::TangentRate(model_, d_, v_, View<double>(rates_[stage].d));
}

void RungeKutta::Finish(double h, State& state) {
  state.contacts.swap(after.contacts);
  state.q_held.swap(after.q_held);
  CombineRates(tableau_.b, h);
  state.v += dv_;
  dynamics::Integrate<double>(model_, state.q, d_, View<double>(state.q));
}

}  // namespace slipstick::steppers
