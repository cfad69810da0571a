// Complete elliptic integrals, for periods that have closed forms.
#pragma once

#include <cmath>
#include <numbers>

namespace slipstick::support {

/// K as a function of the complementary modulus k' = sqrt(1 - k²), which keeps its digits where k is close
/// to 1. Gauss: K = pi / (2 agm(1, k')). The mean doubles its correct digits with every round.
inline double EllipticK(double k_prime) {
  double a = 1.0, b = k_prime;
  for (int i = 0; i < 60 && std::abs(a - b) > 1e-16 * a; ++i) {
    const double mean = 0.5 * (a + b);
    b = std::sqrt(a * b);
    a = mean;
  }
  return std::numbers::pi / (2 * a);
}

}  // namespace slipstick::support
