// Fig. 2 to 5: a rotating rod falls on a table, pivots on one end, slaps down, slides a little and rests.
#pragma once

#include <vector>

#include "slipstick/measure/measured_scene.h"
#include "slipstick/measure/method.h"
#include "slipstick/measure/unknown.h"

namespace slipstick::stewart_trinkle_experiments {

/// Times are those of the ends of steps, s; kUnknown for events that do not happen.
struct RodEvents {
  double contact = measure::kUnknown;    ///< first contact force
  double slap_down = measure::kUnknown;  ///< both ends in contact
  double rest = measure::kUnknown;       ///< all speeds stay below 1e-6 from here
  double energy_rise = 0.0;              ///< largest in a step, J
  int changes = 0;                       ///< number of contacts opened or closed after slap-down
};

/// Contact state of the end that touches first.
enum class TipMotion { kOpen, kSticks, kSlidesRight, kSlidesLeft };

/// Entries at the beginning and after every step. As in the paper the rod moves in a plane; the angle is
/// measured from the table.
struct RodMotion {
  RodEvents events;
  std::vector<double> t, x, height, angle, spin;  ///< s, m, m, rad, rad/s
  std::vector<double> tip;                        ///< x of the centre of the end that touches first, m
  std::vector<TipMotion> tip_motion;
};
RodMotion MeasureRod(const measure::MeasuredScene& rod, const measure::Method& method, double h);

}  // namespace slipstick::stewart_trinkle_experiments
