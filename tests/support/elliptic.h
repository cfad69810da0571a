// Complete elliptic integrals, for closed forms of periods.
#pragma once

#include <cmath>
#include <numbers>

namespace slipstick::support {

/// K as a function of the complementary modulus k' = sqrt(1 - k²), which is accurate for k close to 1.
/// Gauss: K = pi / (2 agm(1, k')). Each iteration doubles the number of correct digits.
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
