// A motion plan of a legged robot: positions of body and feet over time, and which feet are in stance.
#pragma once

#include <algorithm>
#include <memory>

#include "slipstick/control/motion_primitives.h"

namespace slipstick::control {

/// The base keeps its standing orientation. A plan begins and ends at rest, and feet in stance do not move.
/// Functions of time for 0 <= t <= duration(); they do not allocate.
class MotionPlan {
 public:
  virtual ~MotionPlan() = default;

  virtual double duration() const = 0;  ///< s

  /// Whether Body() is the centre of mass instead of the origin of the base. In flight only the centre of
  /// mass can be planned: its motion is ballistic.
  virtual bool moves_center_of_mass() const { return false; }

  /// Plan time for a simulation time: clamped to the duration, and shifted by 1 ns, so that a sum of time
  /// steps that is below an event of the plan only by rounding counts as after it. Events of plans are
  /// decimal numbers.
  double TimeAt(double clock) const { return std::clamp(clock + kClockRounding, 0.0, duration()); }
  static constexpr double kClockRounding = 1e-9;  ///< s

  virtual PointMotion Body(double t) const = 0;
  virtual PointMotion Foot(int foot, double t) const = 0;
  /// Whether this foot is planned to stay on the ground at t.
  virtual bool IsInStance(int foot, double t) const = 0;
};

}  // namespace slipstick::control
