// What a method is measured against: a closed-loop run in very fine steps, kept at the beginning of every
// window.
#pragma once

#include <vector>

#include "slipstick/measure/measured_scene.h"
#include "slipstick/measure/stop.h"
#include "slipstick/world/actuation.h"
#include "slipstick/world/state.h"

namespace slipstick::measure {

inline constexpr double kLargestSpeed =
    1e5;  ///< m/s or rad/s: beyond it a run is not bounded (paper 000, VI-E)
bool IsBounded(const State& state);

struct Truth {
  double window = 0.0;                ///< s between two states
  std::vector<State> states;          ///< at the beginning of every window, and at the end of the last
  std::vector<Actuation> actuations;  ///< held during each window
  bool complete = false;              ///< false if a step failed on the way, or speeds were not bounded

  int num_windows() const { return static_cast<int>(actuations.size()); }
};

/// Runs the scene, which has a controller of its own (BuildFor), to its end or until it breaks down. Throws
/// Stopped.
Truth RunTruth(const Scene& scene, const StopFlag* stop = nullptr);

/// Distance of two states: the largest entry of [difference of q, difference of v], m, rad, m/s and rad/s
/// alike (paper 000, VI-A).
double StateDistance(const Model& model, const State& a, const State& b);

}  // namespace slipstick::measure
