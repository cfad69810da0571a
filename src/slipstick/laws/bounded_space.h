// Sets of one shape whose size follows the depth: corners under a normal force of 1 N, times what the depth
// bears.
#pragma once

#include "slipstick/laws/force_bound.h"
#include "slipstick/world/wrench_space.h"

namespace slipstick::laws {

class BoundedSpace : public WrenchSpace {
 public:
  void Corners(const world::ContactPose& pose, View<double> corners) const final;
  /// Axes C stand still, and going along the surface changes nothing: only depth does.
  unsigned derivatives() const final { return world::kMoveZ; }
  void Differentiate(const world::ContactPose& pose, View<double> by_change) const final;

 protected:
  /// InputError, starting with `what`, for a bound that bears nothing, or is none.
  BoundedSpace(const ForceBound& bound, const char* what);

  virtual void UnitCorners(const world::ContactPose& pose, View<double> corners) const = 0;

 private:
  ForceBound bound_;
};

}  // namespace slipstick::laws
