#include "slipstick/laws/granular_basis.h"

#include <algorithm>
#include <cmath>

namespace slipstick::laws {
namespace {

/// In shares of the deepest: forces of a level plate grow straight from the surface, so that the first node
/// is near.
constexpr std::array<double, kDepthNodes + 1> kNodes = {0.0, 0.0625, 0.25, 0.5, 1.0};

/// Share of the largest lean up to which nothing is changed.
constexpr double kFaithful = 0.8;

struct GridPoint {
  int x, y;
};
/// 5 x 5 without its corners, which are far outside of the circle of leans.
constexpr std::array<GridPoint, kLeanCentres> LeanGrid() {
  std::array<GridPoint, kLeanCentres> grid{};
  int count = 0;
  for (int y = -2; y <= 2; ++y)
    for (int x = -2; x <= 2; ++x)
      if (x * x + y * y < 8) grid[count++] = {x, y};
  return grid;
}

/// A lean that does not leave the data, and its derivatives.
struct HeldLean {
  Lean at, by_x, by_y;
};

HeldLean Hold(const Lean& lean, double largest) {
  const double size = std::sqrt(lean.x * lean.x + lean.y * lean.y), begin = kFaithful * largest;
  if (size <= begin) return {lean, {1.0, 0.0}, {0.0, 1.0}};
  // t - t²/4 leaves with slope 1 and arrives at 1 with slope 0
  const double t = std::min((size - begin) / (largest - begin), 2.0);
  const double held = begin + (largest - begin) * (t - 0.25 * t * t), slope = 1.0 - 0.5 * t;
  const double across = held / size, along = (slope - across) / (size * size);
  return {{across * lean.x, across * lean.y},
          {across + along * lean.x * lean.x, along * lean.x * lean.y},
          {along * lean.x * lean.y, across + along * lean.y * lean.y}};
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

LeanBasis EvaluateLeanBasis(const Lean& lean, double largest) {
  static constexpr std::array<GridPoint, kLeanCentres> kGrid = LeanGrid();
  const HeldLean held = Hold(lean, largest);
  // in units of the reach of a function, which is the largest lean: the grid has half of that between its
  // points
  const double unit = 1.0 / largest, at_x = held.at.x * unit, at_y = held.at.y * unit;
  LeanBasis basis{};
  double sum = 0.0, sum_by_u = 0.0, sum_by_v = 0.0;  // u and v: the held lean
  for (int i = 0; i < kLeanCentres; ++i) {
    const double u = at_x - 0.5 * kGrid[i].x, v = at_y - 0.5 * kGrid[i].y;
    const double far2 = u * u + v * v;
    if (far2 >= 1.0) continue;
    const double far = std::sqrt(far2), rest = 1.0 - far, rest3 = rest * rest * rest;
    sum += basis.value[i] = rest3 * rest * (4.0 * far + 1.0);
    sum_by_u += basis.by_x[i] = -20.0 * unit * rest3 * u;
    sum_by_v += basis.by_y[i] = -20.0 * unit * rest3 * v;
  }
  const double scale = 1.0 / sum;
  for (int i = 0; i < kLeanCentres; ++i) {
    const double share = basis.value[i] *= scale;
    const double by_u = (basis.by_x[i] - share * sum_by_u) * scale,
                 by_v = (basis.by_y[i] - share * sum_by_v) * scale;
    basis.by_x[i] = by_u * held.by_x.x + by_v * held.by_x.y;
    basis.by_y[i] = by_u * held.by_y.x + by_v * held.by_y.y;
  }
  return basis;
}

}  // namespace slipstick::laws
