#include "geometry/reduction.h"

#include <utility>

namespace slipstick {
namespace {

/// A later candidate replaces the best one only if it is better by this share: noise must not decide.
constexpr double kClearly = 1e-6;

/// Brings the candidate with the clearly largest score to the place `first`. False if no score exceeds `least`.
template <class Score>
bool BringForward(Candidate* candidate, int first, int n, double least, double noise, Score score) {
  int best = -1;
  double best_score = least;
  for (int i = first; i < n; ++i) {
    const double s = score(candidate[i]);
    if (s > best_score + noise) {
      best = i;
      best_score = s;
    }
  }
  if (best < 0) return false;
  std::swap(candidate[first], candidate[best]);
  return true;
}

}  // namespace

int KeepFour(Candidate* candidate, int n, const Vec& normal) {
  if (n <= 4) return n;
  const auto across = [&](const Vec& d) { return d - Dot(d, normal) * normal; };
  double size2 = 0.0;  // squared extent of the candidates, a scale for what counts as noise
  for (int i = 1; i < n; ++i) size2 = std::max(size2, SquaredNorm(across(candidate[i].p - candidate[0].p)));
  const double size = std::sqrt(size2), noise2 = kClearly * size2;

  BringForward(candidate, 0, n, -1e300, kClearly * size, [](const Candidate& c) { return -c.gap; });
  const Vec p0 = candidate[0].p;
  if (!BringForward(candidate, 1, n, 0.0, noise2,
                    [&](const Candidate& c) { return SquaredNorm(across(c.p - p0)); }))
    return 1;
  const Vec side = Cross(normal, candidate[1].p - p0);
  const auto offset = [&](const Candidate& c) { return Dot(side, c.p - p0); };
  int kept = 2;
  if (BringForward(candidate, kept, n, 0.0, noise2, offset)) ++kept;
  if (BringForward(candidate, kept, n, 0.0, noise2, [&](const Candidate& c) { return -offset(c); })) ++kept;
  return kept;
}

}  // namespace slipstick
