// Random numbers that are reproducible on every platform (the distributions of <random> are not).
#pragma once

#include <cmath>
#include <cstdint>

namespace slipstick {

/// splitmix64: one word of state, passes the usual tests, enough for test data and sampling.
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}

  uint64_t Bits() {
    uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  /// Uniform in [lower, upper).
  double Uniform(double lower, double upper) {
    return lower + (upper - lower) * static_cast<double>(Bits() >> 11) * 0x1p-53;
  }
  /// Approximately normal, of mean 0 and variance 1: a sum of twelve uniform numbers, so within ±6.
  double Normal() {
    double sum = -6.0;
    for (int i = 0; i < 12; ++i) sum += Uniform(0.0, 1.0);
    return sum;
  }
  /// Uniform among 0, ..., n - 1.
  int Index(int n) { return static_cast<int>(Bits() % static_cast<uint64_t>(n)); }

 private:
  uint64_t state_;
};

}  // namespace slipstick
