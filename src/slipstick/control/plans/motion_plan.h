// What a legged robot shall do, before anyone asks how: where its body and its feet are at every time, and
// which feet stand.
#pragma once

#include <algorithm>
#include <memory>

#include "slipstick/control/motion_primitives.h"

namespace slipstick::control {

/// A plan keeps the direction of the base as it is in the standing configuration. It begins and ends at rest,
/// and feet that stand do not move. Functions of time for 0 <= t <= duration(); they do not allocate.
class MotionPlan {
 public:
  virtual ~MotionPlan() = default;

  virtual double duration() const = 0;  ///< s

  /// Whether Body() speaks of the centre of mass instead of the origin of the base. In flight only the former
  /// can be planned: it falls freely whatever the legs do.
  virtual bool moves_center_of_mass() const { return false; }

  /// The time of the plan that belongs to a clock: within the duration, and just after an instant that the
  /// clock, which adds up steps, means but misses by rounding. Instants of plans are decimal numbers.
  double TimeAt(double clock) const { return std::clamp(clock + kClockRounding, 0.0, duration()); }
  static constexpr double kClockRounding = 1e-9;  ///< s

  virtual PointMotion Body(double t) const = 0;
  virtual PointMotion Foot(int foot, double t) const = 0;
  virtual bool Stands(int foot, double t) const = 0;
};

}  // namespace slipstick::control
