#include "slipstick/plot/thin_series.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace slipstick::plot {

Points Thin(const Points& points, double from, double to, int columns) {
  const size_t n = points.x.size();
  if (n <= 4 * static_cast<size_t>(columns) || !(to > from)) return points;
  const auto column = [&](size_t i) { return std::floor((points.x[i] - from) / (to - from) * columns); };
  Points thin;
  for (size_t begin = 0, end = 0; begin < n; begin = end) {
    size_t low = begin, high = begin;
    for (end = begin; end < n && column(end) == column(begin); ++end) {
      if (points.y[end] < points.y[low]) low = end;
      if (points.y[end] > points.y[high]) high = end;
    }
    size_t kept[] = {begin, std::min(low, high), std::max(low, high), end - 1};
    const size_t* const last = std::unique(std::begin(kept), std::end(kept));  // they are in order
    for (const size_t* i = kept; i != last; ++i) {
      thin.x.push_back(points.x[*i]);
      thin.y.push_back(points.y[*i]);
    }
  }
  return thin;
}

namespace {

/// Which point between two is farthest from the line that joins them, and how far.
std::pair<size_t, double> Farthest(const Points& p, size_t first, size_t last) {
  const double dx = p.x[last] - p.x[first], dy = p.y[last] - p.y[first];
  std::pair<size_t, double> farthest{first, 0.0};
  for (size_t i = first + 1; i < last; ++i) {
    // On a vertical line everything beyond its ends is off; its inside is not.
    const double low = std::min(p.y[first], p.y[last]), high = std::max(p.y[first], p.y[last]);
    const double off = dx > 0.0 ? std::abs(p.y[first] + dy * (p.x[i] - p.x[first]) / dx - p.y[i])
                                : std::max({0.0, low - p.y[i], p.y[i] - high});
    if (off > farthest.second) farthest = {i, off};
  }
  return farthest;
}

}  // namespace

Points Simplify(const Points& points, double tolerance) {
  const size_t n = points.x.size();
  if (n < 3) return points;
  std::vector<bool> kept(n, false);
  kept.front() = kept.back() = true;
  std::vector<std::pair<size_t, size_t>> open{{0, n - 1}};
  while (!open.empty()) {
    const auto [first, last] = open.back();
    open.pop_back();
    const auto [middle, off] = Farthest(points, first, last);
    if (off <= tolerance) continue;
    kept[middle] = true;
    open.push_back({first, middle});
    open.push_back({middle, last});
  }
  Points simple;
  for (size_t i = 0; i < n; ++i)
    if (kept[i]) simple.x.push_back(points.x[i]), simple.y.push_back(points.y[i]);
  return simple;
}

std::vector<Points> SplitAtGaps(const std::vector<double>& x, const std::vector<double>& y, double bridged) {
  std::vector<Points> runs;
  bool in_run = false;
  for (size_t i = 0; i < x.size(); ++i) {
    if (std::isnan(y[i])) {
      in_run = false;
      continue;
    }
    if (runs.empty() || (!in_run && x[i] - runs.back().x.back() > bridged)) runs.emplace_back();
    in_run = true;
    runs.back().x.push_back(x[i]);
    runs.back().y.push_back(y[i]);
  }
  return runs;
}

}  // namespace slipstick::plot
