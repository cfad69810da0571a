// Table II: the largest step at which a run without resets is stable.
#include <fmt/core.h>

#include "experiments/expo/expo_experiments.h"
#include "experiments/expo/motions.h"
#include "experiments/expo/paper_methods.h"
#include "slipstick/core/duration_text.h"

namespace slipstick::expo_experiments {
namespace {

constexpr double kSmallestTried = 1e-3 / 64;  // s

/// Published steps, ms; those of RK4 are from the authors' program.
struct LargestStep {
  const char* motion;
  double expo, euler, implicit, rk4;
};
constexpr LargestStep kLargest[] = {{"solo-squat", 40, 40.0 / 512, 20, 0.31},
                                    {"solo-jump", 10, 10.0 / 64, 5, 0.31},
                                    {"solo-trot", 2, 2.0 / 16, 2, 0.5},
                                    {"humanoid-walk", 5, 1.25, 10, 2.5}};

double PublishedStep(const LargestStep& row, Family family) {
  switch (family) {
    case Family::kExpo: return 1e-3 * row.expo;
    case Family::kEuler: return 1e-3 * row.euler;
    case Family::kImplicit: return 1e-3 * row.implicit;
    case Family::kRk4: return 1e-3 * row.rk4;
    default: return 0.0;
  }
}

const char* SourceOfStep(Family family) {
  if (family == Family::kOurs) return "-";
  return family == Family::kRk4 ? "authors' program" : "Table II";
}

plot::Cell StepCell(double step, const char* none) {
  return step > 0.0 ? plot::NumberCell(step, DurationText(step)) : plot::EmptyCell(none);
}

plot::ReportTable EmptyTable() {
  return {"table-2",
          {{"motion", "motion", "", true},
           {"method", "method", "", true},
           {"published", "published",
            "Largest stable step of the paper or of its authors' program (in JSON: s)."},
           {"source", "by", "", true},
           {"stable", "ours",
            "Largest step that is stable together with its half: |v| < 1e5, no step fails (in JSON: s)."},
           {"small_deviation", "deviation < 5 cm",
            "Largest step that, together with its half, stays within 5 cm of the reference (in JSON: s)."}},
          {}};
}

}  // namespace

std::vector<plot::ReportSection> Stability(measure::MeasurementQueue& queue) {
  plot::ReportSection section;
  section.heading = "Hammoud et al. 2022, Table II: largest stable step";
  section.paragraphs.emplace_back(
      "The control period is the largest step tried, so 40, 10 and 2 ms mean that all steps are stable. "
      "Bounded speeds are a weak criterion: a robot that rolls over is bounded, too. The motions are ours.");
  const auto methods =
      Available({Expo(), ExpoWithProducts(0), Euler(), Implicit(), Rk4(), OurExpo()}, section.remarks);
  std::vector<measure::StabilityCase> cases;
  for (const Motion& motion : Motions()) {
    const auto scene = SceneOf(motion);
    for (const FamilyMethod& method : methods) cases.push_back({scene, method.method, kSmallestTried});
  }
  const std::vector<measure::StableStep> results =
      measure::MeasureStability(cases, measure::Protocol{}, queue);

  plot::ReportTable table = EmptyTable();
  for (size_t i = 0; i < cases.size(); ++i) {
    const Family family = methods[i % methods.size()].family;
    const LargestStep& row = kLargest[i / methods.size()];
    table.rows.push_back({plot::TextCell(row.motion), plot::TextCell(cases[i].method.name()),
                          StepCell(PublishedStep(row, family), "-"), plot::TextCell(SourceOfStep(family)),
                          StepCell(results[i].stable, "none"), StepCell(results[i].small_deviation, "none")});
  }
  section.tables.push_back(std::move(table));
  return {section};
}

}  // namespace slipstick::expo_experiments
