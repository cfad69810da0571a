#include "slipstick/measure/case_columns.h"

#include <fmt/core.h>

#include <cmath>

namespace slipstick::measure {
namespace {

using R = CaseResult;

constexpr bool kOnPageOnly = false, kWarns = true;

/// Whole numbers from 100 to 1e6, otherwise `digits` significant digits.
std::string Digits(double value, int digits = 2) {
  const double size = std::abs(value);
  return size >= 100.0 && size < 1e6 ? fmt::format("{:.0f}", value) : fmt::format("{:.{}g}", value, digits);
}

constexpr char kNoReference[] = "no ref.";

plot::Cell ErrorCell(const LocalError& error, double value, bool is_bound = false) {
  if (!error.has_reference) return plot::EmptyCell(kNoReference);
  if (error.failed_windows > 0) return plot::EmptyCell("unstable");
  return plot::NumberCell(value, fmt::format("{}{}", is_bound ? "<" : "", Digits(value)));
}

plot::Cell ReferenceErrorCell(const R& result, double value, bool is_bound) {
  if (!result.has_reference()) return plot::EmptyCell(kNoReference);
  return ErrorCell(result.reference_error, value, is_bound);
}

/// Empty for an unstable run. `scale` converts SI units to those of the title.
plot::Cell RunCell(const R& result, double RunQuality::*member, double scale = 1.0) {
  const double value = result.quality.*member;
  if (!result.quality.stable || !std::isfinite(value)) return plot::EmptyCell();
  return plot::NumberCell(value, Digits(std::abs(value) < 1e-12 ? 0.0 : scale * value));
}

plot::Cell StableCell(const R& result) {
  if (!result.quality.stable) return {"no", false};
  const bool deviates = result.has_reference() && !result.quality.small_deviation;
  return {deviates ? "deviates" : "yes", true};
}

/// False for an unstable run, with or without a reference.
plot::Cell SmallDeviationCell(const R& result) {
  if (result.quality.small_deviation && result.has_reference()) return {"yes", true};
  if (result.quality.stable && !result.has_reference()) return plot::EmptyCell(kNoReference);
  return {"no", false};
}

plot::Cell DeviationCell(const R& result) {
  if (!result.has_reference()) return plot::EmptyCell(kNoReference);
  return RunCell(result, &RunQuality::deviation, 1e3);
}

std::vector<CaseColumn> ErrorColumns() {
  constexpr auto self = &Protocol::self_convergence, reference = &Protocol::reference_error;
  return {
      {{"reference_error_mean", "reference error",
        "Error against the reference at the end of a window, mean over all windows. It is the largest "
        "difference in any coordinate (m, rad) or velocity (m/s, rad/s) from a reference run with very small "
        "steps, started from the same state. Compare methods by this number. '<': below the uncertainty of "
        "the reference. 'no ref.': the reference run failed or is too uncertain."},
       reference,
       [](const R& r) {
         return ReferenceErrorCell(r, r.mean_reference_error(), r.is_mean_below_uncertainty());
       }},
      {{"reference_error_max", "max reference error",
        "The largest reference error of any window, usually one with an impact.", false, kOnPageOnly},
       reference,
       [](const R& r) {
         return ReferenceErrorCell(r, r.max_reference_error(), r.is_max_below_uncertainty());
       }},
      {{"has_reference", "reference",
        "Whether there is a usable reference: its run was completed and its uncertainty is small.", false,
        kOnPageOnly},
       reference,
       [](const R& r) {
         return r.has_reference() ? plot::Cell{"yes", true} : plot::Cell{"no", false};
       }},
      {{"self_convergence_mean", "self-convergence",
        "Error against a run of the same method with very small steps, mean over all windows (Hammoud et al. "
        "2022). It measures self-convergence, not accuracy.",
        false, kOnPageOnly},
       self,
       [](const R& r) { return ErrorCell(r.self_convergence, r.self_convergence.mean); }},
      {{"self_convergence_max", "max self-convergence", "The largest self-convergence error of any window.",
        false, kOnPageOnly},
       self,
       [](const R& r) { return ErrorCell(r.self_convergence, r.self_convergence.max); }},
  };
}

std::vector<CaseColumn> CostColumns() {
  constexpr auto cost = &Protocol::cost;
  return {
      {{"real_time_factor", "real-time factor",
        "Simulated time over computing time of the stepper, without the controller: 50 is 50 times faster "
        "than real time."},
       cost,
       [](const R& r) {
         const double factor = r.cost.real_time_factor;
         return std::isfinite(factor) ? plot::NumberCell(factor, Digits(factor, 3)) : plot::EmptyCell();
       }},
      {{"step_time", "step time [µs]", "Mean computing time of one step (in JSON: s).", false, kOnPageOnly},
       cost,
       [](const R& r) {
         const double time = r.cost.step_time;
         return std::isfinite(time) ? plot::NumberCell(time, Digits(1e6 * time, 3)) : plot::EmptyCell();
       }},
  };
}

std::vector<CaseColumn> RunColumns() {
  constexpr auto run = &Protocol::quality;
  const auto number = [](double RunQuality::*member, double scale) {
    return [=](const R& r) { return RunCell(r, member, scale); };
  };
  return {
      {{"stable", "stable",
        "Whether a whole run without resets ends with bounded speeds. 'deviates': it does, but its deviation "
        "from the reference exceeded 5 cm."},
       run,
       StableCell},
      {{"small_deviation", "deviation < 5 cm", "Whether the run is stable and its deviation is below 5 cm.",
        false, kOnPageOnly},
       run,
       SmallDeviationCell},
      {{"failure_time", "failure time [s]", "Simulated time at which an unstable run failed.", false,
        kOnPageOnly},
       run,
       [](const R& r) {
         const double time = r.quality.failure_time;
         return std::isfinite(time) ? plot::NumberCell(time, Digits(time, 3)) : plot::EmptyCell();
       }},
      {{"deviation", "deviation [mm]",
        "Largest distance of a free body from its position in the reference run, at the ends of windows (in "
        "JSON: m).",
        false, kOnPageOnly},
       run,
       DeviationCell},
      {{"creep", "creep [mm/s]",
        "Mean tangential speed of sticking contacts, including the deflection of contact springs under a "
        "changing load (in JSON: m/s)."},
       run,
       number(&RunQuality::creep, 1e3)},
      {{"penetration_depth", "penetration depth [mm]",
        "Largest penetration depth of the run; compliant contacts always have some (in JSON: m)."},
       run,
       number(&RunQuality::penetration_depth, 1e3)},
      {{"energy_error_ratio", "energy error [%]",
        "Numerical energy error of the integrator, negative if energy was lost, as a percentage of the "
        "energy exchanged (in JSON: a ratio)."},
       run,
       number(&RunQuality::energy_error_ratio, 1e2)},
      {{"energy_error", "energy error [J]", "Numerical energy error of the integrator.", false, kOnPageOnly},
       run,
       number(&RunQuality::energy_error, 1.0)},
      {{"contact_energy_created", "created by contacts [J]",
        "Energy generated by contacts; they must only dissipate.", false, kOnPageOnly, kWarns},
       run,
       number(&RunQuality::contact_energy_created, 1.0)},
      {{"cone_violation", "cone violation [%]",
        "Largest excess of friction over the friction cone, as a percentage of the largest normal force (in "
        "JSON: a ratio).",
        false, kOnPageOnly, kWarns},
       run,
       number(&RunQuality::cone_violation, 1e2)},
      {{"not_converged", "not converged [%]",
        "Fraction of steps whose solver did not reach its tolerance (in JSON: a ratio).", false, kOnPageOnly,
        kWarns},
       run,
       number(&RunQuality::not_converged, 1e2)},
  };
}

}  // namespace

const std::vector<CaseColumn>& CaseColumns() {
  static const std::vector<CaseColumn> columns = [] {
    std::vector<CaseColumn> all;
    for (const auto& some : {ErrorColumns(), CostColumns(), RunColumns()})
      all.insert(all.end(), some.begin(), some.end());
    return all;
  }();
  return columns;
}

}  // namespace slipstick::measure
