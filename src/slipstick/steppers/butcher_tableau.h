// Coefficients of explicit Runge-Kutta methods.
#pragma once

#include <numbers>
#include <vector>

namespace slipstick::steppers {

/// Stage i starts from sum_j a[i][j] k_j (j < i); the step is sum_i b[i] k_i.
struct ButcherTableau {
  std::vector<std::vector<double>> a;
  std::vector<double> b;
};

inline ButcherTableau ClassicalRungeKutta() {
  return {{{}, {0.5}, {0.0, 0.5}, {0.0, 0.0, 1.0}}, {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6}};
}

inline ButcherTableau GillRungeKutta() {
  const double r = std::numbers::sqrt2 / 2;
  return {{{}, {0.5}, {r - 0.5, 1.0 - r}, {0.0, -r, 1.0 + r}},
          {1.0 / 6, (1.0 - r) / 3, (1.0 + r) / 3, 1.0 / 6}};
}

}  // namespace slipstick::steppers
