#include "experiments/tamsi/newton_history.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <deque>

#include "experiments/tamsi/driven_box.h"
#include "experiments/tamsi/tamsi_experiments.h"
#include "slipstick/steppers/baseline/implicit_euler_stepper.h"
#include "slipstick/steppers/registry.h"
#include "slipstick/steppers/tamsi/tamsi_stepper.h"

namespace slipstick::tamsi_experiments {
namespace {

constexpr double kNewtonStep = 10e-3;  // s
constexpr size_t kDrawnIterations = 12;
constexpr double kMinDrawn = 1e-17;  // m/s: smaller values are rounding errors or zero

// ---- measuring -----------------------------------------------------------------------------------

/// Records the Newton iterations of both kinds of steppers.
class NewtonRecorder {
 public:
  explicit NewtonRecorder(Stepper& stepper) {
    if (auto* euler = dynamic_cast<baseline::ImplicitEulerStepper*>(&stepper)) euler->set_history(&history_);
    if (auto* tamsi = dynamic_cast<tamsi::TamsiStepper*>(&stepper)) tamsi->set_trace(&trace_);
  }
  void Clear() {
    history_.iterates.clear();
    trace_.clear();
  }
  void CopyTo(NewtonRun& run) const {
    for (const baseline::NewtonHistory::Iterate& iterate : history_.iterates) {
      run.velocity.push_back(iterate.x(0));
      run.residual.push_back(iterate.velocity_error);
    }
    for (const tamsi::NewtonTrace& step : trace_) run.residual.push_back(step.residual);
    const bool ends_with_the_best = !run.converged && !run.velocity.empty();
    if (ends_with_the_best) run.velocity.pop_back(), run.residual.pop_back();
  }

