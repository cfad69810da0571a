// Reduces long series to the resolution of a picture without losing spikes.
#pragma once

#include <vector>

namespace slipstick::plot {

struct Points {
  std::vector<double> x, y;
};

/// Of all points that fall into one of `columns` equal slices of [from, to]: the first, the lowest, the
/// highest and the last, in their order. x does not decrease. Short series are returned
/// unchanged.
Points Thin(const Points& points, double from, double to, int columns);

/// Leaves out points that deviate from the line through the others by at most `tolerance` in y (Douglas and
/// Peucker). x does not decrease.
Points Simplify(const Points& points, double tolerance);

/// The runs of points between those whose y is NaN. Gaps in x of up to `bridged` do not split a run, so that
/// there are no more runs than can be distinguished.
std::vector<Points> SplitAtGaps(const std::vector<double>& x, const std::vector<double>& y,
                                double bridged = 0.0);

}  // namespace slipstick::plot
