// Measurements of the pendulum on the floor.
#pragma once

#include <vector>

#include "slipstick/core/fields.h"
#include "slipstick/core/stop_flag.h"
#include "slipstick/measure/measured_scene.h"
#include "slipstick/measure/method.h"
#include "slipstick/measure/unknown.h"

namespace slipstick::relaxed_experiments {

/// One run and its last second, in which the end link lies on the floor and the links above still swing.
struct FloorRun {
  bool finished = false;                         ///< every step succeeded
  double energy = measure::kUnknown;             ///< at the start, above the floor, J
  double first_contact = measure::kUnknown;      ///< end of the first step with a contact force, s
  double penetration_depth = measure::kUnknown;  ///< largest, m
  // of the last second
  double kinetic = measure::kUnknown;  ///< mean, J
  /// Mean and standard deviation of the sum of normal forces, N.
  double normal = measure::kUnknown, normal_spread = measure::kUnknown;
  /// Mean change from step to step, N: of the sum, and of a single contact. Includes the change due to
  /// swinging.
  double chatter = measure::kUnknown, contact_chatter = measure::kUnknown;
  double jitter = measure::kUnknown;  ///< mean second difference of the sum, N: chatter without trends
  /// The same of the friction forces in the plane of the swing, N.
  double friction = measure::kUnknown, friction_spread = measure::kUnknown;
  double friction_chatter = measure::kUnknown;  ///< mean change of this sum from step to step, N
  double sticking = measure::kUnknown;          ///< fraction of contact forces with static friction
  double slip_speed = measure::kUnknown;        ///< largest speed of a contact along the floor, m/s

  /// The kinetic energy is less than 2 % of the initial energy.
  bool rests() const { return finished && kinetic < 0.02 * energy; }

  void Visit(FieldVisitor& visit);
};
FloorRun MeasureFloorRun(const measure::MeasuredScene& scene, const measure::Method& method, double dt,
                         const StopFlag* stop = nullptr);

/// Computing time of the stepper for the 5 s.
struct FloorCost {
  double run = measure::kUnknown;           ///< s
  double contact_step = measure::kUnknown;  ///< mean of the steps with contact, s

  void Visit(FieldVisitor& visit);
};
/// Repeats the run and takes the minimum time of every step, to reduce the influence of other load.
FloorCost MeasureFloorCost(const measure::MeasuredScene& scene, const measure::Method& method, double dt,
                           int repeats, const StopFlag* stop = nullptr);

/// Forces at the corners on which the end link comes to rest, every millisecond.
struct CornerForces {
  static constexpr int kCorners = 4;
  std::vector<double> t;         ///< s
  std::vector<double> normal;    ///< corner after corner, N
  std::vector<double> friction;  ///< in the plane of the swing, N

  void Visit(FieldVisitor& visit);
};
CornerForces MeasureCornerForces(const measure::MeasuredScene& scene, const measure::Method& method,
                                 double dt, const StopFlag* stop = nullptr);

}  // namespace slipstick::relaxed_experiments
