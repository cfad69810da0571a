// Random states for benchmarks, so that consecutive calls use different ones.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "slipstick/core/pack.h"
#include "slipstick/core/random.h"
#include "slipstick/model/model.h"

namespace slipstick::speed {

struct State {
  Eigen::VectorXd q, v, a, tau;
};
/// The states of Pack::kLanes environments in SIMD lanes.
struct PackedState {
  std::vector<Pack> q, v, a;
};

std::vector<State> RandomStates(const Model& model, int count);
/// The same states in groups of Pack::kLanes.
std::vector<PackedState> PackStates(const std::vector<State>& states);

}  // namespace slipstick::speed
