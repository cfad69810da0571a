#include "speed/states.h"

#include "slipstick/core/random.h"
#include "slipstick/model/generators.h"

namespace slipstick::speed {
namespace {

constexpr uint64_t kSeed = 1;

std::vector<Pack> PackLanes(const std::vector<State>& states, size_t first, Eigen::VectorXd State::*part) {
  std::vector<Pack> packed((states[first].*part).size());
  for (int lane = 0; lane < Pack::kLanes; ++lane)
    for (size_t i = 0; i < packed.size(); ++i) packed[i].Set(lane, (states[first + lane].*part)(i));
  return packed;
}

}  // namespace

std::vector<State> RandomStates(const Model& model, int count) {
  Random random(kSeed);
  std::vector<State> states;
  for (int i = 0; i < count; ++i)
    states.push_back({model::RandomConfiguration(model, random), model::RandomVelocity(model, random, 2.0),
                      model::RandomVelocity(model, random, 5.0), model::RandomVelocity(model, random, 10.0)});
  return states;
}

std::vector<PackedState> PackStates(const std::vector<State>& states) {
  std::vector<PackedState> packed;
  for (size_t i = 0; i + Pack::kLanes <= states.size(); i += Pack::kLanes)
    packed.push_back(
        {PackLanes(states, i, &State::q), PackLanes(states, i, &State::v), PackLanes(states, i, &State::a)});
  return packed;
}

}  // namespace slipstick::speed
