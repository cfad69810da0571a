// Long series made as short as a picture can show them, without losing a spike.
#pragma once

#include <vector>

namespace slipstick::plot {

struct Points {
  std::vector<double> x, y;
};

/// Of all points that fall into one of `columns` equal slices of [from, to]: the first, the lowest, the
/// highest and the last, in their order. x does not decrease. Series that are short already come back as they
/// are.
Points Thin(const Points& points, double from, double to, int columns);

/// Leaves out points that are off the line through the others by at most `tolerance` in y: the shape stays,
/// the smooth parts become short (Douglas and Peucker). x does not decrease.
Points Simplify(const Points& points, double tolerance);

/// The runs of points between those whose y is not a number. Gaps in x of up to `bridged` are passed over, so
/// that there are no more runs than the eye can tell apart.
std::vector<Points> SplitAtGaps(const std::vector<double>& x, const std::vector<double>& y,
                                double bridged = 0.0);

}  // namespace slipstick::plot
