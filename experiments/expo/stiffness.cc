// Fig. 4: local error of a trot while the stiffness of contacts varies at a fixed damping ratio, and the
// ratio at a fixed stiffness.
#include <fmt/core.h>

#include <cmath>

#include "experiments/expo/expo_experiments.h"
#include "experiments/expo/motions.h"
#include "experiments/expo/paper_methods.h"
#include "slipstick/core/duration_text.h"
#include "slipstick/measure/case_table.h"
#include "slipstick/measure/variation.h"
#include "slipstick/scene/scene_library.h"

namespace slipstick::expo_experiments {
namespace {

struct StiffnessMethod {
  PaperMethod method;
  double dt;  ///< s
};
std::vector<StiffnessMethod> StiffnessMethods() {
  return {
      {Expo(), 2e-3}, {ExpoWithProducts(0), 2e-3}, {Euler(), 0.5e-3}, {Implicit(), 2e-3}, {OurExpo(), 2e-3}};
}

/// One of the two panels of the figure.
struct Panel {
  std::string name, title, axis;
  bool logarithmic;
  std::vector<double> values;
  double (*stiffness)(double value);
  double (*ratio)(double value);
};

std::vector<double> PowersOfTen(double from, double to, int count) {
  std::vector<double> values;
  for (int i = 0; i < count; ++i) values.push_back(std::pow(10.0, from + (to - from) * i / (count - 1)));
  return values;
}

std::vector<Panel> Panels() {
  return {{"fig-4a", "error and stiffness (damping ratio 0.5)", "stiffness [N/m]", true,
           PowersOfTen(3, 8, 11), [](double value) { return value; }, [](double) { return 0.5; }},
          {"fig-4b",
           "error and damping ratio (stiffness 1e5 N/m)",
           "damping ratio",
           false,
           {0.2, 0.4, 0.6, 0.8, 1.0},
           [](double) { return 1e5; },
           [](double value) { return value; }}};
}

std::vector<SceneEdit> ContactEdits(const Motion& motion, double stiffness, double ratio) {
  const scene::SceneSource source = scene::FindScene(motion.name);
  std::vector<SceneEdit> edits = measure::MaterialEdits(source, "stiffness", stiffness, "Fig. 4");
  for (SceneEdit& edit :
       measure::MaterialEdits(source, "damping", measure::DampingFor(ratio, stiffness), "Fig. 4"))
    edits.push_back(std::move(edit));
  return edits;
}

/// Contacts of up to 1e8 N/m are too stiff for explicit methods: the reference is expo with the steps of the
/// self-convergence runs, and shares its run with the row of expo.
measure::Protocol StiffProtocol() {
  measure::Protocol protocol;
  protocol.reference = measure::ParseMethod(OurExpo().method.text, "Fig. 4");
  protocol.reference_dt = protocol.self_dt;
  protocol.quality = protocol.cost = false;
  return protocol;
}

plot::ReportSection MeasurePanel(const Panel& panel, measure::MeasurementQueue& queue) {
  plot::ReportSection section;
  section.heading = fmt::format("Hammoud et al. 2022, Fig. 4: {}", panel.title);
  const Motion& motion = MotionCalled("solo-trot");
  measure::MeasuredCases measured;
  for (const double value : panel.values) {
    const auto scene = SceneOf(motion, ContactEdits(motion, panel.stiffness(value), panel.ratio(value)));
    std::vector<std::string> remarks;
    for (const StiffnessMethod& wanted : StiffnessMethods())
      for (const FamilyMethod& method : Available({wanted.method}, remarks)) {
        measured.cases.push_back(PaperCase(scene, method, wanted.dt));
        measured.values.push_back(fmt::format("{:.3g}", value));
        measured.places.push_back(value);
      }
    section.remarks = remarks;  // the same for every value
  }
  const measure::Protocol protocol = StiffProtocol();
  measured.results = measure::MeasureCases(measured.cases, protocol, queue);
  const auto add_figure = [&](measure::ErrorKind error, const char* ending, const char* caption) {
    plot::ReportFigure figure = measure::DrawErrors(measured, {.name = panel.name + ending,
                                                               .title = motion.name + ": " + panel.title,
                                                               .caption = caption,
                                                               .error = error,
                                                               .along = measure::Along::kValue,
                                                               .axis = panel.axis,
                                                               .logarithmic = panel.logarithmic});
    if (!plot::IsEmpty(figure)) section.figures.push_back(std::move(figure));
  };
  add_figure(measure::ErrorKind::kSelfConvergence, "",
             "As in the paper: every method against itself with very small steps.");
  add_figure(measure::ErrorKind::kReference, "-reference", "The same against the common reference.");
  section.remarks.push_back(fmt::format("The reference is {} in steps of {}. Its uncertainty: {}.",
                                        protocol.reference.text(), DurationText(protocol.reference_dt),
                                        measure::DescribeUncertainty(measured)));
  section.tables.push_back(measure::TabulateCases(measured, protocol, panel.axis));
  section.tables.back().name = panel.name;
  for (plot::ReportColumn& column : section.tables.back().columns) column.on_terminal = true;
  return section;
}

}  // namespace

std::vector<plot::ReportSection> StiffnessAndDamping(measure::MeasurementQueue& queue) {
  std::vector<plot::ReportSection> sections;
  for (const Panel& panel : Panels()) sections.push_back(MeasurePanel(panel, queue));
  sections.front().paragraphs.emplace_back(
      "The paper shows a figure and states: the error of Expo is consistent for damping ratios and "
      "stiffnesses up to 1e8 N/m; that of Eul-exp is highly affected by both; Eul-imp is slightly better "
      "than Expo below 1e6 N/m and worse above. The trot is ours.");
  return sections;
}

}  // namespace slipstick::expo_experiments
