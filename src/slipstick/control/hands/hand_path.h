// Where a hand is and how far its fingers are apart, over time, from a few places that it passes.
#pragma once

#include <string>
#include <vector>

#include "slipstick/control/motion_primitives.h"
#include "slipstick/core/eigen.h"
#include "slipstick/model/inertia.h"

namespace slipstick::control {

/// A place where the hand rests for an instant, and how it gets there.
struct HandKey {
  double time;     ///< s; it is there then
  Pose pose;       ///< world frame
  double opening;  ///< m between the fingers
  /// On the way it swings so far to both sides, m, ...
  Eigen::Vector3d shake = Eigen::Vector3d::Zero();
  int shakes = 0;  ///< ... so many times
};

/// Straight ways from rest to rest, turns about a fixed axis.
class HandPath {
 public:
  /// From how it is at t = 0. InputError if times do not grow, starting with `where`.
  HandPath(const Pose& start, double opening, std::vector<HandKey> keys, const std::string& where);

  double duration() const { return keys_.back().time; }
  Pose PoseAt(double t) const;
  ScalarMotion OpeningAt(double t) const;

 private:
  /// Number of the key that it is on its way to.
  size_t Next(double t) const;

  std::vector<HandKey> keys_;  ///< the first is the start
};

}  // namespace slipstick::control
