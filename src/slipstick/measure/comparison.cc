#include "slipstick/measure/comparison.h"

#include <fmt/core.h>

#include <cmath>
#include <map>

#include "slipstick/core/duration_text.h"
#include "slipstick/core/error.h"
#include "slipstick/steppers/registry.h"

namespace slipstick::measure {
namespace {

std::vector<Method> AllSteppers() {
  std::vector<Method> methods;
  for (const StepperEntry& entry : steppers::Steppers()) methods.push_back({entry.name});
  return methods;
}

constexpr char kAboutBrokenReference[] =
    "Rows with 'no ref.' have no reference: the reference run failed or is too uncertain. This says nothing "
    "about the methods. If the reference run failed, real-time factors are measured up to that time only. "
    "Figures leave these rows out if others have a reference.";

constexpr char kOtherReference[] = "; choose another with --reference, or finer steps with --reference-dt";

std::vector<double> DefaultSteps(double window) { return {window, window / 2, window / 4, window / 8}; }

const char* WindowName(const MeasuredScene& scene) {
  return scene.is_controlled ? "control period" : "window";
}

/// InputError for steps longer than a window, and for two that are rounded to the same length.
void CheckSteps(const MeasuredScene& scene, const std::vector<double>& dts, const char* where) {
  std::map<int, double> steps;  // by their number in a window
  for (const double dt : dts) {
    CheckNumSteps(scene, dt, where);
    if (dt > scene.window * (1.0 + 1e-9))
      throw InputError(fmt::format(
          "{}: a step of {:g} s is longer than the {} of {:g} s, over which errors are measured; take a "
          "shorter step, or make that longer with {}{:g}.",
          where, dt, WindowName(scene), scene.window,
          scene.is_controlled ? "--set control_period=" : "--window ", dt));
    const WindowSteps window_steps = DivideWindow(scene.window, dt);
    const auto [other, is_new] = steps.emplace(window_steps.count, dt);
    if (!is_new)
      throw InputError(fmt::format(
          "{}: {:g} s and {:g} s are both measured in steps of {:g} s, of which {} make "
          "the {} of {:g} s; leave one out.",
          where, other->second, dt, window_steps.h, window_steps.count, WindowName(scene), scene.window));
  }
}

/// The same for a sweep over the step.
void CheckVariedSteps(const Variation& variation, const MeasuredScene& scene) {
  std::vector<double> dts;
  for (const Variation::Point& point : variation.points)
    if (point.dt) dts.push_back(*point.dt);
  CheckSteps(scene, dts, "--vary dt");
}

/// The scene with this value of the varied key. If only the value is invalid, the message says so.
MeasuredScene PrepareVaried(const Comparison& comparison, const Variation::Point& point) {
  scene::SceneSource source = comparison.scene;
  source.edits.insert(source.edits.end(), point.edits.begin(), point.edits.end());
  try {
    return PrepareScene(source, comparison.window);
  } catch (const InputError& error) {
    PrepareScene(comparison.scene, comparison.window);
    const std::string where = fmt::format("--vary {}={}: ", comparison.variation->key, point.value);
    const std::string reason = error.what();
    throw InputError(reason.starts_with(where) ? reason : where + reason);
  }
}

void AddCases(const Comparison& comparison, const Variation::Point* point, MeasuredCases& planned) {
  const auto scene = std::make_shared<const MeasuredScene>(
      point ? PrepareVaried(comparison, *point) : PrepareScene(comparison.scene, comparison.window));
  std::vector<double> dts = comparison.dts.empty() ? DefaultSteps(scene->window) : comparison.dts;
  if (point && point->dt) dts = {*point->dt};
  CheckSteps(*scene, dts, point && point->dt ? "--vary dt" : "--dt");
  const std::vector<Method> methods = comparison.methods.empty() ? AllSteppers() : comparison.methods;
  for (const Method& method : methods)
    for (const double dt : dts) {
      planned.cases.push_back({scene, method, dt});
      if (!point) continue;
      planned.values.push_back(point->value);
      planned.places.push_back(point->place);
    }
}

/// Unless it would be empty.
void AddFigure(const MeasuredCases& measured, const ErrorFigureOptions& options,
               plot::ReportSection& section) {
  plot::ReportFigure figure = DrawErrors(measured, options);
  if (!plot::IsEmpty(figure)) section.figures.push_back(std::move(figure));
}

/// The reference error, unless no case has a reference.
ErrorKind ErrorToDraw(const MeasuredCases& measured) {
  const bool has_no_reference = CountWithoutReference(measured) == static_cast<int>(measured.results.size());
  return has_no_reference ? ErrorKind::kSelfConvergence : ErrorKind::kReference;
}

void AddComparisonFigures(const MeasuredCases& measured, const std::string& scene,
                          plot::ReportSection& section) {
  const ErrorKind error = ErrorToDraw(measured);
  AddFigure(
      measured,
      {.name = "error-and-speed",
       .title = scene + ": error and speed",
       .caption =
           "Lower is more accurate, further right is faster. Each line is one method, each point one time "
           "step. Unstable steps are left out.",
       .error = error,
       .along = Along::kSpeed},
      section);
  AddFigure(measured,
            {.name = "error-and-step",
             .title = scene + ": error and time step",
             .caption = "The slope of a line is the order of the method: with order 1, half the step makes "
                        "half the error.",
             .error = error,
             .along = Along::kStep},
            section);
}

void AddSweepFigures(const MeasuredCases& measured, const std::string& scene, const Variation& variation,
                     plot::ReportSection& section) {
  AddFigure(measured,
            {.name = "error-and-" + variation.key,
             .title = fmt::format("{}: error and {}", scene, variation.key),
             .caption = "A flat line: the error does not depend on the value. Unstable cases are left out.",
             .error = ErrorToDraw(measured),
             .along = Along::kValue,
             .axis = variation.key,
             .logarithmic = variation.logarithmic},
            section);
}

}  // namespace

std::vector<std::pair<std::string, std::string>> ProtocolFacts(const Protocol& protocol) {
  return {{"self-convergence",
           fmt::format("every method against itself in steps of {}", DurationText(protocol.self_dt))},
          {"reference",
           fmt::format("{} in steps of {}", protocol.reference.text(), DurationText(protocol.reference_dt))}};
}

MeasuredCases PlanComparison(const Comparison& comparison) {
  MeasuredCases planned;
  if (!comparison.variation) {
    AddCases(comparison, nullptr, planned);
  } else {
    for (const Variation::Point& point : comparison.variation->points) AddCases(comparison, &point, planned);
    CheckVariedSteps(*comparison.variation, *planned.cases.front().scene);
  }
  CheckCases(planned.cases, comparison.protocol);
  return planned;
}

plot::Report Compare(const Comparison& comparison, MeasuredCases measured, MeasurementQueue& queue) {
  measured.results = MeasureCases(measured.cases, comparison.protocol, queue);
  const MeasuredScene& scene = *measured.cases.front().scene;
  const Variation* variation = comparison.variation ? &*comparison.variation : nullptr;

  plot::Report report;
  report.title = variation ? fmt::format("{}: time steppers while {} varies", scene.name, variation->key)
                           : fmt::format("{}: time steppers compared", scene.name);
  report.facts.emplace_back("scene", scene.name);
  report.facts.emplace_back(scene.is_controlled ? "control period" : "window",
                            fmt::format("{}, {} of them", DurationText(scene.window), scene.num_windows));
  for (auto& fact : ProtocolFacts(comparison.protocol)) report.facts.push_back(std::move(fact));
  const bool lacks_reference = comparison.protocol.needs_reference() && CountWithoutReference(measured) > 0;
  if (comparison.protocol.needs_reference())
    report.facts.emplace_back("uncertainty",
                              DescribeUncertainty(measured) + (lacks_reference ? kOtherReference : ""));

  plot::ReportSection section{"Measurements", {}, {}, {}, {}};
  section.paragraphs.push_back(fmt::format(
      "Every row is one method with one time step. Time is divided into {}windows of {}. At the beginning of "
      "every window the state is reset to that of the reference run; the difference at its end is the "
      "reference error. Stability, deviation, creep, penetration depth, energy error and cone violation come "
      "from one run from start to end, without resets.",
      scene.is_controlled ? "control periods, the " : "", DurationText(scene.window)));
  if (variation) {
    AddSweepFigures(measured, scene.name, *variation, section);
  } else {
    AddComparisonFigures(measured, scene.name, section);
  }
  section.tables.push_back(TabulateCases(measured, comparison.protocol, variation ? variation->key : ""));
  if (lacks_reference) section.remarks.emplace_back(kAboutBrokenReference);
  report.sections.push_back(std::move(section));
  return report;
}

}  // namespace slipstick::measure
