// Fig. 2 and Fig. 3: local error of every method in steps of control period / 2^k, against speed and against
// the step.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "experiments/expo/expo_experiments.h"
#include "experiments/expo/motions.h"
#include "experiments/expo/paper_methods.h"
#include "slipstick/core/duration_text.h"
#include "slipstick/measure/case_table.h"

namespace slipstick::expo_experiments {
namespace {

struct Accuracy {
  measure::MeasuredCases measured;
  std::vector<Family> families;  ///< of the cases
  measure::Protocol protocol;
  std::vector<std::string> remarks;
};

constexpr double kMinStanceTime = 1e-3 / 8;   // s, of implicit methods, VI-B
constexpr double kShortestEuler = 1e-3 / 32;  // s: costs about as much as expo-plain with kMinStanceTime
constexpr double kLongestEuler = 1.25e-3;     // s: unstable with longer steps

std::vector<double> StepsOf(Family family, double period) {
  return family == Family::kEuler ? HalvedSteps(period, kLongestEuler, kShortestEuler)
                                  : HalvedSteps(period, period, kMinStanceTime);
}

std::vector<PaperMethod> Compared() {
  std::vector<PaperMethod> methods = {Expo()};
  for (int products = 0; products <= 4; ++products) methods.push_back(ExpoWithProducts(products));
  for (const PaperMethod& other : {Euler(), Rk4(), Implicit(), OurExpo(), OurExpoOfFirstOrder()})
    methods.push_back(other);
  return methods;
}

Accuracy MeasureAccuracy(const Motion& motion, measure::MeasurementQueue& queue) {
  Accuracy accuracy;
  accuracy.protocol.quality = false;
  const auto methods = Available(Compared(), accuracy.remarks);
  const auto scene = SceneOf(motion);
  for (const FamilyMethod& method : methods)
    for (const double dt : StepsOf(method.family, motion.control_period)) {
      accuracy.measured.cases.push_back(PaperCase(scene, method, dt));
      accuracy.families.push_back(method.family);
    }
  accuracy.measured.results = measure::MeasureCases(accuracy.measured.cases, accuracy.protocol, queue);
  return accuracy;
}

// ---- Fig. 2 ------------------------------------------------------------------------------------

/// Best real-time factor at which the authors' program reaches a mean error, without its reset bug except for
/// `published`.
struct SpeedReached {
  const char* motion;
  double error;
  double expo, published, euler, rk4, implicit;  ///< 0: not known
};
constexpr SpeedReached kSpeeds[] = {
    {"solo-squat", 1e-2, 1310, 26, 26, 7, 47},   {"solo-squat", 1e-3, 164, 26, 26, 7, 28},
    {"solo-squat", 1e-4, 20, 13, 26, 7, 5},      {"solo-jump", 1e-1, 82, 25, 25, 7, 9},
    {"solo-jump", 1e-2, 57, 25, 25, 7, 6},       {"solo-jump", 3e-3, 18, 12, 25, 7, 0},
    {"solo-trot", 1e-1, 216, 39, 39, 5, 7},      {"solo-trot", 1e-2, 27, 10, 19, 5, 4},
    {"solo-trot", 3e-3, 14, 5, 19, 5, 3},        {"humanoid-walk", 1e-1, 341, 70, 140, 19, 7},
    {"humanoid-walk", 3e-2, 171, 70, 70, 19, 7}, {"humanoid-walk", 1e-2, 47, 17, 70, 19, 3},
};

double BestSpeed(const Accuracy& accuracy, Family family, double error) {
  double best = measure::kUnknown;
  for (size_t i = 0; i < accuracy.families.size(); ++i) {
    const measure::CaseResult& result = accuracy.measured.results[i];
    if (accuracy.families[i] != family || !(result.self_convergence.mean <= error)) continue;
    best = std::fmax(best, result.cost.real_time_factor);
  }
  return best;
}

plot::Cell SpeedCell(double factor) {
  return factor > 0.0 && std::isfinite(factor) ? plot::NumberCell(factor, fmt::format("{:.0f}", factor))
                                               : plot::EmptyCell();
}

plot::ReportTable TabulateSpeeds(const Motion& motion, const Accuracy& accuracy) {
  plot::ReportTable table{
      "fig-2-" + motion.name,
      {{"error", "error <=", "Largest allowed self-convergence error."},
       {"authors_expo", "Expo: authors", "Best real-time factor of the authors' program, built with clang."},
       {"expo", "expo-plain (Expo)", "Best real-time factor here, with any number of products."},
       {"authors_euler_published", "Eul-exp: published",
        "With the bug in the authors' resets, which counts forces twice for explicit methods."},
       {"authors_euler", "Eul-exp: fixed", "With that bug removed."},
       {"euler", "euler (Eul-exp)", ""},
       {"authors_rk4", "RK4: fixed", ""},
       {"rk4", "rk4 (RK4)", ""},
       {"authors_implicit", "Eul-imp: authors", ""},
       {"implicit", "implicit-euler (Eul-imp)", ""},
       {"slipstick_expo", "expo",
        "Best real-time factor of either order. It locates touch-down, lift-off and slip."}},
      {}};
  for (const SpeedReached& row : kSpeeds) {
    if (row.motion != motion.name) continue;
    const auto ours = [&](Family family) { return SpeedCell(BestSpeed(accuracy, family, row.error)); };
    table.rows.push_back({plot::NumberCell(row.error, fmt::format("{:g}", row.error)), SpeedCell(row.expo),
                          ours(Family::kExpo), SpeedCell(row.published), SpeedCell(row.euler),
                          ours(Family::kEuler), SpeedCell(row.rk4), ours(Family::kRk4),
                          SpeedCell(row.implicit), ours(Family::kImplicit), ours(Family::kOurs)});
  }
  return table;
}

// ---- Fig. 3 ------------------------------------------------------------------------------------

/// Mean and largest error of the authors' program, without its reset bug.
struct ErrorAtStep {
  const char* motion;
  Family family;
  const char* label;
  int halvings;      ///< step = control period / 2^halvings
  double mean, max;  ///< max 0: not known
};
constexpr ErrorAtStep kErrors[] = {
    {"solo-squat", Family::kExpo, "expo-plain (Expo)", 0, 1.2e-2, 0},
    {"solo-squat", Family::kExpo, "expo-plain (Expo)", 2, 3.0e-3, 0},
    {"solo-squat", Family::kExpo, "expo-plain (Expo)", 4, 7.7e-4, 0},
    {"solo-squat", Family::kExpo, "expo-plain (Expo)", 6, 1.9e-4, 0},
    {"solo-squat", Family::kExpo, "expo-plain (Expo)", 8, 4.1e-5, 0},
    {"solo-squat", Family::kEuler, "euler (Eul-exp)", 9, 2.3e-5, 0},
    {"solo-squat", Family::kRk4, "rk4", 8, 4.7e-8, 0},
    {"solo-jump", Family::kExpo, "expo-plain (Expo)", 0, 0.24, 34},
    {"solo-jump", Family::kExpo, "expo-plain (Expo)", 3, 9.1e-3, 1.7},
    {"solo-jump", Family::kEuler, "euler (Eul-exp)", 7, 2.1e-3, 0},
    {"solo-trot", Family::kExpo, "expo-plain (Expo)", 0, 5.8e-2, 9.6},
    {"solo-trot", Family::kExpo, "expo-plain (Expo)", 1, 2.6e-2, 8.7},
    {"solo-trot", Family::kExpo, "expo-plain (Expo)", 3, 5.8e-3, 1.1},
    {"solo-trot", Family::kExpo, "expo-plain (Expo)", 4, 3.0e-3, 0.94},
    {"solo-trot", Family::kEuler, "euler (Eul-exp)", 5, 2.6e-3, 0},
    {"solo-trot", Family::kRk4, "rk4", 4, 1.3e-3, 0},
    {"humanoid-walk", Family::kExpo, "expo-plain (Expo)", 3, 2.7e-2, 1.6},
    {"humanoid-walk", Family::kExpo, "expo-plain (Expo)", 5, 7.8e-3, 0.6},
    {"humanoid-walk", Family::kEuler, "euler (Eul-exp)", 5, 3.6e-2, 0},
    {"humanoid-walk", Family::kEuler, "euler (Eul-exp)", 6, 7.3e-3, 0},
};

/// The first method of the family: expo-plain with exact integrals, expo of second order.
const measure::CaseResult* Find(const Accuracy& accuracy, Family family, double step) {
  for (size_t i = 0; i < accuracy.families.size(); ++i)
    if (accuracy.families[i] == family && std::abs(accuracy.measured.cases[i].dt - step) < 1e-6 * step)
      return &accuracy.measured.results[i];
  return nullptr;
}

plot::ReportTable TabulateErrors(const Motion& motion, const Accuracy& accuracy) {
  plot::ReportTable table{
      "fig-3-" + motion.name,
      {{"method", "method", "", true},
       {"step", "step", "In JSON: s."},
       {"authors_mean", "mean: authors", "Error of the authors' program, its reset bug removed."},
       {"mean", "mean: ours", "Error here, measured in the same way, on our motion."},
       {"authors_max", "max: authors", ""},
       {"max", "max: ours", ""},
       {"slipstick_mean", "expo", "Mean error of the stepper expo with the same step."}},
      {}};
  for (const ErrorAtStep& row : kErrors) {
    if (row.motion != motion.name) continue;
    const double step = motion.control_period / std::pow(2.0, row.halvings);
    const measure::CaseResult* result = Find(accuracy, row.family, step);
    const measure::CaseResult* ours = Find(accuracy, Family::kOurs, step);
    table.rows.push_back({plot::TextCell(row.label), plot::NumberCell(step, DurationText(step)),
                          plot::NumberCell(row.mean),
                          result ? plot::NumberCell(result->self_convergence.mean) : plot::EmptyCell(),
                          row.max > 0.0 ? plot::NumberCell(row.max) : plot::EmptyCell(),
                          result ? plot::NumberCell(result->self_convergence.max) : plot::EmptyCell(),
                          ours ? plot::NumberCell(ours->self_convergence.mean) : plot::EmptyCell()});
  }
  return table;
}

// ---- both --------------------------------------------------------------------------------------

plot::ReportSection SectionOf(const char* figure, const Motion& motion, Accuracy& accuracy,
                              measure::Along along) {
  plot::ReportSection section;
  section.heading = fmt::format("Hammoud et al. 2022, {}: {}", figure, motion.name);
  const std::string file = along == measure::Along::kSpeed ? "fig-2-" : "fig-3-";
  section.figures.push_back(measure::DrawErrors(
      accuracy.measured, {.name = file + motion.name,
                          .title = motion.name + ": self-convergence",
                          .caption = "As in the paper: every method against itself with very small steps.",
                          .error = measure::ErrorKind::kSelfConvergence,
                          .along = along}));
  section.figures.push_back(measure::DrawErrors(
      accuracy.measured,
      {.name = file + motion.name + "-reference",
       .title = motion.name + ": reference error",
       .caption = "The same against the common reference. Methods that anchor the normal spring at the "
                  "first detected point, as in the paper, solve another problem with every step.",
       .error = measure::ErrorKind::kReference,
       .along = along}));
  std::erase_if(section.figures, plot::IsEmpty);
  section.remarks = std::move(accuracy.remarks);
  section.remarks.push_back(
      "Uncertainty of the reference: " + measure::DescribeUncertainty(accuracy.measured) + ".");
  return section;
}

constexpr char kAboutMotions[] =
    "The robots, control periods, stiffness, damping and friction are those of the paper; the motions are "
    "ours. Compare magnitudes and slopes, not digits. The paper shows figures; the authors' values are those "
    "of their public program, built and run by us.";

void AddDetails(const Motion& motion, const Accuracy& accuracy, plot::ReportSection& section) {
  plot::ReportTable table = measure::TabulateCases(accuracy.measured, accuracy.protocol);
  table.name = "cases-" + motion.name;
  for (plot::ReportColumn& column : table.columns) column.on_terminal = true;  // they are few
  section.tables.push_back(std::move(table));
}

}  // namespace

std::vector<plot::ReportSection> AccuracyAndSpeed(measure::MeasurementQueue& queue) {
  std::vector<plot::ReportSection> sections;
  for (const Motion& motion : Motions()) {
    Accuracy accuracy = MeasureAccuracy(motion, queue);
    sections.push_back(SectionOf("Fig. 2", motion, accuracy, measure::Along::kSpeed));
    sections.back().tables.push_back(TabulateSpeeds(motion, accuracy));
    AddDetails(motion, accuracy, sections.back());
  }
  sections.front().paragraphs.emplace_back(kAboutMotions);
  return sections;
}

std::vector<plot::ReportSection> AccuracyAndStep(measure::MeasurementQueue& queue) {
  std::vector<plot::ReportSection> sections;
  for (const Motion& motion : Motions()) {
    Accuracy accuracy = MeasureAccuracy(motion, queue);
    sections.push_back(SectionOf("Fig. 3", motion, accuracy, measure::Along::kStep));
    sections.back().tables.push_back(TabulateErrors(motion, accuracy));
  }
  sections.front().paragraphs.emplace_back(kAboutMotions);
  return sections;
}

}  // namespace slipstick::expo_experiments
