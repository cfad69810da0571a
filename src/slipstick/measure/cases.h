// The measurements of a comparison: each case is one method with one time step on one scene.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "slipstick/measure/closed_loop.h"
#include "slipstick/measure/cost.h"
#include "slipstick/measure/local_error.h"
#include "slipstick/measure/measurement_queue.h"

namespace slipstick::measure {

/// How cases are measured, and which quantities.
struct Protocol {
  double self_dt = 1e-3 / 64;        ///< s: steps of the self-convergence runs (Hammoud et al. 2022, VI-A)
  Method reference{"rk4"};           ///< method of the reference run, common to all methods
  double reference_dt = 1e-3 / 256;  ///< s
  int repeats = 5;                   ///< of timings

  // The quantities to measure.
  bool self_convergence = true, reference_error = true, quality = true, cost = true;

  bool needs_reference() const { return reference_error || quality; }
};

struct Case {
  std::shared_ptr<const MeasuredScene> scene;
  Method method;
  double dt;                               ///< s
  double self_dt = 0.0;                    ///< step of its self-convergence run, s; 0: that of the protocol
  std::optional<Method> self_method = {};  ///< method of its self-convergence run; empty: its own
};

/// Largest uncertainty of a usable reference: mean over windows of the largest entry, usually a speed, m/s or
/// rad/s.
inline constexpr double kLargestUncertainty = 0.05;

struct CaseResult {
  double step = 0.0;            ///< the longest up to dt that divides the window, s
  LocalError self_convergence;  ///< against a run of the same method with small steps
  LocalError reference_error;   ///< against the reference
  LocalError uncertainty;       ///< of the reference: the error of its own method with twice the step
  RunQuality quality;
  Cost cost;

  /// False if the reference run failed or is too uncertain; errors against it are unknown then.
  bool has_reference() const { return uncertainty.has_reference && uncertainty.mean < kLargestUncertainty; }

  /// Errors against the reference, bounded below by its uncertainty. Unknown without a reference.
  double mean_reference_error() const { return AtLeast(reference_error.mean, uncertainty.mean); }
  double max_reference_error() const { return AtLeast(reference_error.max, uncertainty.max); }
  bool is_mean_below_uncertainty() const { return reference_error.mean < uncertainty.mean; }
  bool is_max_below_uncertainty() const { return reference_error.max < uncertainty.max; }

 private:
  double AtLeast(double error, double uncertain) const {
    return has_reference() ? std::max(error, uncertain) : kUnknown;
  }
};

/// InputError, before anything is measured, for invalid cases: options that do not fit, steps longer than the
/// window, too many of them, or steps too close to those of the reference.
void CheckCases(const std::vector<Case>& cases, const Protocol& protocol);

/// One result per case, in their order. Throws Stopped.
std::vector<CaseResult> MeasureCases(const std::vector<Case>& cases, const Protocol& protocol,
                                     MeasurementQueue& queue);

/// The largest stable step of a method on each scene; see FindStableStep.
struct StabilityCase {
  std::shared_ptr<const MeasuredScene> scene;
  Method method;
  double smallest;  ///< s
};
std::vector<StableStep> MeasureStability(const std::vector<StabilityCase>& cases, const Protocol& protocol,
                                         MeasurementQueue& queue);

}  // namespace slipstick::measure
