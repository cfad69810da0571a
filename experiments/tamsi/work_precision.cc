// Fig. 5: work and precision of implicit Euler on the box of section IV-A: with full and quasi-Newton
// methods, with and without step-size control, with and without the transition-aware line search.
#include <fmt/core.h>

#include <cmath>
#include <deque>

#include "experiments/tamsi/box_work.h"
#include "experiments/tamsi/driven_box.h"
#include "experiments/tamsi/tamsi_experiments.h"
#include "slipstick/core/duration_text.h"

namespace slipstick::tamsi_experiments {
namespace {

constexpr int kStepsPerWindow[] = {1, 2, 3, 5, 8, 12, 20, 35, 60, 100, 200, 500, 1000};
constexpr double kAccuracies[] = {0.1,  0.05, 0.02, 0.01, 5e-3, 2e-3, 1e-3, 5e-4,
                                  2e-4, 1e-4, 2e-5, 5e-6, 1e-6, 2e-7, 5e-8};  // m/s

/// A method at several steps or accuracies: a curve of the figure.
struct WorkCurve {
  measure::Method method;
  bool is_full, has_line_search, is_controlled;
  std::deque<WorkPoint> points = {};

  std::string kind() const {
    return fmt::format("{}{}", is_full ? "FN" : "QN", is_controlled ? " + EC" : "");
  }
  std::string name() const { return kind() + (has_line_search ? " + TALS" : ""); }
};

/// Pairs of curves: without and with the line search.
std::deque<WorkCurve> MakeCurves(const char* stop) {
  std::deque<WorkCurve> curves;
  for (const bool is_controlled : {false, true})
    for (const bool is_full : {true, false})
      for (const bool searches : {false, true}) {
        const measure::Method method{"implicit-euler",
                                     {{"law", "regularized"},
                                      {"newton", is_full ? "full" : "quasi"},
                                      {"line_search", searches ? "transition" : "none"},
                                      {"stop", stop},
                                      {"max_iterations", "10"}}};
        curves.push_back({method, is_full, searches, is_controlled});
      }
  return curves;
}

void AddCurve(WorkCurve& curve, const std::shared_ptr<const measure::MeasuredScene>& scene,
              measure::MeasurementQueue& queue) {
  const auto order = [&](double dt, const std::string& more, auto measure) {
    queue.Add<WorkPoint>(measure::MeasurementQueue::Kind::kParallel,
                         {"tamsi: work", scene.get(), curve.method, dt, more}, {},
                         curve.points.emplace_back(), measure);
  };
  if (curve.is_controlled)
    for (const double accuracy : kAccuracies)
      order(kErrorWindow, fmt::format("accuracy {}", accuracy),
            [&curve, &queue, accuracy] { return MeasureErrorControl(curve.method, accuracy, queue.stop()); });
  else
    for (const int steps : kStepsPerWindow)
      order(kErrorWindow / steps, "",
            [&curve, &queue, steps] { return MeasureFixedSteps(curve.method, steps, queue.stop()); });
}

/// The minimum work for this error on the lines between points; unknown outside.
double WorkFor(double error, const WorkCurve& curve) {
  constexpr double kSame = 0.01;  // fraction by which errors may differ at the ends of curves
  double least = measure::kUnknown;
  for (size_t k = 0; k < curve.points.size(); ++k) {
    const WorkPoint& a = curve.points[k];
    if (std::abs(a.error / error - 1.0) < kSame) least = std::fmin(least, a.work);
    if (k + 1 == curve.points.size()) break;
    const WorkPoint& b = curve.points[k + 1];
    if ((a.error - error) * (b.error - error) >= 0.0) continue;
    const double fraction = std::log(error / a.error) / std::log(b.error / a.error);
    least = std::fmin(least, a.work * std::pow(b.work / a.work, fraction));
  }
  return least;
}

/// Largest saving by the line search among errors above the stiction speed.
struct Saving {
  double factor = 1.0, error = measure::kUnknown;
};
Saving LargestSaving(const WorkCurve& without, const WorkCurve& with) {
  Saving largest;
  for (const WorkPoint& point : without.points) {
    const double factor = point.work / WorkFor(point.error, with);
    if (point.error > kBoxStictionSpeed && factor > largest.factor) largest = {factor, point.error};
  }
  return largest;
}

/// Slope of log work over log error: a straight line through the points with errors within the bounds.
double WorkSlope(const WorkCurve& curve, double least, double most) {
  double n = 0.0, x = 0.0, y = 0.0, xx = 0.0, xy = 0.0;
  for (const WorkPoint& point : curve.points) {
    if (point.error < least || point.error > most) continue;
    const double u = std::log(point.error), v = std::log(point.work);
    n += 1.0, x += u, y += v, xx += u * u, xy += u * v;
  }
  return (n * xy - x * y) / (n * xx - x * x);
}

plot::ReportTable TabulateSavings(const std::string& name, const std::deque<WorkCurve>& curves) {
  plot::ReportTable table{
      name,
      {{"method", "method", "FN: full Newton, QN: quasi-Newton, EC: with step-size (error) control.", true},
       {"saving", "saved by TALS",
        "Largest ratio of work without and with the line search, at equal errors above v_s."},
       {"paper_saving", "paper", "Up to."},
       {"saving_error", "at [mm/s]", "The error of the largest saving (in JSON: m/s)."},
       {"slope_below", "slope below v_s", "Of log work over log error, without TALS; first order: -1."},
       {"slope_above", "above", "The same for errors above v_s."},
       {"slope_above_tals", "above, TALS", "The same with TALS."}},
      {}};
  const auto slope = [](double value) {
    return std::isfinite(value) ? plot::NumberCell(value, fmt::format("{:.2f}", value)) : plot::EmptyCell();
  };
  for (size_t c = 0; c + 1 < curves.size(); c += 2) {
    const WorkCurve &without = curves[c], &with = curves[c + 1];
    const Saving saving = LargestSaving(without, with);
    const double paper = without.is_full ? 10.0 : 3.0;
    table.rows.push_back({plot::TextCell(without.kind()),
                          plot::NumberCell(saving.factor, fmt::format("x {:.1f}", saving.factor)),
                          plot::NumberCell(paper, fmt::format("x {:g}", paper)),
                          plot::NumberCell(saving.error, fmt::format("{:.1f}", 1e3 * saving.error)),
                          slope(WorkSlope(without, 0.0, kBoxStictionSpeed)),
                          slope(WorkSlope(without, kBoxStictionSpeed, HUGE_VAL)),
                          slope(WorkSlope(with, kBoxStictionSpeed, HUGE_VAL))});
  }
  return table;
}

/// The points of four curves in columns: a row per step or accuracy.
plot::ReportTable TabulatePoints(const std::string& name, const std::deque<WorkCurve>& curves,
                                 bool is_controlled) {
  plot::ReportTable table{name, {}, {}};
  table.columns.push_back(
      is_controlled ? plot::ReportColumn{"accuracy", "accuracy [mm/s]", "Requested per step (in JSON: m/s)."}
                    : plot::ReportColumn{"dt", "step", "In JSON: s."});
  const size_t rows = is_controlled ? std::size(kAccuracies) : std::size(kStepsPerWindow);
  for (size_t k = 0; k < rows; ++k) {
    const double setting = is_controlled ? kAccuracies[k] : kErrorWindow / kStepsPerWindow[k];
    table.rows.push_back({plot::NumberCell(
        setting, is_controlled ? fmt::format("{:g}", 1e3 * setting) : DurationText(setting))});
  }
  for (const WorkCurve& curve : curves) {
    if (curve.is_controlled != is_controlled) continue;
    const std::string key =
        fmt::format("{}{}_", curve.is_full ? "fn" : "qn", curve.has_line_search ? "_tals" : "");
    table.columns.push_back(
        {key + "error", curve.name() + ": error mm/s", "Of velocities, after 25 ms (in JSON: m/s)."});
    table.columns.push_back({key + "work", "work", "Evaluations of the equations of motion."});
    table.columns.push_back({key + "failed", "failed", "Rejected steps.", false, false});
    for (size_t k = 0; k < rows; ++k) {
      const WorkPoint& point = curve.points[k];
      table.rows[k].push_back(plot::NumberCell(point.error, fmt::format("{:.3g}", 1e3 * point.error)));
      table.rows[k].push_back(plot::NumberCell(point.work, fmt::format("{:.0f}", point.work)));
      table.rows[k].push_back(plot::NumberCell(point.failed_steps, fmt::format("{}", point.failed_steps)));
    }
  }
  return table;
}

plot::ReportFigure DrawCurves(const std::string& name, const std::string& title,
                              const std::deque<WorkCurve>& curves) {
  plot::ReportFigure figure{
      name, "Evaluations of the equations of motion against the error of velocities. v_s is 1e-4 m/s.", {}};
  figure.plot.title = title;
  figure.plot.x = {"error of velocities [m/s]", plot::LinePlot::Scale::kLog};
  figure.plot.y = {"evaluations", plot::LinePlot::Scale::kLog};
  for (const WorkCurve& curve : curves) {
    plot::LinePlot::Series series{curve.name(), {}, {}};
    for (const WorkPoint& point : curve.points)
      series.x.push_back(point.error), series.y.push_back(point.work);
    figure.plot.series.push_back(std::move(series));
  }
  return figure;
}

plot::ReportSection ReportCurves(const std::string& name, const std::string& heading,
                                 const std::string& title, const std::deque<WorkCurve>& curves) {
  plot::ReportSection section;
  section.heading = heading;
  section.tables = {TabulateSavings(name, curves), TabulatePoints(name + "-steps", curves, false),
                    TabulatePoints(name + "-accuracies", curves, true)};
  section.figures = {DrawCurves(name, title, curves)};
  return section;
}

}  // namespace

std::vector<plot::ReportSection> WorkAndPrecision(measure::MeasurementQueue& queue) {
  const auto scene = BoxScene(kErrorWindow);
  std::deque<WorkCurve> by_rate = MakeCurves("theta"), by_step = MakeCurves("step");
  WorkPoint runge_kutta;
  queue.Add<WorkPoint>(measure::MeasurementQueue::Kind::kParallel,
                       {"tamsi: work", scene.get(), {"rk4"}, kRungeKuttaStep, ""}, {}, runge_kutta,
                       [&queue] { return MeasureRungeKutta(queue.stop()); });
  for (WorkCurve& curve : by_rate) AddCurve(curve, scene, queue);
  for (WorkCurve& curve : by_step) AddCurve(curve, scene, queue);
  queue.Run();

  plot::ReportSection published =
      ReportCurves("fig-5", "Castro et al. 2020, Fig. 5: work and precision on a driven box",
                   "Implicit Euler on the driven box (Fig. 5)", by_rate);
  published.paragraphs.push_back(
      fmt::format("{:g} s of the box of Fig. 4. The error is that of the velocity after windows of 25 ms, "
                  "against the closed-form solution from the state of the method at the start of the window: "
                  "root mean square over all windows. rk4 with steps of {} differs from the closed form by "
                  "{:.1e} m/s. Work is the number of evaluations of the equations of motion; a Jacobian "
                  "counts as four, as with finite differences. Newton's method stops, and fails, by its rate "
                  "of convergence after at most 10 steps, as in the paper.",
                  kWorkDuration, DurationText(kRungeKuttaStep), runge_kutta.error));
  published.remarks = {
      "Where Newton's method fails, a step of equal length is retried with half its length; every sub-step "
      "uses the force at its own end. Step-size control compares with the implicit trapezoid rule.",
      "Quasi-Newton methods reuse a Jacobian for the error estimate of the same step, not for the next step "
      "as in the paper: steppers keep no state here. They update it when the line search limits a step.",
      "A cycling iteration, as in Fig. 4, has a rate of exactly 1, so rounding decides when it is stopped: "
      "here early, which makes failures cheap and savings small. The behaviour of the program of the paper "
      "is unknown."};

  plot::ReportSection patient =
      ReportCurves("fig-5-stop-step", "The same without the rate of convergence (stop=step)",
                   "Implicit Euler on the driven box, 10 Newton steps before failure", by_step);
  patient.paragraphs.push_back(
      fmt::format("Here Newton's method ends when its step is small, and fails only after 10 steps. The "
                  "limit is {:g} of the accuracy, and {:g} µm/s for steps of equal length.",
                  kNewtonFraction, 1e6 * kNewtonFraction * kFixedStepAccuracy));
  return {published, patient};
}

}  // namespace slipstick::tamsi_experiments
