#include "slipstick/geometry/plane_pairs.h"

#include <algorithm>

#include "slipstick/geometry/feature_id.h"
#include "slipstick/geometry/reduction.h"
#include "slipstick/geometry/rim.h"

namespace slipstick::geometry {
namespace {

double Height(const PlacedShape& plane, const Vec& point) { return Dot(plane.R.z, point - plane.p); }

/// Adds a point of the surface of a with this height above the plane.
void AddPoint(uint32_t feature, double gap, const Vec& point, const PlacedShape& plane, Manifold& out) {
  out.Add(feature, gap, point - (0.5 * gap) * plane.R.z, plane.R.z);
}

void AddIfNear(uint32_t feature, const Vec& point, const PlacedShape& plane, double margin, Manifold& out) {
  const double gap = Height(plane, point);
  if (gap <= margin) AddPoint(feature, gap, point, plane, out);
}

void AddAll(const Candidate* candidate, int n, const PlacedShape& plane, Manifold& out) {
  for (int i = 0; i < n; ++i) AddPoint(candidate[i].feature, candidate[i].gap, candidate[i].p, plane, out);
}

}  // namespace

void CollideCapsulePlane(const PlacedShape& a, const PlacedShape& b, double margin, Manifold& out) {
  for (const int end : {0, 1}) {
    const Vec centre = a.p + (end == 0 ? -a.solid->half_length : a.solid->half_length) * a.R.z;
    AddIfNear(VertexFeature(false, end), centre - a.solid->radius * b.R.z, b, margin, out);
  }
}

void CollideBoxPlane(const PlacedShape& a, const PlacedShape& b, double margin, Manifold& out) {
  const Vec& half = a.solid->half;
  const double centre = Height(b, a.p);
  const Vec rise{half.x * Dot(b.R.z, a.R.x), half.y * Dot(b.R.z, a.R.y), half.z * Dot(b.R.z, a.R.z)};
  if (centre - std::abs(rise.x) - std::abs(rise.y) - std::abs(rise.z) > margin) return;
  const Vec edge_x = half.x * a.R.x, edge_y = half.y * a.R.y, edge_z = half.z * a.R.z;
  Candidate candidate[8];
  int n = 0;
  for (int vertex = 0; vertex < 8; ++vertex) {
    const double sx = vertex & 1 ? 1.0 : -1.0, sy = vertex & 2 ? 1.0 : -1.0, sz = vertex & 4 ? 1.0 : -1.0;
    const double gap = centre + sx * rise.x + sy * rise.y + sz * rise.z;
    if (gap > margin) continue;
    candidate[n++] = {VertexFeature(false, vertex), gap, a.p + sx * edge_x + sy * edge_y + sz * edge_z};
  }
  AddAll(candidate, n, b, out);
}

// The lowest point of each rim, and three points fixed to it while its cap is nearly flat on the plane, see
// rim.h.
void CollideCylinderPlane(const PlacedShape& a, const PlacedShape& b, double margin, Manifold& out) {
  const double r = a.solid->radius, l = a.solid->half_length;
  const double nx = Dot(b.R.z, a.R.x), ny = Dot(b.R.z, a.R.y), nz = Dot(b.R.z, a.R.z);
  const double slope = std::hypot(nx, ny);
  if (Height(b, a.p) - r * slope - l * std::abs(nz) > margin) return;
  const double lowest = slope > 0.0 ? r * LowestPointReach(slope) / slope : 0.0,
               fixed = r * FixedPointReach(slope);
  constexpr double kSin120 = 0.86602540378443864676;
  constexpr double kFixed[3][2] = {{1.0, 0.0}, {-0.5, kSin120}, {-0.5, -kSin120}};
  for (const int cap : {0, 1}) {
    const Vec centre = a.p + (cap == 0 ? -l : l) * a.R.z;
    AddIfNear(VertexFeature(false, 4 * cap + 3), centre - (lowest * nx) * a.R.x - (lowest * ny) * a.R.y, b,
              margin, out);
    if (fixed <= 0.0) continue;
    for (int k = 0; k < 3; ++k)
      AddIfNear(VertexFeature(false, 4 * cap + k),
                centre + (fixed * kFixed[k][0]) * a.R.x + (fixed * kFixed[k][1]) * a.R.y, b, margin, out);
  }
}

// Many vertices may lie below the plane; if there are too many, those nearest to the surface are omitted.
void CollideHullPlane(const PlacedShape& a, const PlacedShape& b, double margin, Manifold& out) {
  const Hull& hull = *a.solid->hull;
  const Vec n = TransposeTimes(a.R, b.R.z);
  const double height = Height(b, a.p), lowest = height + Dot(n, hull.vertex[hull.Support(-n)]);
  if (lowest > margin) return;
  constexpr int kMaxCandidates = 256;
  Candidate candidate[kMaxCandidates];
  int count = 0;
  for (double limit = margin;;) {
    count = 0;
    bool fits = true;
    for (int i = 0; i < static_cast<int>(hull.vertex.size()) && fits; ++i) {
      const double gap = height + Dot(n, hull.vertex[i]);
      if (gap > limit) continue;
      fits = count < kMaxCandidates;
      if (fits) candidate[count++] = {VertexFeature(false, i), gap, hull.vertex[i]};
    }
    // Far from the origin the halving stops at the spacing of numbers, and with overflow at NaN.
    const double lower = 0.5 * (limit + lowest);
    const bool can_be_lower = limit - lowest >= 1e-9 * a.solid->bound && lower < limit;
    if (fits || !can_be_lower) break;
    limit = lower;
  }
  count = KeepOutermost(candidate, count, n);
  for (int i = 0; i < count; ++i)
    AddPoint(candidate[i].feature, candidate[i].gap, a.p + a.R * candidate[i].p, b, out);
}

void CollideEllipsoidPlane(const PlacedShape& a, const PlacedShape& b, double margin, Manifold& out) {
  const Vec& r = a.solid->half;
  const Vec n = TransposeTimes(a.R, b.R.z);
  const Vec rn{r.x * n.x, r.y * n.y, r.z * n.z};
  const double depth = Norm(rn), gap = Height(b, a.p) - depth;
  if (gap > margin) return;
  const Vec lowest{-r.x * rn.x / depth, -r.y * rn.y / depth, -r.z * rn.z / depth};
  AddPoint(kSinglePoint, gap, a.p + a.R * lowest, b, out);
}

}  // namespace slipstick::geometry
