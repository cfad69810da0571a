// The measurements that all comparisons are made of: one method with one step on one scene, measured in every
// way.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "slipstick/measure/closed_loop.h"
#include "slipstick/measure/cost.h"
#include "slipstick/measure/laboratory.h"
#include "slipstick/measure/local_error.h"

namespace slipstick::measure {

/// How things are measured.
struct Protocol {
  double truth_dt = 1e-3 / 64;       ///< s: steps of every method's own truth (paper 000, VI-A)
  Method reference{"rk4"};           ///< whose truth is common to all methods
  double reference_dt = 1e-3 / 256;  ///< s
  int repeats = 5;                   ///< of timings

  // What is wanted.
  bool own_error = true, reference_error = true, quality = true, cost = true;

  bool needs_reference() const { return reference_error || quality; }
};

struct Case {
  std::shared_ptr<const MeasuredScene> scene;
  Method method;
  double dt;                                ///< s
  double truth_dt = 0.0;                    ///< steps of its own truth, if not those of the protocol, s
  std::optional<Method> truth_method = {};  ///< that has its truth, if not itself: one that it approximates
};

/// Mean over windows of the largest entry, usually a speed, m/s or rad/s: a reference that differs so much
/// from itself with twice the step tells no method from another.
inline constexpr double kLargestUncertainty = 0.05;

struct CaseResult {
  double step = 0.0;           ///< used: the longest up to dt that divides the window, s
  LocalError own_error;        ///< against the truth of the same method
  LocalError reference_error;  ///< against the reference
  LocalError uncertainty;      ///< of the reference: of its method with twice the step, against itself
  RunQuality quality;
  Cost cost;

  /// False if the reference broke down itself: nothing can be said against it then, and it is not the
  /// method's fault.
  bool has_reference() const { return uncertainty.has_truth && uncertainty.mean < kLargestUncertainty; }

  /// Errors against the reference that can be told: no less than what it is sure of itself. Unknown without a
  /// reference.
  double mean_reference_error() const { return AtLeast(reference_error.mean, uncertainty.mean); }
  double max_reference_error() const { return AtLeast(reference_error.max, uncertainty.max); }
  bool is_mean_below_uncertainty() const { return reference_error.mean < uncertainty.mean; }
  bool is_max_below_uncertainty() const { return reference_error.max < uncertainty.max; }

 private:
  double AtLeast(double error, double unsure) const {
    return has_reference() ? std::max(error, unsure) : kUnknown;
  }
};

/// InputError, before anything is measured, for a case that cannot be: options that do not fit, steps longer
/// than the window, too many, or too close to those of the truth.
void CheckCases(const std::vector<Case>& cases, const Protocol& protocol);

/// One result per case, in their order. Throws Stopped.
std::vector<CaseResult> MeasureCases(const std::vector<Case>& cases, const Protocol& protocol,
                                     Laboratory& lab);

/// The largest stable step of a method on each scene; see FindStableStep.
struct StabilityCase {
  std::shared_ptr<const MeasuredScene> scene;
  Method method;
  double smallest;  ///< s
};
std::vector<StableStep> MeasureStability(const std::vector<StabilityCase>& cases, const Protocol& protocol,
                                         Laboratory& lab);

}  // namespace slipstick::measure