 private:
  baseline::NewtonHistory history_;
  std::vector<tamsi::NewtonTrace> trace_;
};

/// A robust method that repeats failed steps, so that all methods are measured on the same motion.
measure::Method SafeMethod(const measure::Method& method) {
  measure::Method safe = measure::ParseMethod(
      "implicit-euler:law=regularized,line_search=merit,tolerance=1e-9", "Castro et al. 2020");
  if (const auto rise = method.options.find("rise"); rise != method.options.end()) safe.options.insert(*rise);
  return safe;
}

}  // namespace

void NewtonRun::Visit(FieldVisitor& visit) {
  visit.Flag("converged", converged);
  visit.Integer("iterations", iterations);
  visit.Series("velocity", velocity);
  visit.Series("residual", residual);
  visit.Series("failed_at", failed_at);
  visit.Integer("max_iterations", max_iterations);
}

NewtonRun MeasureNewton(const measure::Method& method) {
  constexpr double kDuration = 1.0;  // s
  constexpr double kRestAt = 0.16;   // s: start of the step that the paper shows
  BoxWorld box;
  const auto stepper = steppers::MakeStepper(method.stepper, *box.world, method.options);
  const measure::Method safe_method = SafeMethod(method);
  const auto safe = steppers::MakeStepper(safe_method.stepper, *box.world, safe_method.options);
  NewtonRecorder recorder(*stepper);
  NewtonRun run;
  for (int k = 0; k < std::lround(kDuration / kNewtonStep); ++k) {
    const State before = box.state;
    box.ApplyForceAt((k + 1) * kNewtonStep);
    recorder.Clear();
    const StepReport& report = stepper->Step(box.actuation, kNewtonStep, box.state);
    const bool converged = report.status == StepStatus::kOk;
    if (k == std::lround(kRestAt / kNewtonStep)) {
      run.converged = converged;
      run.iterations = report.iterations;
      recorder.CopyTo(run);
    }
    if (converged) {
      run.max_iterations = std::max(run.max_iterations, report.iterations);
      continue;
    }
    run.failed_at.push_back(k * kNewtonStep);
    box.state = before;
    safe->Step(box.actuation, kNewtonStep, box.state);
  }
  return run;
}

// ---- report --------------------------------------------------------------------------------------

namespace {

/// The methods compared. TALS: transition-aware line search.
std::vector<measure::Method> NewtonMethods() {
  std::vector<measure::Method> methods;
  for (const char* rise : {"linear", "quadratic"})
    for (const char* search : {"none", "transition"}) {
      const char* const tals = std::string(search) == "none" ? "" : " + TALS";
      methods.push_back(
          {"implicit-euler",
           {{"law", "regularized"}, {"rise", rise}, {"line_search", search}, {"tolerance", "1e-9"}},
           fmt::format("implicit-euler{}", tals)});
      methods.push_back(
          {"tamsi",
           {{"rise", rise}, {"line_search", search}, {"max_substeps", "1"}, {"tolerance", "1e-5"}},
           fmt::format("tamsi{}", tals)});
    }
  return methods;
}

/// "-0.00744, 0.18856" if the iteration cycles between two velocities.
plot::Cell CycleCell(const NewtonRun& run) {
  const size_t n = run.velocity.size();
  if (run.converged || n < 4) return plot::EmptyCell();
  const double a = run.velocity[n - 1], b = run.velocity[n - 2];
  const bool cycles = std::abs(a - run.velocity[n - 3]) + std::abs(b - run.velocity[n - 4]) < 1e-9;
  return cycles ? plot::TextCell(fmt::format("{:.5f}, {:.5f}", std::min(a, b), std::max(a, b)))
                : plot::EmptyCell();
}

std::string StartsText(const std::vector<double>& starts) {
  std::string text;
  for (const double t : starts) text += fmt::format("{}{:.2f}", text.empty() ? "" : ", ", t);
  return text.empty() ? "none" : text;
}

plot::ReportTable TabulateNewton(const std::vector<measure::Method>& methods,
                                 const std::deque<NewtonRun>& runs) {
  plot::ReportTable table{
      "fig-4",
      {{"method", "method", "TALS: with the transition-aware line search.", true},
       {"rise", "friction", "Its law up to the stiction speed.", true},
       {"converged", "converged", "In the step that begins at 0.16 s.", true},
       {"iterations", "iterations", "Of that step."},
       {"cycle", "cycles between [m/s]", "Velocities between which the iteration cycles.", true},
       {"failed_steps", "failed", "Steps of the first second, of 100."},
       {"failed_at", "at [s]", "Start times of the failed steps.", true},
       {"max_iterations", "max iterations", "Of the steps that did not fail."}},
      {}};
  for (size_t m = 0; m < methods.size(); ++m) {
    const NewtonRun& run = runs[m];
    table.rows.push_back(
        {plot::TextCell(methods[m].label), plot::TextCell(methods[m].options.at("rise")),
         plot::TextCell(run.converged ? "yes" : "no"),
         plot::NumberCell(run.iterations, fmt::format("{}", run.iterations)), CycleCell(run),
         plot::NumberCell(static_cast<double>(run.failed_at.size()), fmt::format("{}", run.failed_at.size())),
         plot::TextCell(StartsText(run.failed_at)),
         plot::NumberCell(run.max_iterations, fmt::format("{}", run.max_iterations))});
  }
  return table;
}

plot::ReportFigure DrawNewton(const std::vector<measure::Method>& methods,
                              const std::deque<NewtonRun>& runs) {
  plot::ReportFigure figure{"fig-4", "Residual after each Newton iteration of implicit Euler.", {}};
  figure.plot.title = "Newton's method at the transition into stiction, t = 0.16 s (Fig. 4)";
  figure.plot.x = {"iteration"};
  figure.plot.y = {"residual [m/s]", plot::LinePlot::Scale::kLog};
  for (size_t m = 0; m < methods.size(); ++m) {
    const std::string& rise = methods[m].options.at("rise");
    const bool is_like_linear = rise == "quadratic" && !runs[m].converged;
    if (methods[m].stepper == "tamsi" || is_like_linear) continue;
    plot::LinePlot::Series series{fmt::format("{}, {} law", methods[m].label, rise), {}, {}};
    for (size_t k = 0; k < std::min(runs[m].residual.size(), kDrawnIterations + 1); ++k) {
      series.x.push_back(static_cast<double>(k));
      series.y.push_back(std::max(runs[m].residual[k], kMinDrawn));
    }
    figure.plot.series.push_back(std::move(series));
  }
  return figure;
}

}  // namespace

std::vector<plot::ReportSection> NewtonAtRest(measure::MeasurementQueue& queue) {
  const auto scene = BoxScene(kNewtonStep);
  const std::vector<measure::Method> methods = NewtonMethods();
  std::deque<NewtonRun> runs(methods.size());
  for (size_t m = 0; m < methods.size(); ++m)
    queue.Add<NewtonRun>(measure::MeasurementQueue::Kind::kParallel,
                         {"tamsi: newton", scene.get(), methods[m], kNewtonStep, ""}, {}, runs[m],
                         [&methods, m] { return MeasureNewton(methods[m]); });
  queue.Run();
  plot::ReportSection section;
  section.heading = "Castro et al. 2020, Fig. 4: Newton's method where a box comes to rest";
  section.paragraphs.emplace_back(
      "A box of 0.33 kg is driven by a periodic force of 4 N at 1 Hz, friction 1, stiction speed 0.1 mm/s, "
      "in steps of 10 ms. In the step that begins at 0.16 s it comes to rest for the first time: Newton's "
      "method jumps over the stiction region and back, and does not converge. The line search of the paper "
      "stops it there.");
  section.tables.push_back(TabulateNewton(methods, runs));
  section.figures.push_back(DrawNewton(methods, runs));
  section.remarks = {
      "The residual is the velocity change by unbalanced forces within the step; values below 1e-17 m/s are "
      "drawn there.",
      "Newton's method ends at changes of 1 nm/s, also that of tamsi, whose steps are not split here. A "
      "failed step is repeated with a descent line search, so that all methods are measured on the same "
      "motion.",
      "The cosine force is inferred: with a sine the box would not come to rest at 0.16 s. Stiffness and "
      "dissipation of the ground are ours; they do not matter for a resting box."};
  return {section};
}

}  // namespace slipstick::tamsi_experiments
