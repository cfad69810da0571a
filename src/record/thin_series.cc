#include "record/thin_series.h"

#include <algorithm>
#include <cmath>

namespace slipstick {

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

std::vector<Points> SplitAtGaps(const std::vector<double>& x, const std::vector<double>& y) {
  std::vector<Points> runs;
  bool in_run = false;
  for (size_t i = 0; i < x.size(); ++i) {
    if (std::isnan(y[i])) {
      in_run = false;
      continue;
    }
    if (!in_run) runs.emplace_back();
    in_run = true;
    runs.back().x.push_back(x[i]);
    runs.back().y.push_back(y[i]);
  }
  return runs;
}

}  // namespace slipstick
