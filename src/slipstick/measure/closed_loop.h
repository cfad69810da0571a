// A closed-loop run from start to end, without resets: stability, deviation from the reference, contact
// quality and energy error.
#pragma once

#include "slipstick/core/fields.h"
#include "slipstick/measure/reference_run.h"
#include "slipstick/measure/unknown.h"

namespace slipstick::measure {

inline constexpr double kLargestDeviation = 0.05;  ///< m: limit of RunQuality::small_deviation

struct RunQuality {
  bool stable = false;           ///< every step succeeded and every speed stayed below kLargestSpeed
  bool small_deviation = false;  ///< stable, and deviation < kLargestDeviation
  /// Largest distance of a free body from its position in the reference run, at the ends of windows, m.
  double deviation = kUnknown;
  double failure_time = kUnknown;            ///< when it became unstable, s
  double creep = kUnknown;                   ///< m/s (contact_quality.h)
  double penetration_depth = kUnknown;       ///< largest, m
  double energy_error = kUnknown;            ///< of the integrator, J (run/run_statistics.h)
  double energy_error_ratio = kUnknown;      ///< of the energy exchanged
  double contact_energy_created = kUnknown;  ///< J
  double cone_violation = kUnknown;          ///< fraction of the largest normal force
  double not_converged = kUnknown;           ///< fraction of the steps

  void Visit(FieldVisitor& visit) {
    visit.Flag("stable", stable);
    visit.Flag("small_deviation", small_deviation);
    visit.Number("deviation", deviation);
    visit.Number("failure_time", failure_time);
    visit.Number("creep", creep);
    visit.Number("penetration_depth", penetration_depth);
    visit.Number("energy_error", energy_error);
    visit.Number("energy_error_ratio", energy_error_ratio);
    visit.Number("contact_energy_created", contact_energy_created);
    visit.Number("cone_violation", cone_violation);
    visit.Number("not_converged", not_converged);
  }
};

/// Runs the scene (BuildFor). The reference has the same windows; an incomplete one leaves the deviation
/// unknown. For an unstable run only the first four members are set. Throws Stopped.
RunQuality MeasureClosedLoop(const Scene& scene, const ReferenceRun& reference,
                             const StopFlag* stop = nullptr);

/// Largest distance between positions of a floating base, m; for a model without one, the largest difference
/// of a joint, m or rad.
double PlaceDistance(const Model& model, const State& a, const State& b);

/// The longest step window / 2^k at which the scene is stable without resets.
struct StableStep {
  double stable = 0.0;           ///< s: it and its half are stable; 0 if there is none down to smallest_tried
  double small_deviation = 0.0;  ///< s: it and its half have a small deviation from the reference
  double smallest_tried = 0.0;

  void Visit(FieldVisitor& visit) {
    visit.Number("stable", stable);
    visit.Number("small_deviation", small_deviation);
    visit.Number("smallest_tried", smallest_tried);
  }
};

/// Tries window, window/2, ... down to `smallest`, until both members are found. The half of each must be
/// stable, too, so that a single step that is stable by chance is not accepted. Throws Stopped.
StableStep FindStableStep(const MeasuredScene& scene, const Method& method, double smallest,
                          const ReferenceRun& reference, const StopFlag* stop = nullptr);

}  // namespace slipstick::measure
