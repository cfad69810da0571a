// Table III: computing time of the phases of a step, on the trot with steps of 2 ms.
#include <fmt/core.h>

#include <cmath>
#include <optional>

#include "experiments/expo/expo_experiments.h"
#include "experiments/expo/motions.h"
#include "experiments/expo/paper_methods.h"

namespace slipstick::expo_experiments {
namespace {

/// Microseconds; 0: unknown.
struct Published {
  const char* operation;
  std::optional<steppers::Phase> phase;  ///< none: the whole step
  double paper, paper_full;              ///< without products, and with the standard exponential
  double authors, authors_full;          ///< the authors' program on our kind of machine
};
constexpr Published kTimes[] = {
    {"step", std::nullopt, 39, 94, 18.3, 39.3},
    {"computeIntegrals", steppers::Phase::kSolve, 13, 67, 4.6, 24.0},
    {"prepareExpLDS", steppers::Phase::kDynamics, 13, 13, 7.3, 8.3},
    {"computeContactForces", steppers::Phase::kContacts, 8, 8, 4.3, 4.7},
};
constexpr Published kEulerStep = {"euler (Eul-exp) step", std::nullopt, 9, 0, 6.6, 0};

double TimeOf(const measure::Cost& cost, std::optional<steppers::Phase> phase) {
  return phase ? cost.phase_time[static_cast<int>(*phase)] : cost.instrumented_step_time;
}

plot::Cell MicrosecondCell(double seconds) {
  return std::isfinite(seconds) && seconds > 0.0
             ? plot::NumberCell(seconds, fmt::format("{:.3g}", 1e6 * seconds))
             : plot::EmptyCell();
}

/// A column of our results.
struct OurColumn {
  PaperMethod method;
  const char *key, *title, *meaning;
};
std::vector<OurColumn> OurColumns() {
  return {
      {ExpoWithProducts(0), "expo_0_products", "expo-plain:products=0 [µs]",
       "The scheme of the paper, without products."},
      {ExpoStandard(), "expo_standard", "expo-plain:products=-1 [µs]",
       "The same with a standard matrix exponential."},
      {Expo(), "expo_exact", "expo-plain [µs]", "The same with integrals exact to rounding."},
      {OurExpo(), "slipstick_expo", "expo [µs]", "Second order, events located."},
  };
}

}  // namespace

std::vector<plot::ReportSection> Breakdown(measure::MeasurementQueue& queue) {
  plot::ReportSection section;
  section.heading = "Hammoud et al. 2022, Table III: computing time of the phases of a step, in µs";
  section.paragraphs.emplace_back(
      "Trot with steps of 2 ms (euler: 1/8 ms, since it is unstable with longer ones). The last columns are "
      "ours: solve, dynamics and contacts correspond to the operations of the paper; the rest of a step is "
      "bookkeeping.");
  measure::Protocol protocol;
  protocol.self_convergence = protocol.reference_error = protocol.quality = false;
  std::vector<FamilyMethod> expo;
  std::vector<plot::ReportColumn> our_columns;
  for (const OurColumn& column : OurColumns())
    for (const FamilyMethod& method : Available({column.method}, section.remarks)) {
      expo.push_back(method);
      our_columns.push_back({column.key, column.title, column.meaning});
    }
  const auto euler = Available({Euler()}, section.remarks);
  const auto scene = SceneOf(MotionCalled("solo-trot"));
  std::vector<measure::Case> cases;
  for (const FamilyMethod& method : expo) cases.push_back({scene, method.method, 2e-3});
  for (const FamilyMethod& method : euler) cases.push_back({scene, method.method, 1e-3 / 8});
  const std::vector<measure::CaseResult> results = measure::MeasureCases(cases, protocol, queue);

  plot::ReportTable table{
      "table-3",
      {{"operation", "operation", "", true},
       {"paper_0_products", "paper, 0 products [µs]",
        "Table III, without products in the matrix exponential (in JSON: s, as all times)."},
       {"paper_standard", "paper, standard [µs]", "Table III, with the standard matrix exponential."},
       {"authors_0_products", "authors, 0 products [µs]",
        "The authors' program, built with gcc, on our kind of machine."},
       {"authors_standard", "authors, standard [µs]", "The same with the standard matrix exponential."}},
      {}};
  table.columns.insert(table.columns.end(), our_columns.begin(), our_columns.end());
  const auto add_row = [&](const Published& row) {
    table.rows.push_back({plot::TextCell(row.operation), MicrosecondCell(1e-6 * row.paper),
                          MicrosecondCell(1e-6 * row.paper_full), MicrosecondCell(1e-6 * row.authors),
                          MicrosecondCell(1e-6 * row.authors_full)});
  };
  for (const Published& row : kTimes) {
    add_row(row);
    for (size_t i = 0; i < expo.size(); ++i)
      table.rows.back().push_back(MicrosecondCell(TimeOf(results[i].cost, row.phase)));
  }
  add_row(kEulerStep);
  for (size_t i = 0; i < expo.size(); ++i)
    table.rows.back().push_back(i == 0 && !euler.empty()
                                    ? MicrosecondCell(results.back().cost.instrumented_step_time)
                                    : plot::EmptyCell());
  section.tables.push_back(std::move(table));
  return {section};
}

}  // namespace slipstick::expo_experiments
