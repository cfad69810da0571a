#include "slipstick/control/schedules/disturbed_controller.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace slipstick::control {
namespace {

/// Part of the period from t on in which the push acts. Instants of scenes are decimal numbers: what is
/// missing or left over by rounding only, a billionth, is nothing.
double ShareOf(const Disturbance& push, double t, double period) {
  constexpr double kRounding = 1e-9;
  const double overlap = std::min(push.at + push.over, t + period) - std::max(push.at, t);
  if (overlap < kRounding * std::min(push.over, period)) return 0.0;
  return overlap > (1.0 - kRounding) * period ? 1.0 : overlap / period;
}

}  // namespace

DisturbedController::DisturbedController(std::shared_ptr<Controller> inner, std::vector<Disturbance> pushes,
                                         double control_period)
    : inner_(inner ? std::move(inner) : std::make_shared<NoController>()),
      pushes_(std::move(pushes)),
      period_(control_period) {
  assert(control_period > 0.0);
}

void DisturbedController::Update(const State& state, Actuation& actuation) {
  inner_->Update(state, actuation);
  actuation.wrenches.clear();
  actuation.wrenches.reserve(pushes_.size());  // the first time only
  for (const Disturbance& push : pushes_) {
    const double share = ShareOf(push, state.t, period_);
    if (share == 0.0) continue;
    const auto& [body, p_B, force, moment] = push.wrench;
    actuation.wrenches.push_back({body, p_B, share * force, share * moment});
  }
}

}  // namespace slipstick::control
