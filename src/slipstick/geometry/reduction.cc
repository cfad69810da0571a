#include "slipstick/geometry/reduction.h"

#include <algorithm>
#include <utility>

namespace slipstick::geometry {
namespace {

/// Of 22.5°: no direction is an axis of symmetry of a rectangle or square, along which corners could tie.
constexpr double kCos = 0.92387953251128674, kSin = 0.38268343236508977;
/// A later candidate replaces the best one only if it is better by this fraction of the size, so that noise
/// has no effect.
constexpr double kMinImprovement = 1e-6;
/// Weight of the depth: of two candidates that are equally far out the deeper one is kept, such as the lower
/// face of a thin plate.
constexpr double kDepthWeight = 0.01;
/// The deepest candidate is omitted unless it is deeper than the kept ones by this fraction of the size. A
/// disc tilted by 1e-3 rad is deepest between two of its eight kept points, by less than this.
constexpr double kMinExtraDepth = 1e-4;

/// The candidate with the largest score; of scores that differ by less than the noise, the first.
template <class Score>
int FindBest(const Candidate* candidate, int n, double noise, Score score) {
  int best = 0;
  double best_score = score(candidate[0]);
  for (int i = 1; i < n; ++i) {
    const double s = score(candidate[i]);
    if (s > best_score + noise) best = i, best_score = s;
  }
  return best;
}

/// Moves candidate i behind the first `kept`, unless it is one of them.
int Keep(Candidate* candidate, int kept, int i) {
  if (i < kept) return kept;
  std::swap(candidate[kept], candidate[i]);
  return kept + 1;
}

double SmallestGap(const Candidate* candidate, int n) {
  return std::min_element(candidate, candidate + n,
                          [](const Candidate& l, const Candidate& r) { return l.gap < r.gap; })
      ->gap;
}

/// A length: the scale of noise.
double Extent(const Candidate* candidate, int n) {
  double size2 = 0.0;
  for (int i = 1; i < n; ++i) size2 = std::max(size2, SquaredNorm(candidate[i].p - candidate[0].p));
  return std::sqrt(size2);
}

struct Direction {
  double x, y;
};

/// Moves the outermost in each direction to the front; x and y span the plane across the normal.
template <int kCount>
int KeepAlong(const Direction (&directions)[kCount], const Vec& x, const Vec& y, double size,
              Candidate* candidate, int n) {
  const Vec origin = candidate[0].p;
  int kept = 0;
  for (const Direction& d : directions) {
    const Vec direction = d.x * x + d.y * y;
    kept = Keep(candidate, kept, FindBest(candidate, n, kMinImprovement * size, [&](const Candidate& c) {
                  return Dot(direction, c.p - origin) - kDepthWeight * c.gap;
                }));
  }
  return kept;
}

int FindDeepest(const Candidate* candidate, int n, double size) {
  return FindBest(candidate, n, kMinImprovement * size, [](const Candidate& c) { return -c.gap; });
}

bool IsClearlyDeeper(const Candidate* candidate, int kept, int deepest, double size) {
  return SmallestGap(candidate, kept) > candidate[deepest].gap + kMinExtraDepth * size;
}

}  // namespace

int KeepOutermost(Candidate* candidate, int n, const Vec& normal) {
  constexpr Direction kEight[] = {{kCos, kSin},   {kSin, kCos},   {-kSin, kCos}, {-kCos, kSin},
                                  {-kCos, -kSin}, {-kSin, -kCos}, {kSin, -kCos}, {kCos, -kSin}};
  if (n <= 8) return n;
  const double size = Extent(candidate, n);
  const Vec x = Perpendicular(normal);
  const int kept = KeepAlong(kEight, x, Cross(normal, x), size, candidate, n),
            deepest = FindDeepest(candidate, n, size);
  return IsClearlyDeeper(candidate, kept, deepest, size) ? Keep(candidate, kept, deepest) : kept;
}

int KeepFour(Candidate* candidate, int n, const Vec& face_normal, const Vec& edge) {
  constexpr Direction kFour[] = {{kCos, kSin}, {-kSin, kCos}, {-kCos, -kSin}, {kSin, -kCos}};
  if (n <= 4) return n;
  const double size = Extent(candidate, n);
  const Vec x = Normalized(edge);
  const int kept = KeepAlong(kFour, x, Cross(face_normal, x), size, candidate, n),
            deepest = FindDeepest(candidate, n, size);
  if (IsClearlyDeeper(candidate, kept, deepest, size)) {
    const auto has_smaller_gap = [](const Candidate& l, const Candidate& r) { return l.gap < r.gap; };
    Candidate* highest = std::max_element(candidate, candidate + kept, has_smaller_gap);
    std::swap(*highest, candidate[deepest]);
  }
  return kept;
}

}  // namespace slipstick::geometry
