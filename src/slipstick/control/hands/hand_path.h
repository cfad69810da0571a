// Pose of a hand and opening of its fingers over time, interpolated between keyframes.
#pragma once

#include <string>
#include <vector>

#include "slipstick/control/motion_primitives.h"
#include "slipstick/core/eigen.h"
#include "slipstick/core/fields.h"
#include "slipstick/core/pose.h"

namespace slipstick::control {

/// A keyframe, at which the hand is momentarily at rest, and the motion towards it.
struct HandKey {
  double time = 0.0;     ///< s, of arrival
  Pose pose = {};        ///< world frame
  double opening = 0.0;  ///< m between the fingers
  /// Amplitude of an oscillation superposed on the motion towards this key, m, ...
  Eigen::Vector3d shake = Eigen::Vector3d::Zero();
  int shakes = 0;  ///< ... and its number of periods

  /// Without the vectors.
  void Visit(FieldVisitor& visit) {
    visit.Number("time", time, kPositive, "s", "time of arrival, later than that of the key before");
    visit.Number("opening", opening, {}, "m", "between the fingers");
    visit.Integer("shakes", shakes, {1.0, 1e4}, "number of oscillations");
  }
};

/// Between keys: straight lines from rest to rest, rotation about a fixed axis.
class HandPath {
 public:
  /// `start` and `opening` are those at t = 0. InputError, starting with `where`, if times do not increase.
  HandPath(const Pose& start, double opening, std::vector<HandKey> keys, const std::string& where);

  double duration() const { return keys_.back().time; }
  Pose PoseAt(double t) const;
  ScalarMotion OpeningAt(double t) const;

 private:
  /// Index of the next key at time t.
  size_t Next(double t) const;

  std::vector<HandKey> keys_;  ///< the first is the start
};

}  // namespace slipstick::control
