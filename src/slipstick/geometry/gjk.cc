#include "slipstick/geometry/gjk.h"

#include <algorithm>

#include "slipstick/geometry/epa.h"

namespace slipstick::geometry {
namespace {

constexpr int kMaxIterations = 64;
constexpr double kMinProgress = 1e-14;  ///< relative progress of the squared distance
/// Relative to the size of the shapes. Smaller distances count as overlap, where EPA finds better normals.
constexpr double kTouching = 1e-10;

Vec Nearest(const Simplex& s) {
  Vec v = Vec::Zero();
  for (int i = 0; i < s.size; ++i) v += s.weight[i] * s.point[i].w;
  return v;
}

void Keep(Simplex& s, std::initializer_list<int> which) {
  Simplex kept;
  for (const int i : which) kept.point[kept.size++] = s.point[i];
  std::copy(kept.point, kept.point + kept.size, s.point);
  s.size = kept.size;
}

void KeepVertex(Simplex& s, int i) {
  Keep(s, {i});
  s.weight[0] = 1.0;
}

void NearestOnSegment(Simplex& s, int i, int j) {
  const Vec a = s.point[i].w, ab = s.point[j].w - a;
  const double t = -Dot(a, ab), length2 = SquaredNorm(ab);
  if (t <= 0.0 || length2 == 0.0) return KeepVertex(s, i);
  if (t >= length2) return KeepVertex(s, j);
  Keep(s, {i, j});
  s.weight[1] = t / length2;
  s.weight[0] = 1.0 - s.weight[1];
}

/// Reduces the simplex to the part of the triangle i, j, k nearest to the origin. On shapes that are flat in
/// one direction and curved in the other, triangles become needles. Projected areas about the foot of the
/// origin are still accurate then; the products in Ericson's method (2005, section 5.1.5) are not.
void NearestOnTriangle(Simplex& s, int i, int j, int k) {
  const Vec a = s.point[i].w, b = s.point[j].w, c = s.point[k].w;
  const Vec n = Cross(b - a, c - a);
  const double n2 = SquaredNorm(n);
  double area[3] = {-1.0, -1.0, -1.0};  // of the parts opposite to i, j, k
  if (n2 > 0.0) {
    const Vec foot = (Dot(n, a) / n2) * n;
    area[0] = Dot(n, Cross(b - foot, c - foot));
    area[1] = Dot(n, Cross(c - foot, a - foot));
    area[2] = Dot(n, Cross(a - foot, b - foot));
  }
  if (area[0] > 0.0 && area[1] > 0.0 && area[2] > 0.0) {
    Keep(s, {i, j, k});
    const double sum = area[0] + area[1] + area[2];
    for (int m = 0; m < 3; ++m) s.weight[m] = area[m] / sum;
    return;
  }
  const int edge[3][2] = {{j, k}, {k, i}, {i, j}};
  Simplex best;
  double best_distance2 = 1e300;
  for (int m = 0; m < 3; ++m) {
    if (area[m] > 0.0) continue;
    Simplex segment = s;
    NearestOnSegment(segment, edge[m][0], edge[m][1]);
    const double distance2 = SquaredNorm(Nearest(segment));
    if (distance2 < best_distance2) best = segment, best_distance2 = distance2;
  }
  s = best;
}

/// False if the origin is inside; otherwise reduces the simplex to the nearest part of its surface.
bool NearestOnTetrahedron(Simplex& s) {
  constexpr int kFaces[4][4] = {
      {0, 1, 2, 3}, {0, 3, 1, 2}, {0, 2, 3, 1}, {1, 3, 2, 0}};  // opposite vertex last
  Simplex best;
  double best_distance2 = 1e300;
  for (const auto& f : kFaces) {
    const Vec a = s.point[f[0]].w;
    const Vec n = Cross(s.point[f[1]].w - a, s.point[f[2]].w - a);
    const double opposite = Dot(n, s.point[f[3]].w - a), origin = -Dot(n, a);
    if (opposite * origin > 0.0) continue;  // on the inner side of this face
    Simplex face = s;
    NearestOnTriangle(face, f[0], f[1], f[2]);
    const double distance2 = SquaredNorm(Nearest(face));
    if (distance2 >= best_distance2) continue;
    best = face;
    best_distance2 = distance2;
  }
  if (best.size == 0) return false;
  s = best;
  return true;
}

/// False if the simplex contains the origin.
bool ReduceToNearest(Simplex& s) {
  switch (s.size) {
    case 1: s.weight[0] = 1.0; return true;
    case 2: NearestOnSegment(s, 0, 1); return true;
    case 3: NearestOnTriangle(s, 0, 1, 2); return true;
    default: return NearestOnTetrahedron(s);
  }
}

bool Contains(const Simplex& s, const Vec& w) {
  for (int i = 0; i < s.size; ++i)
    if (s.point[i].w.x == w.x && s.point[i].w.y == w.y && s.point[i].w.z == w.z) return true;
  return false;
}

void Report(const Simplex& s, const Vec& v, Proximity& out) {
  out.gap = Norm(v);
  out.normal = (1.0 / out.gap) * v;
  out.point_a = out.point_b = Vec::Zero();
  for (int i = 0; i < s.size; ++i) {
    out.point_a += s.weight[i] * s.point[i].a;
    out.point_b += s.weight[i] * s.point[i].b;
  }
}

}  // namespace

bool FindProximity(const RelativePair& pair, double reach, Proximity& out) {
  const double touching2 = kTouching * kTouching * pair.size * pair.size;
  const Vec start = -pair.p_AB;
  Simplex s;
  s.point[0] = pair.Support(SquaredNorm(start) > touching2 ? -start : Vec::UnitX());
  s.size = 1;
  s.weight[0] = 1.0;
  Vec v = s.point[0].w;
  for (int k = 0; k < kMaxIterations; ++k) {
    const double v2 = SquaredNorm(v);
    if (v2 <= touching2) return FindPenetration(pair, s, out), true;
    const SupportPoint next = pair.Support(-v);
    const double bound = Dot(v, next.w);  // the distance is at least bound / |v|
    if (bound > 0.0 && reach >= 0.0 && bound * bound > reach * reach * v2) return false;
    if (v2 - bound <= kMinProgress * v2 || Contains(s, next.w)) break;
    Simplex grown = s;
    grown.point[grown.size++] = next;
    if (!ReduceToNearest(grown)) return FindPenetration(pair, grown, out), true;
    const Vec nearer = Nearest(grown);
    if (SquaredNorm(nearer) >= v2) break;  // as near as rounding allows
    s = grown;
    v = nearer;
  }
  Report(s, v, out);
  return true;
}

}  // namespace slipstick::geometry
