// A run from start to end, without resets: whether it stays stable, follows the reference, and what its
// contacts and its energy do.
#pragma once

#include "slipstick/core/fields.h"
#include "slipstick/measure/truth.h"
#include "slipstick/measure/unknown.h"

namespace slipstick::measure {

inline constexpr double kLargestDeviation = 0.05;  ///< m: further away a run does not follow its reference

struct RunQuality {
  bool stable = false;  ///< every step succeeded and every speed stayed below kLargestSpeed
  bool tracks = false;  ///< stable, and deviation < kLargestDeviation
  double deviation =
      kUnknown;  ///< largest distance of a free body from the reference, at the ends of windows, m
  double failure_time = kUnknown;        ///< when it became unstable, s
  double creep = kUnknown;               ///< m/s (contact_quality.h)
  double penetration = kUnknown;         ///< deepest, m
  double energy_error = kUnknown;        ///< by stepping, J (scene/run_statistics.h)
  double energy_error_ratio = kUnknown;  ///< of the energy turned over
  double contacts_created = kUnknown;    ///< J
  double cone_violation = kUnknown;      ///< share of the largest normal force
  double not_converged = kUnknown;       ///< share of the steps

  void Visit(FieldVisitor& visit) {
    visit.Flag("stable", stable);
    visit.Flag("tracks", tracks);
    visit.Number("deviation", deviation);
    visit.Number("failure_time", failure_time);
    visit.Number("creep", creep);
    visit.Number("penetration", penetration);
    visit.Number("energy_error", energy_error);
    visit.Number("energy_error_ratio", energy_error_ratio);
    visit.Number("contacts_created", contacts_created);
    visit.Number("cone_violation", cone_violation);
    visit.Number("not_converged", not_converged);
  }
};

/// Runs the scene (BuildFor). The reference has the same windows; an incomplete one leaves the deviation
/// unknown, and a run that is not stable has no numbers but these first four. Throws Stopped.
RunQuality MeasureClosedLoop(const Scene& scene, const Truth& reference, const StopFlag* stop = nullptr);

/// Largest distance between places of a free body, m; of a model without free bodies, largest difference of a
/// joint, m or rad.
double PlaceDistance(const Model& model, const State& a, const State& b);

/// The longest step = window / 2^k with which the scene runs, without resets.
struct StableStep {
  double stable = 0.0;  ///< s: it and half of it are stable; 0 if none was found down to the smallest tried
  double tracks = 0.0;  ///< s: it and half of it follow the reference
  double smallest_tried = 0.0;

  void Visit(FieldVisitor& visit) {
    visit.Number("stable", stable);
    visit.Number("tracks", tracks);
    visit.Number("smallest_tried", smallest_tried);
  }
};

/// Tries window, window/2, ... down to `smallest`, until both answers are known. A single step that happens
/// to survive between two that do not is no answer: half of it must survive, too. Throws Stopped.
StableStep FindStableStep(const MeasuredScene& scene, const Method& method, double smallest,
                          const Truth& reference, const StopFlag* stop = nullptr);

}  // namespace slipstick::measure
