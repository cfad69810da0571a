#include "slipstick/laws/bounded_space.h"

#include "slipstick/core/check_number.h"

namespace slipstick::laws {

BoundedSpace::BoundedSpace(const ForceBound& bound, const char* where) : bound_(bound) {
  CheckPositive(bound.stiffness, where, "stiffness", "N/m");
  CheckPositive(bound.reference_depth, where, "reference_depth", "m");
  CheckNotNegative(bound.ghost, where, "ghost", "N");
  CheckWhole(bound.power, 1, 3, where, "power");
}

void BoundedSpace::Corners(const world::ContactPose& pose, View<double> corners) const {
  UnitCorners(pose, corners);
  const double bound = bound_.Value(pose.depth);
  for (double& x : corners) x *= bound;
}

void BoundedSpace::Differentiate(const world::ContactPose& pose, View<double> by_change) const {
  UnitCorners(pose, by_change);
  const double slope = -bound_.Slope(pose.depth);  // motion along +z reduces the depth
  for (double& x : by_change) x *= slope;
}

}  // namespace slipstick::laws
