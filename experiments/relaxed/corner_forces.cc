// Figs. 9 to 14: normal and friction forces at the four corners of the end link that rest on the floor in the
// end.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <deque>

#include "experiments/relaxed/relaxed_experiments.h"

namespace slipstick::relaxed_experiments {
namespace {

constexpr double kLibrarysK = 1000.0;  // 1/s, its default
constexpr double kDrawnColumn = 5e-3;  // s: the least and the most of so long are drawn
constexpr double kMostNormal = 8.0;    // N: impacts leave the frame
constexpr double kMostFriction = 4.0;  // N

enum class Component { kNormal, kFriction };

/// One of the three methods, and what is ours.
struct Subject {
  const char *key, *label;
  int normal_figure, friction_figure;  ///< of the paper; 0: none
  measure::Method method;
  double dt;
  CornerForces forces = {};
  FloorRun run = {};
};

std::deque<Subject> Subjects() {
  return {
      {"microscopic", "microscopic", 9, 10, {"microscopic"}, kMicroscopicStep},
      {"macroscopic", "macroscopic", 11, 12, AsPublished(kNoRelaxation, kLibrarysK), kPaperStep},
      {"proposed", "proposed", 13, 14, AsPublished(1.0, kLibrarysK), kPaperStep},
      {"relaxed", "relaxed, ours", 0, 0, {"relaxed"}, kPaperStep},
  };
}

void MeasureSubjects(std::deque<Subject>& subjects, measure::MeasurementQueue& queue) {
  const auto scene = Pendulum();
  for (Subject& subject : subjects) {
    const auto order = [&](const char* quantity) {
      return measure::MeasurementQueue::Subject{quantity, scene.get(), subject.method, subject.dt, ""};
    };
    queue.Add<CornerForces>(measure::MeasurementQueue::Kind::kParallel, order("paper 002: corner forces"), {},
                            subject.forces, [&subject, &queue, scene] {
                              return MeasureCornerForces(*scene, subject.method, subject.dt, queue.stop());
                            });
    queue.Add<FloorRun>(measure::MeasurementQueue::Kind::kParallel, order("paper 002: floor run"), {},
                        subject.run, [&subject, &queue, scene] {
                          return MeasureFloorRun(*scene, subject.method, subject.dt, queue.stop());
                        });
  }
  queue.Run();
}

// --- figures
// ---------------------------------------------------------------------------------------------------------

/// What a picture can show of a long series: the least and the most of every column, cut at +-limit.
plot::LinePlot::Series Drawn(std::string name, const std::vector<double>& t, const double* values,
                             double limit) {
  plot::LinePlot::Series series{std::move(name), {}, {}};
  for (size_t begin = 0; begin < t.size();) {
    size_t end = begin;
    while (end < t.size() && t[end] < t[begin] + kDrawnColumn) ++end;
    auto [low, high] = std::minmax_element(values + begin, values + end);
    if (low > high) std::swap(low, high);  // in their order
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
  const double limit = is_normal ? kMostNormal : kMostFriction;
  const std::vector<double>& values = is_normal ? subject.forces.normal : subject.forces.friction;
  const char* what = is_normal ? "normal" : "friction";
  plot::ReportFigure figure;
  figure.name = fmt::format("{}-{}", what, subject.key);
  figure.caption = fmt::format(
      "{}{} forces at the corners on which the end link rests in the end; cut at {:g} N. Corners at the same "
      "place along the link carry the same.",
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

/// Friction that follows the slip is never static, however slow that is.
plot::Cell StaticShare(const Subject& subject) {
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
                           {"normal", "ΣN N", "Mean sum of normal forces over the last second."},
                           {"spread", "± N", "Its standard deviation: links above swing."},
                           {"chatter", "chatter N", "Mean change of the sum from step to step."},
                           {"contact_chatter", "one contact N", "The same for a single contact."},
                           {"jitter", "jitter N", "Mean change of the change of the sum."}},
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
       {"friction", "ΣF N", "Mean sum of friction forces over the last second, in the plane of the swing."},
       {"spread", "± N", "Its standard deviation: links above swing."},
       {"chatter", "chatter N", "Mean change of the sum from step to step."},
       {"sticking", "static %", "Share of contact forces with static friction (in JSON: of 1)."},
       {"slip_speed", "slip mm/s",
        "Largest speed of a contact along the floor in the last second (in JSON: m/s)."}},
      {}};
  for (const Subject& subject : subjects) {
    const FloorRun& run = subject.run;
    table.rows.push_back({plot::TextCell(subject.label), ForceCell(run.friction),
                          ForceCell(run.friction_spread), plot::NumberCell(run.friction_chatter),
                          StaticShare(subject),
                          plot::NumberCell(run.slip_speed, fmt::format("{:.2f}", 1e3 * run.slip_speed))});
  }
  return table;
}

constexpr char kAboutSettings[] =
    "The paper leaves k, λ and its springs out. Here both of its methods have the defaults of the authors' "
    "library, k = 1000 1/s and λ = 1 "
    "(macroscopic: 1e-12), and friction is cut afterwards. The springs are 1e5 N/m and 100 N s/m, with k_ω = "
    "100 s/m.";

}  // namespace

std::vector<plot::ReportSection> NormalForces(measure::MeasurementQueue& queue) {
  std::deque<Subject> subjects = Subjects();
  MeasureSubjects(subjects, queue);
  plot::ReportSection section{"Paper 002, Figs. 9, 11 and 13: normal forces at the corners", {}, {}, {}, {}};
  section.paragraphs.emplace_back(
      "The paper finds that normal forces of the macroscopic method chatter, and that those of the proposed "
      "one are smooth and like those "
      "of the microscopic one. So do we with its way of friction. With friction in the problem nothing "
      "chatters, relaxed or not.");
  section.paragraphs.emplace_back(kAboutSettings);
  section.tables.push_back(TabulateNormals(subjects));
  section.figures = DrawAll(subjects, Component::kNormal);
  return {section};
}

std::vector<plot::ReportSection> FrictionForces(measure::MeasurementQueue& queue) {
  std::deque<Subject> subjects = Subjects();
  MeasureSubjects(subjects, queue);
  plot::ReportSection section{
      "Paper 002, Figs. 10, 12 and 14: friction forces at the corners", {}, {}, {}, {}};
  section.paragraphs.emplace_back(
      "The paper finds that the microscopic method knows no static friction, since its friction needs a "
      "speed; that friction of the "
      "macroscopic one chatters; and that the proposed one has static friction between 4 and 5 s, with "
      "corners almost at rest. We find the "
      "same. What pulls at the tail is the swing of the links above, so that static friction follows it.");
  section.paragraphs.emplace_back(kAboutSettings);
  section.tables.push_back(TabulateFriction(subjects));
  section.figures = DrawAll(subjects, Component::kFriction);
  return {section};
}

}  // namespace slipstick::relaxed_experiments
