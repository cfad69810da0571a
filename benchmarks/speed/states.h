// Random states that benchmarks walk around in, so that no call sees the one before again.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "slipstick/core/pack.h"
#include "slipstick/model/model.h"

namespace slipstick::speed {

struct State {
  Eigen::VectorXd q, v, a, tau;
};
/// The states of Pack::kLanes worlds side by side.
struct PackedState {
  std::vector<Pack> q, v, a;
};

std::vector<State> RandomStates(const Model& model, int count);
/// The same states, four by four.
std::vector<PackedState> PackStates(const std::vector<State>& states);

}  // namespace slipstick::speed
