// Sets of one shape whose size follows the depth: corners under a normal force of 1 N, times what the depth bears.
#pragma once

#include "slipstick/laws/force_bound.h"
#include "slipstick/world/wrench_space.h"

namespace slipstick {

class BoundedSpace : public WrenchSpace {
 public:
  void Corners(const ContactPose& pose, View<double> corners) const final;
  /// Axes C stand still, and going along the surface changes nothing: only depth does.
  unsigned derivatives() const final { return kMoveZ; }
  void Differentiate(const ContactPose& pose, View<double> by_change) const final;

 protected:
  /// InputError, starting with `what`, for a bound that bears nothing, or is none.
  BoundedSpace(const ForceBound& bound, const char* what);

  virtual void UnitCorners(const ContactPose& pose, View<double> corners) const = 0;

 private:
  ForceBound bound_;
};

}  // namespace slipstick
