// Wrench spaces of constant shape whose size depends on the depth: corners for a normal force of 1 N, times
// the force bound at this depth.
#pragma once

#include "slipstick/laws/force_bound.h"
#include "slipstick/world/wrench_space.h"

namespace slipstick::laws {

class BoundedSpace : public WrenchSpace {
 public:
  void Corners(const world::ContactPose& pose, View<double> corners) const final;
  /// With fixed axes C the corners depend on the depth only.
  unsigned derivatives() const final { return world::kMoveZ; }
  void Differentiate(const world::ContactPose& pose, View<double> by_change) const final;

 protected:
  /// InputError, starting with `where`, for an invalid bound.
  BoundedSpace(const ForceBound& bound, const char* where);

  /// The corners for a normal force of 1 N.
  virtual void UnitCorners(const world::ContactPose& pose, View<double> corners) const = 0;

 private:
  ForceBound bound_;
};

}  // namespace slipstick::laws
