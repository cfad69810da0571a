// Fig. 6 to 8: a ball is thrown at three balls in a row; impulses propagate through all of them within one
// step.
#pragma once

#include <vector>

#include "slipstick/core/vec3.h"
#include "slipstick/measure/measured_scene.h"
#include "slipstick/measure/method.h"
#include "slipstick/measure/unknown.h"

namespace slipstick::stewart_trinkle_experiments {

inline constexpr int kBalls = 4, kTable = -1;

struct BallImpulse {
  int a, b;               ///< balls from 0, the thrown one, or kTable
  double normal;          ///< N s
  Vec3<double> friction;  ///< on a, N s
};

/// Impulses of a step, and the residuals of the momentum balance.
struct BallStep {
  double t = measure::kUnknown;  ///< at its end, s
  std::vector<BallImpulse> impulses;
  double linear_rest[kBalls] = {};   ///< |m Δv - h m g - sum of impulses|, N s
  double angular_rest[kBalls] = {};  ///< |I Δω - sum of r × impulse|, N m s
};

struct BallPaths {
  std::vector<double> t;
  std::vector<double> x[kBalls], y[kBalls], z[kBalls];
  double landing = measure::kUnknown;  ///< first contact of the thrown ball with the table, s
  BallStep collision, second;          ///< its collision with the first one in the row, and the next step
};
BallPaths MeasureBallPaths(const measure::MeasuredScene& balls, const measure::Method& method, double h);

}  // namespace slipstick::stewart_trinkle_experiments
