#include "slipstick/control/schedules/disturbed_controller.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace slipstick::control {
namespace {

/// Fraction of the control period from t on in which the disturbance acts. Times in scenes are decimal
/// numbers: overlaps and gaps below a billionth are rounding and count as none.
double ActiveFraction(const Disturbance& disturbance, double t, double period) {
  constexpr double kRounding = 1e-9;
  const double overlap =
      std::min(disturbance.at + disturbance.over, t + period) - std::max(disturbance.at, t);
  if (overlap < kRounding * std::min(disturbance.over, period)) return 0.0;
  return overlap > (1.0 - kRounding) * period ? 1.0 : overlap / period;
}

}  // namespace

DisturbedController::DisturbedController(std::shared_ptr<Controller> inner,
                                         std::vector<Disturbance> disturbances, double control_period)
    : inner_(inner ? std::move(inner) : std::make_shared<NoController>()),
      disturbances_(std::move(disturbances)),
      period_(control_period) {
  assert(control_period > 0.0);
}

void DisturbedController::Update(const State& state, Actuation& actuation) {
  inner_->Update(state, actuation);
  actuation.wrenches.clear();
  actuation.wrenches.reserve(disturbances_.size());  // the first time only
  for (const Disturbance& disturbance : disturbances_) {
    const double fraction = ActiveFraction(disturbance, state.t, period_);
    if (fraction == 0.0) continue;
    const auto& [body, p_B, force, moment] = disturbance.wrench;
    actuation.wrenches.push_back({body, p_B, fraction * force, fraction * moment});
  }
}

}  // namespace slipstick::control
