// Results of all cases, per stepper.
#pragma once

#include <array>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "torture/runner.h"

namespace slipstick::torture {

struct Tally {
  std::string stepper;
  long cases = 0, steps = 0, ok = 0, not_converged = 0, diverged = 0, explosions = 0, slow_explosions = 0;
  std::array<long, 9> verdicts{};  ///< cases by Verdict
  double longest_step = 0.0;       ///< s

  void Add(const Outcome& outcome);
  long count(Verdict verdict) const { return verdicts[static_cast<size_t>(verdict)]; }
};

/// Scenes that the reader refused count as failures, since they test nothing. Fast explosions do not count.
bool HasFailed(const std::vector<Tally>& tallies);

/// One row per stepper, and below it the meaning of the columns.
std::string Table(const std::vector<Tally>& tallies);
nlohmann::json Json(const std::vector<Tally>& tallies);

}  // namespace slipstick::torture
