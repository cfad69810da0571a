// Figs. 9 to 14: normal and friction forces at the four corners on which the end link comes to rest.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <deque>

#include "experiments/relaxed/floor_run.h"
#include "experiments/relaxed/pendulum.h"
#include "experiments/relaxed/relaxed_experiments.h"

namespace slipstick::relaxed_experiments {
namespace {

constexpr double kDefaultK = 1000.0;   // 1/s, default of the authors' library
constexpr double kDrawnColumn = 5e-3;  // s: the minimum and the maximum of each column are drawn
constexpr double kMaxNormal = 8.0;     // N: larger values are clipped
constexpr double kMaxFriction = 4.0;   // N

enum class Component { kNormal, kFriction };

/// One of the three methods of the paper, or the stepper `relaxed`.
struct Subject {
  const char *key, *label;
  int normal_figure, friction_figure;  ///< of the paper; 0: not in it
  measure::Method method;
  double dt;
  CornerForces forces = {};
  FloorRun run = {};
};

std::deque<Subject> Subjects() {
  return {
      {"microscopic", "microscopic", 9, 10, {"microscopic"}, kMicroscopicStep},
      {"macroscopic", "relaxed:lambda=1e-12, as published (macroscopic)", 11, 12,
       AsPublished(kNoRelaxation, kDefaultK), kPaperStep},
      {"proposed", "relaxed, as published (proposed)", 13, 14, AsPublished(1.0, kDefaultK), kPaperStep},
      {"relaxed", "relaxed", 0, 0, {"relaxed"}, kPaperStep},
  };
}

void MeasureSubjects(std::deque<Subject>& subjects, measure::MeasurementQueue& queue) {
  const auto scene = Pendulum();
  for (Subject& subject : subjects) {
    const auto subject_of = [&](const char* quantity) {
      return measure::MeasurementQueue::Subject{quantity, scene.get(), subject.method, subject.dt, ""};
    };
    queue.Add<CornerForces>(measure::MeasurementQueue::Kind::kParallel, subject_of("relaxed: corner forces"),
                            {}, subject.forces, [&subject, &queue, scene] {
                              return MeasureCornerForces(*scene, subject.method, subject.dt, queue.stop());
                            });
    queue.Add<FloorRun>(measure::MeasurementQueue::Kind::kParallel, subject_of("relaxed: floor run"), {},
                        subject.run, [&subject, &queue, scene] {
                          return MeasureFloorRun(*scene, subject.method, subject.dt, queue.stop());
                        });
  }
  queue.Run();
}

// --- figures ---

/// Reduces a long series for drawing: minimum and maximum of every column, clipped at +-limit.
plot::LinePlot::Series Drawn(std::string name, const std::vector<double>& t, const double* values,
                             double limit) {
  plot::LinePlot::Series series{std::move(name), {}, {}};
  for (size_t begin = 0; begin < t.size();) {
    size_t end = begin;
    while (end < t.size() && t[end] < t[begin] + kDrawnColumn) ++end;
    auto [low, high] = std::minmax_element(values + begin, values + end);
    if (low > high) std::swap(low, high);  // in time order
    for (const double* value : {low, high}) {
      series.x.push_back(t[value - values]);
      series.y.push_back(std::clamp(*value, -limit, limit));
    }
    begin = end;
  }
  return series;
}

plot::ReportFigure Draw(const Subject& subject, Component component) {
  const bool is_normal = component == Component::kNormal;
  const int number = is_normal ? subject.normal_figure : subject.friction_figure;
  const double limit = is_normal ? kMaxNormal : kMaxFriction;
  const std::vector<double>& values = is_normal ? subject.forces.normal : subject.forces.friction;
  const char* what = is_normal ? "normal" : "friction";
  plot::ReportFigure figure;
  figure.name = fmt::format("{}-{}", what, subject.key);
  figure.caption = fmt::format(
      "{}{} forces at the corners on which the end link comes to rest; clipped at {:g} N. Corners at the "
      "same position along the link have equal forces.",
      number > 0 ? fmt::format("Fig. {}: ", number) : "", what, limit);
  figure.plot.title = fmt::format("{}: {} forces", subject.label, what);
  figure.plot.x = {"time [s]"};
  figure.plot.y = {fmt::format("{} force [N]", what)};
  const size_t samples = subject.forces.t.size();
  for (size_t c = 0; c * samples < values.size(); ++c)
    figure.plot.series.push_back(
        Drawn(fmt::format("corner {}", c + 1), subject.forces.t, values.data() + c * samples, limit));
  return figure;
}

plot::Cell ForceCell(double value) {
  return std::isfinite(value) ? plot::NumberCell(value, fmt::format("{:.2f}", value)) : plot::EmptyCell();
}

/// Friction that depends on the slip speed is never static.
plot::Cell StaticFraction(const Subject& subject) {
  if (subject.method.stepper == "microscopic") return plot::NumberCell(0.0, "none");
  return plot::NumberCell(subject.run.sticking, fmt::format("{:.0f}", 100.0 * subject.run.sticking));
}

std::vector<plot::ReportFigure> DrawAll(const std::deque<Subject>& subjects, Component component) {
  std::vector<plot::ReportFigure> figures;
  for (const Subject& subject : subjects)
    if (!subject.forces.normal.empty()) figures.push_back(Draw(subject, component));
  return figures;
}

plot::ReportTable TabulateNormals(const std::deque<Subject>& subjects) {
  plot::ReportTable table{"normal-forces",
                          {{"method", "method", "", true},
                           {"normal", "ΣN [N]", "Mean sum of normal forces over the last second."},
                           {"spread", "± [N]", "Its standard deviation: links above swing."},
                           {"chatter", "chatter [N]", "Mean change of the sum from step to step."},
                           {"contact_chatter", "one contact [N]", "The same for a single contact."},
                           {"jitter", "jitter [N]", "Mean change of the change of the sum."}},
                          {}};
  for (const Subject& subject : subjects)
    table.rows.push_back({plot::TextCell(subject.label), ForceCell(subject.run.normal),
                          ForceCell(subject.run.normal_spread), plot::NumberCell(subject.run.chatter),
                          plot::NumberCell(subject.run.contact_chatter),
                          plot::NumberCell(subject.run.jitter)});
  return table;
}

plot::ReportTable TabulateFriction(const std::deque<Subject>& subjects) {
  plot::ReportTable table{
      "friction-forces",
      {{"method", "method", "", true},
       {"friction", "ΣF [N]", "Mean sum of friction forces over the last second, in the plane of the swing."},
       {"spread", "± [N]", "Its standard deviation: links above swing."},
       {"chatter", "chatter [N]", "Mean change of the sum from step to step."},
       {"sticking", "static [%]", "Fraction of contact forces with static friction (in JSON: a ratio)."},
       {"slip_speed", "slip [mm/s]",
        "Largest speed of a contact along the floor in the last second (in JSON: m/s)."}},
      {}};
  for (const Subject& subject : subjects) {
    const FloorRun& run = subject.run;
    table.rows.push_back({plot::TextCell(subject.label), ForceCell(run.friction),
                          ForceCell(run.friction_spread), plot::NumberCell(run.friction_chatter),
                          StaticFraction(subject),
                          plot::NumberCell(run.slip_speed, fmt::format("{:.2f}", 1e3 * run.slip_speed))});
  }
  return table;
}

constexpr char kAboutSettings[] =
    "The paper does not give k, λ and its springs. Here both of its methods have the defaults of the "
    "authors' library, k = 1000 1/s and λ = 1 (macroscopic: 1e-12), and friction is clamped afterwards. The "
    "springs have 1e5 N/m and 100 N s/m, with k_ω = 100 s/m.";

}  // namespace

std::vector<plot::ReportSection> NormalForces(measure::MeasurementQueue& queue) {
  std::deque<Subject> subjects = Subjects();
  MeasureSubjects(subjects, queue);
  plot::ReportSection section{
      "Wakisaka and Sugihara 2014, Figs. 9, 11 and 13: normal forces at the corners", {}, {}, {}, {}};
  section.paragraphs.emplace_back(
      "The paper finds that normal forces of the macroscopic method chatter, and that those of the proposed "
      "one are smooth and similar to those of the microscopic one. We find the same with clamped friction. "
      "With friction in the optimisation problem neither method chatters.");
  section.paragraphs.emplace_back(kAboutSettings);
  section.tables.push_back(TabulateNormals(subjects));
  section.figures = DrawAll(subjects, Component::kNormal);
  return {section};
}

std::vector<plot::ReportSection> FrictionForces(measure::MeasurementQueue& queue) {
  std::deque<Subject> subjects = Subjects();
  MeasureSubjects(subjects, queue);
  plot::ReportSection section{
      "Wakisaka and Sugihara 2014, Figs. 10, 12 and 14: friction forces at the corners", {}, {}, {}, {}};
  section.paragraphs.emplace_back(
      "The paper finds that the microscopic method has no static friction, since its friction depends on the "
      "slip speed; that friction of the macroscopic one chatters; and that the proposed one has static "
      "friction between 4 and 5 s, with corners almost at rest. We find the same. The swinging links above "
      "pull at the end link, so its static friction varies.");
  section.paragraphs.emplace_back(kAboutSettings);
  section.tables.push_back(TabulateFriction(subjects));
  section.figures = DrawAll(subjects, Component::kFriction);
  return {section};
}

}  // namespace slipstick::relaxed_experiments
