// A closed-loop run with very small steps, stored at the beginning of every window. Methods are measured
// against it.
#pragma once

#include <vector>

#include "slipstick/core/stop_flag.h"
#include "slipstick/measure/measured_scene.h"
#include "slipstick/world/actuation.h"
#include "slipstick/world/state.h"

namespace slipstick::measure {

/// m/s or rad/s: the limit of a bounded run (Hammoud et al. 2022, VI-E).
inline constexpr double kLargestSpeed = 1e5;
bool IsBounded(const State& state);

struct ReferenceRun {
  double window = 0.0;                ///< s between two states
  std::vector<State> states;          ///< at the beginning of every window, and at the end of the last
  std::vector<Actuation> actuations;  ///< held during each window
  bool complete = false;              ///< false if a step failed or speeds were not bounded

  int num_windows() const { return static_cast<int>(actuations.size()); }
};

/// Runs the scene (BuildFor) to its end or until it fails. Throws Stopped.
ReferenceRun RunReference(const Scene& scene, const StopFlag* stop = nullptr);

/// Distance of two states: the largest entry of [difference of q, difference of v], in m, rad, m/s and rad/s
/// (Hammoud et al. 2022, VI-A).
double StateDistance(const Model& model, const State& a, const State& b);

}  // namespace slipstick::measure
