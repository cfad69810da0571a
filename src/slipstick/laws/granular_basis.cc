#include "slipstick/laws/granular_basis.h"

#include <algorithm>
#include <cmath>

namespace slipstick::laws {
namespace {

/// Fractions of the deepest depth. The first node is near the surface, since the force on a level plate grows
/// linearly from there.
constexpr std::array<double, kDepthNodes + 1> kNodes = {0.0, 0.0625, 0.25, 0.5, 1.0};

/// Fraction of the largest tilt from which on the tilt is saturated.
constexpr double kSaturationStart = 0.8;

struct GridPoint {
  int x, y;
};
/// 5 x 5 without its corners, which are far outside the circle of tilts.
constexpr std::array<GridPoint, kTiltCentres> TiltGrid() {
  std::array<GridPoint, kTiltCentres> grid{};
  int count = 0;
  for (int y = -2; y <= 2; ++y)
    for (int x = -2; x <= 2; ++x)
      if (x * x + y * y < 8) grid[count++] = {x, y};
  return grid;
}

/// A tilt, limited to the range of the data, and its derivatives.
struct SaturatedTilt {
  Tilt at, by_x, by_y;
};

SaturatedTilt Saturate(const Tilt& tilt, double largest) {
  const double size = std::sqrt(tilt.x * tilt.x + tilt.y * tilt.y), begin = kSaturationStart * largest;
  if (size <= begin) return {tilt, {1.0, 0.0}, {0.0, 1.0}};
  // t - t²/4 has slope 1 at t = 0, and value 1 and slope 0 at t = 2
  const double t = std::min((size - begin) / (largest - begin), 2.0);
  const double held = begin + (largest - begin) * (t - 0.25 * t * t), slope = 1.0 - 0.5 * t;
  const double across = held / size, along = (slope - across) / (size * size);
  return {{across * tilt.x, across * tilt.y},
          {across + along * tilt.x * tilt.x, along * tilt.x * tilt.y},
          {along * tilt.x * tilt.y, across + along * tilt.y * tilt.y}};
}

}  // namespace

DepthBasis EvaluateDepthBasis(double depth, double deepest) {
  DepthBasis basis{};
  for (int i = 0; i < kDepthNodes; ++i) {
    const double before = kNodes[i] * deepest, node = kNodes[i + 1] * deepest;
    if (depth <= before) break;
    const double rise = std::min(depth, node) - before;
    basis.value[i] = rise * rise / (2.0 * (node - before));
    basis.slope[i] = rise / (node - before);
    if (depth <= node) continue;
    const bool last = i + 1 == kDepthNodes;
    const double after = last ? 0.0 : kNodes[i + 2] * deepest;
    const double fall = last ? depth - node : std::min(depth, after) - node;
    basis.value[i] += last ? fall : fall - fall * fall / (2.0 * (after - node));
    basis.slope[i] = last ? 1.0 : 1.0 - fall / (after - node);
  }
  return basis;
}

TiltBasis EvaluateTiltBasis(const Tilt& tilt, double largest) {
  static constexpr std::array<GridPoint, kTiltCentres> kGrid = TiltGrid();
  const SaturatedTilt held = Saturate(tilt, largest);
  // In units of the support radius of a function, which is the largest tilt. The grid spacing is half of it.
  const double unit = 1.0 / largest, at_x = held.at.x * unit, at_y = held.at.y * unit;
  TiltBasis basis{};
  double sum = 0.0, sum_by_u = 0.0, sum_by_v = 0.0;  // u and v: the saturated tilt
  for (int i = 0; i < kTiltCentres; ++i) {
    const double u = at_x - 0.5 * kGrid[i].x, v = at_y - 0.5 * kGrid[i].y;
    const double far2 = u * u + v * v;
    if (far2 >= 1.0) continue;
    const double far = std::sqrt(far2), rest = 1.0 - far, rest3 = rest * rest * rest;
    sum += basis.value[i] = rest3 * rest * (4.0 * far + 1.0);
    sum_by_u += basis.by_x[i] = -20.0 * unit * rest3 * u;
    sum_by_v += basis.by_y[i] = -20.0 * unit * rest3 * v;
  }
  const double scale = 1.0 / sum;
  for (int i = 0; i < kTiltCentres; ++i) {
    const double value = basis.value[i] *= scale;
    const double by_u = (basis.by_x[i] - value * sum_by_u) * scale,
                 by_v = (basis.by_y[i] - value * sum_by_v) * scale;
    basis.by_x[i] = by_u * held.by_x.x + by_v * held.by_x.y;
    basis.by_y[i] = by_u * held.by_y.x + by_v * held.by_y.y;
  }
  return basis;
}

}  // namespace slipstick::laws
