#include "slipstick/geometry/hull.h"

#include <algorithm>

namespace slipstick::geometry {
namespace {

constexpr int kFewVertices = 24;  ///< up to this number testing all vertices is faster than hill climbing

/// Which of 27 directions (rows of -1, 0, 1) is nearest.
int DirectionIndex(const Vec& d) {
  const double half = 0.5 * std::max({std::abs(d.x), std::abs(d.y), std::abs(d.z)});
  const auto step = [&](double x) { return x > half ? 2 : x < -half ? 0 : 1; };
  return 9 * step(d.x) + 3 * step(d.y) + step(d.z);
}

}  // namespace

void Hull::FindStarts() {
  start.resize(27);
  for (int k = 0; k < 27; ++k) {
    const int x = k / 9, y = k / 3 % 3, z = k % 3;
    const Vec d{x - 1.0, y - 1.0, z - 1.0};
    start[k] = 0;
    for (size_t i = 1; i < vertex.size(); ++i)
      if (Dot(d, vertex[i]) > Dot(d, vertex[start[k]])) start[k] = static_cast<int>(i);
  }
}

int Hull::Support(const Vec& direction) const {
  if (vertex.size() <= kFewVertices) {
    int best = 0;
    double farthest = Dot(direction, vertex[0]);
    for (int i = 1; i < static_cast<int>(vertex.size()); ++i) {
      const double reach = Dot(direction, vertex[i]);
      if (reach > farthest) best = i, farthest = reach;
    }
    return best;
  }
  // Hill climbing along edges: a convex body has one maximum.
  int best = start[DirectionIndex(direction)];
  double farthest = Dot(direction, vertex[best]);
  for (int here = -1; here != best;) {
    here = best;
    for (int k = neighbour_begin[here]; k < neighbour_begin[here + 1]; ++k) {
      const double reach = Dot(direction, vertex[neighbour[k]]);
      if (reach > farthest) best = neighbour[k], farthest = reach;
    }
  }
  return best;
}

}  // namespace slipstick::geometry
