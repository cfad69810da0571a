#include "slipstick/measure/case_columns.h"

#include <fmt/core.h>

#include <cmath>

namespace slipstick::measure {
namespace {

using R = CaseResult;

constexpr bool kOnPageOnly = false, kWarns = true;

/// Whole numbers from a hundred on, otherwise so many digits.
std::string Digits(double value, int digits = 2) {
  const double size = std::abs(value);
  return size >= 100.0 && size < 1e6 ? fmt::format("{:.0f}", value) : fmt::format("{:.{}g}", value, digits);
}

constexpr char kNoReference[] = "no ref.";

plot::Cell ErrorCell(const LocalError& error, double value, bool is_bound = false) {
  if (!error.has_truth) return {"no truth", "null"};
  if (error.failed_windows > 0) return {"unstable", "null"};
  return plot::NumberCell(value, fmt::format("{}{}", is_bound ? "<" : "", Digits(value)));
}

plot::Cell ReferenceErrorCell(const R& result, double value, bool is_bound) {
  if (!result.has_reference()) return {kNoReference, "null"};
  return ErrorCell(result.reference_error, value, is_bound);
}

/// Of a run that is not stable there is nothing to say. `scale` turns SI units into those of the title.
plot::Cell RunCell(const R& result, double RunQuality::*member, double scale = 1.0) {
  const double value = result.quality.*member;
  if (!result.quality.stable || !std::isfinite(value)) return plot::EmptyCell();
  return plot::NumberCell(value, Digits(std::abs(value) < 1e-12 ? 0.0 : scale * value));
}

plot::Cell StableCell(const R& result) {
  if (!result.quality.stable) return {"no", "false"};
  const bool strays = result.has_reference() && !result.quality.tracks;
  return {strays ? "strays" : "yes", "true"};
}

/// What is not stable does not track either, whatever the reference does.
plot::Cell TracksCell(const R& result) {
  if (result.quality.tracks && result.has_reference()) return {"yes", "true"};
  if (result.quality.stable && !result.has_reference()) return {kNoReference, "null"};
  return {"no", "false"};
}

plot::Cell DeviationCell(const R& result) {
  if (!result.has_reference()) return {kNoReference, "null"};
  return RunCell(result, &RunQuality::deviation, 1e3);
}

std::vector<CaseColumn> ErrorColumns() {
  constexpr auto own = &Protocol::own_error, reference = &Protocol::reference_error;
  return {
      {{"reference_error_mean", "error",
        "How far the method strays during one window, on average: the largest difference in any "
        "coordinate (m, rad) or "
        "velocity (m/s, rad/s) from a reference that solves the physics as exactly as we can, started from "
        "the same state. This "
        "is the number to compare methods by. '<': below what the reference itself is sure of. 'no ref.': "
        "the "
        "reference broke down itself."},
       reference,
       [](const R& r) {
         return ReferenceErrorCell(r, r.mean_reference_error(), r.is_mean_below_uncertainty());
       }},
      {{"reference_error_max", "worst",
        "The same in the window where it strays most, usually one with an impact."},
       reference,
       [](const R& r) {
         return ReferenceErrorCell(r, r.max_reference_error(), r.is_max_below_uncertainty());
       }},
      {{"has_reference", "reference",
        "Whether there is a reference to measure against, or none, because it broke down itself.", false,
        kOnPageOnly},
       reference,
       [](const R& r) {
         return r.has_reference() ? plot::Cell{"yes", "true"} : plot::Cell{"none", "false"};
       }},
      {{"error_mean", "error to self",
        "The same against the method itself in very fine steps, as paper 000 measures it. It tells how a "
        "method converges, not "
        "where to.",
        false, kOnPageOnly},
       own,
       [](const R& r) { return ErrorCell(r.own_error, r.own_error.mean); }},
      {{"error_max", "worst to self", "The same in the worst window.", false, kOnPageOnly},
       own,
       [](const R& r) { return ErrorCell(r.own_error, r.own_error.max); }},
  };
}

std::vector<CaseColumn> CostColumns() {
  constexpr auto cost = &Protocol::cost;
  return {
      {{"real_time_factor", "x real",
        "Simulated time over the time that the stepper needs for it, controller excluded: 50 is 50 times "
        "faster than reality."},
       cost,
       [](const R& r) {
         const double factor = r.cost.real_time_factor;
         return std::isfinite(factor) ? plot::NumberCell(factor, Digits(factor, 3)) : plot::EmptyCell();
       }},
      {{"step_time", "µs/step", "What one step takes, in millionths of a second (in JSON: s).", false,
        kOnPageOnly},
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
        "Whether a whole run, without being put back, ends with bounded speeds. 'strays': it does, but was "
        "more than 5 cm away "
        "from the reference on the way."},
       run,
       StableCell},
      {{"tracks", "tracks", "Whether it is stable and never was that far away.", false, kOnPageOnly},
       run,
       TracksCell},
      {{"failure_time", "exploded [s]", "When a run that is not stable came to its end.", false, kOnPageOnly},
       run,
       [](const R& r) {
         const double time = r.quality.failure_time;
         return std::isfinite(time) ? plot::NumberCell(time, Digits(time, 3)) : plot::EmptyCell();
       }},
      {{"deviation", "away [mm]",
        "Largest distance of a free body from the reference run, at the ends of windows (in JSON: m).", false,
        kOnPageOnly},
       run,
       DeviationCell},
      {{"creep", "creep mm/s",
        "How fast contacts that stick crawl along the ground all the same; the give of springs under a "
        "changing load is in it "
        "(in JSON: m/s)."},
       run,
       number(&RunQuality::creep, 1e3)},
      {{"penetration", "depth mm",
        "Deepest penetration of two bodies into each other; surfaces that give way have some by nature (in "
        "JSON: m)."},
       run,
       number(&RunQuality::penetration, 1e3)},
      {{"energy_error_ratio", "energy %",
        "Energy that stepping itself added (or lost, if negative), which no physics explains, in per cent of "
        "all that forces "
        "and gravity moved (in JSON: a share)."},
       run,
       number(&RunQuality::energy_error_ratio, 1e2)},
      {{"energy_error", "energy [J]", "The same in joules.", false, kOnPageOnly},
       run,
       number(&RunQuality::energy_error, 1.0)},
      {{"contacts_created", "contacts [J]",
        "Energy that contacts gave beyond what they had taken; real ones never do.", false, kOnPageOnly,
        kWarns},
       run,
       number(&RunQuality::contacts_created, 1.0)},
      {{"cone_violation", "cone %",
        "By how much friction exceeded what the normal force allows, at worst, in per cent of the largest "
        "normal force (in "
        "JSON: a share)."},
       run,
       number(&RunQuality::cone_violation, 1e2)},
      {{"not_converged", "missed [%]",
        "Steps whose equations were not solved to the tolerance (in JSON: a share).", false, kOnPageOnly,
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
