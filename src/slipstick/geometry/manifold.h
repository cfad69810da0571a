// The contact points of two shapes.
#pragma once

#include <cstdint>

#include "slipstick/geometry/vector_tools.h"

namespace slipstick::geometry {

struct ManifoldPoint {
  uint32_t feature;  ///< the touching features of the two shapes; kFeatureBits bits, see feature_id.h
  double gap;
  Vec p;       ///< midway between the surfaces
  Vec normal;  ///< unit, from b to a
};

struct Manifold {
  static constexpr int kMaxPoints = 16;

  int size = 0;
  ManifoldPoint point[kMaxPoints];

  /// If the manifold is full, the deepest points are kept.
  void Add(uint32_t feature, double gap, const Vec& p, const Vec& normal);
  /// Exchanges the roles of a and b.
  void Flip();
  void SortByFeature();
};

inline void Manifold::Add(uint32_t feature, double gap, const Vec& p, const Vec& normal) {
  int place = size;
  if (size < kMaxPoints) {
    ++size;
  } else {
    place = 0;
    for (int i = 1; i < kMaxPoints; ++i)
      if (point[i].gap > point[place].gap) place = i;
    if (point[place].gap <= gap) return;
  }
  point[place] = {feature, gap, p, normal};
}

inline void Manifold::Flip() {
  for (int i = 0; i < size; ++i) point[i].normal = -point[i].normal;
}

inline void Manifold::SortByFeature() {
  for (int i = 1; i < size; ++i)
    for (int j = i; j > 0 && point[j].feature < point[j - 1].feature; --j) {
      const ManifoldPoint moved = point[j];
      point[j] = point[j - 1];
      point[j - 1] = moved;
    }
}

}  // namespace slipstick::geometry
