// Table I: computing time of the three methods; their forces at rest; larger steps.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <deque>

#include "experiments/relaxed/floor_run.h"
#include "experiments/relaxed/pendulum.h"
#include "experiments/relaxed/relaxed_experiments.h"
#include "slipstick/core/duration_text.h"

namespace slipstick::relaxed_experiments {
namespace {

constexpr double kLibraryK = 1000.0;  // 1/s, default of the authors' library

measure::Method Labelled(measure::Method method, std::string label) {
  method.label = std::move(label);
  return method;
}

measure::Method With(measure::Method method, const std::string& option, const std::string& value) {
  method.options[option] = value;
  return method;
}

/// One method with one step, and its results.
struct Measurement {
  measure::Method method;
  double dt;
  FloorRun run;
  FloorCost cost;
};

void AddRun(Measurement& measurement, measure::MeasurementQueue& queue) {
  const auto scene = Pendulum();
  queue.Add<FloorRun>(measure::MeasurementQueue::Kind::kParallel,
                      {"relaxed: floor run", scene.get(), measurement.method, measurement.dt, ""}, {},
                      measurement.run, [&measurement, &queue, scene] {
                        return MeasureFloorRun(*scene, measurement.method, measurement.dt, queue.stop());
                      });
}

void AddCost(Measurement& measurement, measure::MeasurementQueue& queue) {
  constexpr int kRepeats = 5, kRepeatsOfManySteps = 2;
  const int repeats = measurement.dt < kPaperStep ? kRepeatsOfManySteps : kRepeats;
  const auto scene = Pendulum();
  queue.Add<FloorCost>(
      measure::MeasurementQueue::Kind::kTiming,
      {"relaxed: floor cost", scene.get(), measurement.method, measurement.dt, fmt::format("{}", repeats)},
      {}, measurement.cost, [&measurement, &queue, scene, repeats] {
        return MeasureFloorCost(*scene, measurement.method, measurement.dt, repeats, queue.stop());
      });
}

// --- cells ---

plot::Cell Digits(double value, const char* format, double unit = 1.0) {
  return std::isfinite(value) ? plot::NumberCell(value, fmt::format(fmt::runtime(format), value / unit))
                              : plot::EmptyCell();
}
plot::Cell Published(double value, const std::string& text) {
  return value > 0.0 ? plot::NumberCell(value, text) : plot::EmptyCell();
}
plot::Cell SpreadCell(double mean, double spread) {
  return std::isfinite(mean) ? plot::NumberCell(mean, fmt::format("{:.2f} ± {:.2f}", mean, spread))
                             : plot::EmptyCell();
}
plot::Cell StateCell(const FloorRun& run) {
  return plot::TextCell(!run.finished ? "fails" : run.rests() ? "rests" : "moves");
}

/// Friction that depends on the slip speed is never static.
plot::Cell StaticCell(const measure::Method& method, const FloorRun& run) {
  return method.stepper == "microscopic" ? plot::NumberCell(0.0, "none")
                                         : Digits(run.sticking, "{:.0f}", 0.01);
}

// --- Table I ---

/// 0: unknown. The authors' library has no macroscopic method; we use λ = 1e-12, with which its solver partly
/// fails.
struct TimedRow {
  measure::Method method;
  double dt, paper, authors, authors_contact_step;
  const char *paper_text, *authors_text, *authors_step_text;
};

std::vector<TimedRow> TimedRows() {
  const measure::Method gill_relaxed{"relaxed", {{"integrator", "rk-gill"}}};
  const measure::Method gill_macroscopic{"macroscopic", {{"integrator", "rk-gill"}}};
  return {
      {Labelled({"microscopic"}, "microscopic"), kMicroscopicStep, 160.8, 23.0, 48e-6, "160.8", "23", "48"},
      {Labelled(AsPublished(kNoRelaxation, kLibraryK), "relaxed:lambda=1e-12, as published (macroscopic)"),
       kPaperStep, 7.59, 4.0, 950e-6, "7.59", "3.9 - 4.5", "880 - 1020"},
      {Labelled(gill_macroscopic, "macroscopic:integrator=rk-gill"), kPaperStep, 0, 0, 0, "", "", ""},
      {Labelled({"macroscopic"}, "macroscopic"), kPaperStep, 0, 0, 0, "", "", ""},
      {Labelled(AsPublished(1.0, kLibraryK), "relaxed, as published (proposed)"), kPaperStep, 22.3, 0.85,
       175e-6, "22.3", "0.76 - 0.93", "165 - 185"},
      {Labelled(gill_relaxed, "relaxed:integrator=rk-gill"), kPaperStep, 0, 0, 0, "", "", ""},
      {Labelled({"relaxed"}, "relaxed"), kPaperStep, 0, 0, 0, "", "", ""},
  };
}

plot::ReportTable TabulateTimes(const std::vector<TimedRow>& rows,
                                const std::deque<Measurement>& measurements) {
  plot::ReportTable table{
      "table-1",
      {{"method", "method", "", true},
       {"dt", "step", "In JSON: s."},
       {"paper", "paper [s]", "Table I: for 5 s of motion, on a laptop of 2011."},
       {"authors", "authors [s]", "The authors' library on our kind of machine; its friction is a pyramid."},
       {"run", "ours [s]", "Time in the stepper, on one thread."},
       {"authors_contact_step", "authors [µs/step]", "Of steps with contact (in JSON: s)."},
       {"contact_step", "ours [µs/step]",
        "The same here. RK-Gill solves for contact forces four times per step, the library five times."}},
      {}};
  for (size_t i = 0; i < rows.size(); ++i)
    table.rows.push_back(
        {plot::TextCell(rows[i].method.name()), plot::NumberCell(rows[i].dt, DurationText(rows[i].dt)),
         Published(rows[i].paper, rows[i].paper_text), Published(rows[i].authors, rows[i].authors_text),
         Digits(measurements[i].cost.run, "{:.3g}"),
         Published(rows[i].authors_contact_step, rows[i].authors_step_text),
         Digits(measurements[i].cost.contact_step, "{:.1f}", 1e-6)});
  return table;
}

// --- at rest ---

std::vector<measure::Method> MethodsAtRest() {
  const auto in_problem = [](measure::Method method, const char* friction) {
    return With(std::move(method), "friction", friction);
  };
  return {
      Labelled({"microscopic"}, "microscopic, 0.01 ms"),
      Labelled(AsPublished(kNoRelaxation, kLibraryK),
               "relaxed:lambda=1e-12, as published (macroscopic), k 1000"),
      Labelled(AsPublished(kNoRelaxation, 100), "relaxed:lambda=1e-12, as published (macroscopic), k 100"),
      Labelled({"macroscopic"}, "macroscopic"),
      Labelled(AsPublished(1.0, kLibraryK), "relaxed, as published (proposed), k 1000, λ 1"),
      Labelled(AsPublished(1.0, 100), "relaxed, as published (proposed), k 100, λ 1"),
      Labelled(AsPublished(1e-4, kLibraryK), "relaxed, as published (proposed), k 1000, λ 1e-4"),
      Labelled(in_problem(AsPublished(1.0, 100), "pyramid"),
               "relaxed, as published (proposed), k 100, λ 1, friction=pyramid"),
      Labelled(in_problem(AsPublished(1.0, 100), "cone"),
               "relaxed, as published (proposed), k 100, λ 1, friction=cone"),
      Labelled({"relaxed", {{"integrator", "rk-gill"}}}, "relaxed:integrator=rk-gill"),
      Labelled({"relaxed"}, "relaxed"),
  };
}

plot::ReportTable TabulateRest(const std::deque<Measurement>& measurements) {
  plot::ReportTable table{
      "at-rest",
      {{"method", "method", "", true},
       {"energy", "E0 J", "Energy at the start, above the floor.", false, false},
       {"first_contact", "first contact [s]", "End of the first step with a contact force."},
       {"penetration_depth", "penetration depth [mm]", "Largest penetration depth of the run (in JSON: m)."},
       {"state", "at 5 s", "rests: the kinetic energy is below 2 % of the initial energy.", true},
       {"normal", "ΣN [N]",
        "Sum of normal forces over the last second: mean ± standard deviation. Links above swing."},
       {"chatter", "chatter [N]", "Mean change of that sum from step to step."},
       {"contact_chatter", "one contact [N]", "The same for a single contact."},
       {"jitter", "jitter [N]", "Mean second difference of the sum: chatter without the trend of the swing."},
       {"friction", "ΣF [N]",
        "Sum of friction over the last second, in the plane of the swing: mean ± standard deviation."},
       {"friction_chatter", "friction chatter [N]", "Mean change of that sum from step to step."},
       {"sticking", "static [%]", "Fraction of contact forces with static friction (in JSON: a ratio)."}},
      {}};
  for (const Measurement& measurement : measurements) {
    const FloorRun& run = measurement.run;
    table.rows.push_back({plot::TextCell(measurement.method.name()), Digits(run.energy, "{:.4f}"),
                          Digits(run.first_contact, "{:.4f}"), Digits(run.penetration_depth, "{:.3f}", 1e-3),
                          StateCell(run), SpreadCell(run.normal, run.normal_spread),
                          plot::NumberCell(run.chatter), plot::NumberCell(run.contact_chatter),
                          plot::NumberCell(run.jitter), SpreadCell(run.friction, run.friction_spread),
                          plot::NumberCell(run.friction_chatter), StaticCell(measurement.method, run)});
  }
  return table;
}

// --- relaxed over macroscopic ---

constexpr double kRequiredRatio = 0.15;
/// 1/kg². Several runs, since the motion is chaotic.
constexpr const char* kSmallLambdas[] = {"1e-08", "1e-12", "1e-16"};

/// Two methods that differ in λ only.
struct Pair {
  std::string name;
  measure::Method relaxed;
  std::vector<measure::Method> macroscopic;
};

std::vector<Pair> Pairs() {
  std::vector<Pair> pairs;
  const auto add = [&](std::string name, const measure::Method& relaxed) {
    Pair pair{std::move(name), relaxed, {}};
    for (const char* lambda : kSmallLambdas) pair.macroscopic.push_back(With(relaxed, "lambda", lambda));
    pairs.push_back(std::move(pair));
  };
  for (const bool gill : {true, false})
    for (const double k : {100.0, 0.0, kLibraryK}) {
      measure::Method relaxed = AsPublished(1.0, k);
      if (!gill) relaxed.options["integrator"] = "semi-implicit";
      add(fmt::format("friction=clamp, {}, {}", k > 0.0 ? fmt::format("k {:g}", k) : "k 0.2/Δt",
                      gill ? "RK-Gill" : "semi-implicit"),
          relaxed);
    }
  for (const double k : {100.0, kLibraryK})
    add(fmt::format("friction=pyramid, k {:g}, RK-Gill", k),
        With(AsPublished(1.0, k), "friction", "pyramid"));
  pairs.push_back({"defaults, RK-Gill",
                   {"relaxed", {{"integrator", "rk-gill"}}},
                   {{"macroscopic", {{"integrator", "rk-gill"}}}}});
  pairs.push_back({"defaults", {"relaxed"}, {{"macroscopic"}}});
  return pairs;
}

/// Minimum and maximum of a number over the runs that come to rest.
struct Range {
  double least = measure::kUnknown, most = measure::kUnknown;
};
template <class Number>
Range RangeOf(const std::vector<const FloorRun*>& runs, Number number) {
  Range range;
  for (const FloorRun* run : runs) {
    const double value = run->rests() ? number(*run) : measure::kUnknown;
    range.least = std::fmin(range.least, value);
    range.most = std::fmax(range.most, value);
  }
  return range;
}
plot::Cell RangeCell(const Range& range) {
  if (!std::isfinite(range.least)) return plot::EmptyCell();
  const std::string least = plot::NumberCell(range.least).text, most = plot::NumberCell(range.most).text;
  return plot::NumberCell(range.least, least == most ? least : least + " - " + most);
}

plot::ReportTable TabulatePairs(const std::vector<Pair>& pairs, const std::deque<Measurement>& measurements) {
  plot::ReportTable table{
      "relaxed-over-macroscopic",
      {{"pair", "both with", "", true},
       {"relaxed", "relaxed [N]", "Chatter of the sum of normal forces over the last second."},
       {"macroscopic", "macroscopic [N]",
        "The same with λ of 1e-8, 1e-12 and 1e-16 (defaults: the stepper macroscopic): minimum to maximum. "
        "In JSON: the minimum."},
       {"rests", "of these at rest", "Runs of the macroscopic method that come to rest. Only these are used.",
        true},
       {"ratio", "ratio", "relaxed ÷ macroscopic, largest."},
       {"contact_ratio", "one contact", "The same for the chatter of single contacts."},
       {"met", "<= 0.15", "", true}},
      {}};
  size_t at = 0;
  for (const Pair& pair : pairs) {
    const FloorRun& relaxed = measurements[at++].run;
    std::vector<const FloorRun*> macroscopic;
    int rest = 0;
    for (size_t i = 0; i < pair.macroscopic.size(); ++i) {
      macroscopic.push_back(&measurements[at++].run);
      rest += macroscopic.back()->rests();
    }
    const Range chatter = RangeOf(macroscopic, [](const FloorRun& run) { return run.chatter; });
    const Range each = RangeOf(macroscopic, [](const FloorRun& run) { return run.contact_chatter; });
    const double ratio = relaxed.chatter / chatter.least;
    table.rows.push_back({plot::TextCell(pair.name), plot::NumberCell(relaxed.chatter), RangeCell(chatter),
                          plot::TextCell(fmt::format("{} of {}", rest, macroscopic.size())),
                          plot::NumberCell(ratio), plot::NumberCell(relaxed.contact_chatter / each.least),
                          plot::TextCell(std::isnan(ratio)         ? "no rest"
                                         : ratio <= kRequiredRatio ? "met"
                                                                   : "no")});
  }
  return table;
}

// --- larger steps ---

constexpr double kSteps[] = {1e-3, 2e-3, 5e-3, 10e-3, 20e-3};

std::vector<measure::Method> MethodsOfLargerSteps() {
  return {
      Labelled({"relaxed"}, "relaxed"),
      Labelled({"relaxed", {{"k", "1000"}}}, "relaxed:k=1000"),
      Labelled(AsPublished(1.0, 0.0), "relaxed, as published (proposed), k 0.2/Δt, λ 1"),
      Labelled(AsPublished(1.0, kLibraryK), "relaxed, as published (proposed), k 1000, λ 1"),
  };
}

plot::ReportTable TabulateSteps(const std::deque<Measurement>& measurements) {
  plot::ReportTable table{
      "larger-steps",
      {{"method", "method", "", true},
       {"dt", "step", "In JSON: s."},
       {"state", "at 5 s", "", true},
       {"penetration_depth", "penetration depth [mm]", "Largest penetration depth of the run (in JSON: m)."},
       {"normal", "ΣN [N]", "Over the last second."},
       {"chatter", "chatter [N]", ""},
       {"contact_chatter", "one contact [N]", ""},
       {"slip_speed", "slip [mm/s]",
        "Largest speed of a contact along the floor in the last second (in JSON: m/s)."}},
      {}};
  for (const Measurement& measurement : measurements) {
    const FloorRun& run = measurement.run;
    table.rows.push_back({plot::TextCell(measurement.method.name()),
                          plot::NumberCell(measurement.dt, DurationText(measurement.dt)), StateCell(run),
                          Digits(run.penetration_depth, "{:.3f}", 1e-3),
                          SpreadCell(run.normal, run.normal_spread), plot::NumberCell(run.chatter),
                          plot::NumberCell(run.contact_chatter), Digits(run.slip_speed, "{:.2f}", 1e-3)});
  }
  return table;
}

}  // namespace

std::vector<plot::ReportSection> CalculationTime(measure::MeasurementQueue& queue) {
  std::deque<Measurement> timed, at_rest, paired, stepped;  // deques keep the addresses
  const std::vector<TimedRow> rows = TimedRows();
  for (const TimedRow& row : rows)
    AddCost(timed.emplace_back(Measurement{row.method, row.dt, {}, {}}), queue);
  for (const measure::Method& method : MethodsAtRest()) {
    const double dt = method.stepper == "microscopic" ? kMicroscopicStep : kPaperStep;
    AddRun(at_rest.emplace_back(Measurement{method, dt, {}, {}}), queue);
  }
  const std::vector<Pair> pairs = Pairs();
  for (const Pair& pair : pairs) {
    AddRun(paired.emplace_back(Measurement{pair.relaxed, kPaperStep, {}, {}}), queue);
    for (const measure::Method& method : pair.macroscopic)
      AddRun(paired.emplace_back(Measurement{method, kPaperStep, {}, {}}), queue);
  }
  for (const measure::Method& method : MethodsOfLargerSteps())
    for (const double dt : kSteps) AddRun(stepped.emplace_back(Measurement{method, dt, {}, {}}), queue);
  queue.Run();

  plot::ReportSection times{
      "Wakisaka and Sugihara 2014, Table I: time for 5 s of the pendulum", {}, {}, {}, {}};
  times.paragraphs.emplace_back(
      "The paper finds the proposed method about three times as expensive as the macroscopic one and seven "
      "times cheaper than the microscopic one. It does not give k, λ and its springs. 'As published' is Eq. "
      "13 with friction clamped afterwards, RK-Gill, and the defaults of the authors' library, k = 1000 1/s "
      "and λ = 1; macroscopic is the same with λ = 1e-12. The steppers relaxed and macroscopic have friction "
      "in the optimisation problem.");
  times.tables.push_back(TabulateTimes(rows, timed));
  times.remarks.emplace_back(
      "With λ = 1e-12 thousands of solves fail in the library, so its macroscopic time is not "
      "representative.");

  plot::ReportSection rest{"Wakisaka and Sugihara 2014, section IV-D and E: forces at rest", {}, {}, {}, {}};
  rest.paragraphs.emplace_back(
      "In the last second the end link lies on four corners while the links above still swing, since the "
      "joints have little damping. So forces change even without chatter; the jitter excludes this. The "
      "authors' library has ΣN of 4.66 to 4.68 N, chatter of 0.018 N (k 100, λ 1), 0.44 N (k 1000, λ 1e-4) "
      "and 0.9 to 1.1 N (λ 1e-12). ΣN depends on the place where the end link comes to rest.");
  rest.tables.push_back(TabulateRest(at_rest));
  rest.tables.push_back(TabulatePairs(pairs, paired));
  rest.remarks.emplace_back(
      "Relaxation removes the chatter of forces whose friction is clamped afterwards, except for k = 100 "
      "with RK-Gill, where neither method chatters but the penetration depth is 2 cm. With a pyramid in Eq. "
      "13, it halves the remaining chatter. With the cone in the problem and minimal energy (the defaults), "
      "the macroscopic method is as smooth as the relaxed one, so the ratio is 1.");

  plot::ReportSection steps{"Wakisaka and Sugihara 2014, section IV-C: larger steps", {}, {}, {}, {}};
  steps.paragraphs.emplace_back(
      "The paper uses 1 ms. k is the fraction of the penetration depth corrected per second: 1000 1/s "
      "overcorrects with steps above 1 ms. The authors' library with k = 1000 loses contact at 2 ms and "
      "fails at 20 ms.");
  steps.tables.push_back(TabulateSteps(stepped));
  return {times, rest, steps};
}

}  // namespace slipstick::relaxed_experiments
