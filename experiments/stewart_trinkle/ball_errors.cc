#include "experiments/stewart_trinkle/ball_errors.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "experiments/stewart_trinkle/paper_scenes.h"
#include "experiments/stewart_trinkle/stewart_trinkle_experiments.h"
#include "slipstick/measure/unknown.h"

namespace slipstick::stewart_trinkle_experiments {
namespace {

constexpr size_t kFinest = std::size(kBallSteps) - 1;

struct PublishedErrors {
  double velocity, position, variation;
};
constexpr PublishedErrors kTable1[] = {{0.5050, 0.2505, 19.4046},
                                       {0.3523, 0.2015, 19.1728},
                                       {0.1657, 0.0838, 19.1702},
                                       {0.0700, 0.0298, 19.0862},
                                       {measure::kUnknown, measure::kUnknown, 19.0690}};
constexpr int kPaperContacts = 7;
constexpr double kHalfADigit = 0.5e-4;  // of the last printed digit

// ---- measuring -----------------------------------------------------------------------------------

/// A run as functions of time: velocity v[k + 1] from the end of step k on until that of step k + 1, v[0] at
/// the beginning.
struct BallTrace {
  double h;
  std::vector<Eigen::VectorXd> v, position;
  int contacts = 0;
  bool finished = false;
};

BallTrace Trace(const measure::MeasuredScene& balls, const measure::Method& method, double h) {
  BallTrace trace{h, {}, {}};
  trace.finished = RunScene(measure::BuildFor(balls, method, h), [&](const StepView& step) {
    if (trace.v.empty()) {
      trace.v.push_back(step.before.v);
      // The origin of positions and angles is arbitrary, since errors are differences.
      trace.position.emplace_back(Eigen::VectorXd::Zero(step.before.v.size()));
    }
    trace.v.push_back(step.after.v);
    trace.position.emplace_back(trace.position.back() + step.h * step.after.v);
    // Contacts are only added within a step, so its last problem is the largest.
    trace.contacts = std::max(trace.contacts, static_cast<int>(step.report.contacts.size()));
  });
  return trace;
}

double LargestVariation(const BallTrace& trace) {
  Eigen::VectorXd sum = Eigen::VectorXd::Zero(trace.v.front().size());
  for (size_t k = 1; k < trace.v.size(); ++k) sum += (trace.v[k] - trace.v[k - 1]).cwiseAbs();
  return sum.maxCoeff();
}

/// Of the linear velocities of all bodies.
double LargestLinear(const Eigen::VectorXd& v) {
  double largest = 0.0;
  for (Eigen::Index body = 0; body + 6 <= v.size(); body += 6)
    largest = std::max(largest, v.segment<3>(body).lpNorm<Eigen::Infinity>());
  return largest;
}

void AddErrors(const BallTrace& coarse, const BallTrace& fine, BallErrors& errors) {
  double velocity = 0.0, linear = 0.0, position = 0.0;
  const size_t ratio = (fine.v.size() - 1) / (coarse.v.size() - 1);  // fine steps in a coarse one
  for (size_t k = 1; k < fine.v.size(); ++k) {
    const Eigen::VectorXd error = coarse.v[(k - 1) / ratio + 1] - fine.v[k];
    velocity += fine.h * error.lpNorm<Eigen::Infinity>();
    linear += fine.h * LargestLinear(error);
  }
  for (size_t k = 0; k < coarse.position.size(); ++k)
    position = std::max(position, (coarse.position[k] - fine.position[ratio * k]).lpNorm<Eigen::Infinity>());
  errors.velocity.push_back(velocity);
  errors.linear.push_back(linear);
  errors.position.push_back(position);
}

void AddUnknownErrors(BallErrors& errors) {
  for (auto* series : {&errors.velocity, &errors.linear, &errors.position})
    series->push_back(measure::kUnknown);
}

// ---- report --------------------------------------------------------------------------------------

plot::ReportTable TabulatePaper(const BallErrors& ours) {
  plot::ReportTable table{
      "table-1",
      {{"step", "step [s]", "Of time."},
       {"paper_velocity", "velocity: paper", "Integral over 1 s of the largest error of a velocity."},
       {"velocity", "ours", "The same, here."},
       {"linear", "linear only", "Ours without angular velocities, which have the largest errors."},
       {"paper_position", "position: paper", "Largest error of a position or an angle."},
       {"position", "ours", "The same, here."},
       {"paper_variation", "variation: paper", "Total variation of the velocity that varies most."},
       {"variation", "ours", "The same, here."}},
      {}};
  for (size_t i = 0; i < std::size(kBallSteps); ++i)
    table.rows.push_back({plot::NumberCell(kBallSteps[i], fmt::format("{:g}", kBallSteps[i])),
                          FixedCell(kTable1[i].velocity, 4), FixedCell(ours.velocity[i], 4),
                          FixedCell(ours.linear[i], 4), FixedCell(kTable1[i].position, 4),
                          FixedCell(ours.position[i], 4), FixedCell(kTable1[i].variation, 4),
                          FixedCell(ours.variation[i], 4)});
  return table;
}

plot::ReportTable TabulateSize(const BallErrors& ours) {
  plot::ReportTable table{"largest-problem",
                          {{"by", "", "", true},
                           {"contacts", "contacts", "Largest number in a step."},
                           {"rows", "rows", "Of the largest complementarity problem: ten per contact."}},
                          {}};
  const auto add = [&](const char* by, double contacts) {
    table.rows.push_back(
        {plot::TextCell(by), FixedCell(contacts, 0), FixedCell(kRowsPerContact * contacts, 0)});
  };
  add("paper", kPaperContacts);
  add("ours", *std::max_element(ours.contacts.begin(), ours.contacts.end()));
  return table;
}

plot::ReportTable TabulateMethods(std::span<const measure::Method> methods,
                                  std::span<const BallErrors> errors) {
  plot::ReportTable table{"methods",
                          {{"method", "method", "", true},
                           {"step", "step [s]", "Of time."},
                           {"velocity", "velocity", "Error against the same method in the finest steps."},
                           {"position", "position", "Error against the same method in the finest steps."},
                           {"variation", "variation", "As above."}},
                          {}};
  for (size_t m = 0; m < methods.size(); ++m)
    for (size_t i = 0; i < std::size(kBallSteps); ++i)
      table.rows.push_back({plot::TextCell(methods[m].name()),
                            plot::NumberCell(kBallSteps[i], fmt::format("{:g}", kBallSteps[i])),
                            FixedCell(errors[m].velocity[i], 4), FixedCell(errors[m].position[i], 4),
                            FixedCell(errors[m].variation[i], 4)});
  return table;
}

/// Leaves out non-finite values.
void AddSeries(const std::string& name, std::span<const double> errors, plot::LinePlot& plot) {
  plot::LinePlot::Series series{name, {}, {}};
  for (size_t i = 0; i < errors.size(); ++i) {
    if (!(errors[i] > 0.0) || !std::isfinite(errors[i])) continue;
    series.x.push_back(kBallSteps[i]);
    series.y.push_back(errors[i]);
  }
  if (!series.x.empty()) plot.series.push_back(std::move(series));
}

plot::ReportFigure EmptyFigure(const std::string& name, const std::string& caption,
                               const std::string& title) {
  plot::ReportFigure figure{name, caption, {}};
  figure.plot.title = title;
  figure.plot.x = {"step [s]", plot::LinePlot::Scale::kLog};
  figure.plot.y = {"error", plot::LinePlot::Scale::kLog};
  return figure;
}

plot::ReportFigure DrawTable1(const BallErrors& ours) {
  plot::ReportFigure figure = EmptyFigure(
      "table-1", "Errors of Table 1 and ours, against steps of 0.00125 s.", "Four balls: errors of Table 1");
  std::vector<double> velocity, position;
  for (const PublishedErrors& row : kTable1) {
    velocity.push_back(row.velocity);
    position.push_back(row.position);
  }
  AddSeries("velocity, paper", velocity, figure.plot);
  AddSeries("velocity, ours", ours.velocity, figure.plot);
  AddSeries("position, paper", position, figure.plot);
  AddSeries("position, ours", ours.position, figure.plot);
  return figure;
}

plot::ReportFigure DrawMethods(std::span<const measure::Method> methods, std::span<const BallErrors> errors) {
  plot::ReportFigure figure = EmptyFigure(
      "methods", "Integral of the velocity error, every method against itself in steps of 0.00125 s.",
      "Four balls: velocity error of several methods");
  for (size_t m = 0; m < methods.size(); ++m) AddSeries(methods[m].name(), errors[m].velocity, figure.plot);
  return figure;
}

/// Number of published values that agree in every digit.
std::string DescribeAgreement(const BallErrors& ours) {
  int all = 0, met = 0;
  double worst = 0.0;
  std::string rows;
  for (size_t i = 0; i < std::size(kBallSteps); ++i) {
    bool whole_row = true;
    const auto compare = [&](double paper, double value) {
      if (!std::isfinite(paper)) return;
      const bool same = std::abs(value - paper) <= kHalfADigit;
      ++all, met += same, whole_row &= same;
      if (!same) worst = std::max(worst, std::abs(value / paper - 1.0));
    };
    compare(kTable1[i].velocity, ours.velocity[i]);
    compare(kTable1[i].position, ours.position[i]);
    compare(kTable1[i].variation, ours.variation[i]);
    if (whole_row) rows += fmt::format("{}{:g}", rows.empty() ? "" : ", ", kBallSteps[i]);
  }
  return fmt::format(
      "{} of {} numbers agree in every printed digit: those of the rows {}. The others are off by at most "
      "{:.1f} %.",
      met, all, rows.empty() ? "(none)" : rows, 100.0 * worst);
}

std::string DescribeAngular(const BallErrors& ours) {
  double least = HUGE_VAL, most = 0.0;
  for (size_t i = 0; i < kFinest; ++i) {
    least = std::fmin(least, ours.velocity[i] / ours.linear[i]);
    most = std::fmax(most, ours.velocity[i] / ours.linear[i]);
  }
  return fmt::format(
      "The paper finds errors of angular velocities about ten times as large as those of linear ones; here "
      "it is {:.1f} to {:.1f} times.",
      least, most);
}

std::vector<measure::Method> ComparedMethods() {
  std::vector<measure::Method> methods = {AsPublished()};
  for (const char* text : {"stewart-trinkle", "stewart-trinkle-nonlinear", "anitescu-potra", "relaxed"})
    methods.push_back(measure::ParseMethod(text, "Stewart and Trinkle 2000"));
  return methods;
}

}  // namespace

BallErrors MeasureBallErrors(const measure::MeasuredScene& balls, const measure::Method& method) {
  BallErrors errors;
  const BallTrace fine = Trace(balls, method, kBallSteps[kFinest]);
  for (size_t i = 0; i <= kFinest; ++i) {
    const BallTrace trace = i == kFinest ? fine : Trace(balls, method, kBallSteps[i]);
    if (i < kFinest && trace.finished && fine.finished)
      AddErrors(trace, fine, errors);
    else
      AddUnknownErrors(errors);
    errors.variation.push_back(trace.finished ? LargestVariation(trace) : measure::kUnknown);
    errors.contacts.push_back(trace.contacts);
  }
  return errors;
}

std::vector<plot::ReportSection> ErrorsOfBalls(measure::MeasurementQueue& queue) {
  const auto scene = BallsScene();
  const std::vector<measure::Method> methods = ComparedMethods();
  std::vector<BallErrors> errors(methods.size());
  for (size_t m = 0; m < methods.size(); ++m)
    queue.Add<BallErrors>(measure::MeasurementQueue::Kind::kParallel,
                          {"errors of four balls", scene.get(), methods[m], kBallSteps[kFinest], ""}, {},
                          errors[m], [&, m] { return MeasureBallErrors(*scene, methods[m]); });
  queue.Run();

  plot::ReportSection published;
  published.heading = "Stewart and Trinkle 2000, Table 1: errors and variation of four balls";
  published.paragraphs.emplace_back(
      "Errors against the same method with steps of 0.00125 s, over 1 s. Velocities are constant within a "
      "step. Norms are the largest of 24 components, in m, rad, m/s and rad/s; angles are integrals of "
      "angular velocities.");
  published.tables = {TabulatePaper(errors[0]), TabulateSize(errors[0])};
  published.figures.push_back(DrawTable1(errors[0]));
  published.remarks = {DescribeAgreement(errors[0]),
                       "The paper gives neither gravity nor the definition of the variation. Both are "
                       "inferred from this table: of the values tried, 9.82 m/s² fits, with the total "
                       "variation of the component that varies most, including the step from the initial "
                       "velocity. So the table does not confirm them independently.",
                       DescribeAngular(errors[0])};

  plot::ReportSection others;
  others.heading = "The same for other methods";
  others.paragraphs.emplace_back(
      "Not in the paper. Every method is compared with itself at the smallest step: this is "
      "self-convergence, and does not show whether two methods converge to the same motion.");
  others.tables.push_back(TabulateMethods(methods, errors));
  others.figures.push_back(DrawMethods(methods, errors));
  return {published, others};
}

}  // namespace slipstick::stewart_trinkle_experiments
