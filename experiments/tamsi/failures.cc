// Failure rates of Newton's method in a thousand random grasps and drops.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <numbers>

#include "experiments/tamsi/build_with.h"
#include "experiments/tamsi/tamsi_experiments.h"
#include "slipstick/core/duration_text.h"
#include "slipstick/core/fields.h"
#include "slipstick/core/random.h"
#include "slipstick/run/simulation.h"

namespace slipstick::tamsi_experiments {
namespace {

/// Log-uniform.
double Logarithmic(Random& random, double lower, double upper) {
  return std::exp(random.Uniform(std::log(lower), std::log(upper)));
}

// Random numbers are drawn in separate statements: compilers may evaluate the arguments of a call in any
// order.

std::string RandomMaterial(Random& random) {
  const double stiffness = Logarithmic(random, 1e3, 1e6), dissipation = random.Uniform(0.0, 50.0);
  const double friction = random.Uniform(0.05, 1.5);
  return fmt::format(
      "[materials.default]\nstiffness = {}\ndissipation = {}\nfriction = {}\nstiction_speed = 1e-4\n",
      stiffness, dissipation, friction);
}

/// A few objects of random shape, size and material that fall on the ground and on each other.
scene::SceneSource RandomDrop(int seed) {
  Random random(2 * static_cast<uint64_t>(seed));
  std::string text = "dt = 1.0\nduration = 1.0\n" + RandomMaterial(random);
  const int count = 1 + random.Index(6);
  const double largest = random.Uniform(0.04, 0.12), drop = random.Uniform(0.0, 0.5);
  text += fmt::format(
      "[[heaps]]\ncount = {}\nsize = [0.03, {}]\ndensity = [200, 4000]\nlayers = 2\ndrop = {}\nseed = {}\n",
      count, largest, drop, seed + 1);
  return {fmt::format("drop {}", seed), text, "", {}};
}

/// The gripper with a random object, grip, material and shake, with and without gravity.
scene::SceneSource RandomGrasp(int seed) {
  Random random(2 * static_cast<uint64_t>(seed) + 1);
  const double radius = random.Uniform(0.01, 0.04), length = random.Uniform(0.04, 0.12);
  std::string text = "dt = 1.0\nduration = 1.0\nground.kind = 'none'\n";
  text += fmt::format("gravity = [0, 0, {}]\n", random.Index(2) == 0 ? 0.0 : -9.81);
  text += RandomMaterial(random);
  // It just touches the pads, which are 8 cm apart where the joint is at zero; the right one does not move.
  text += fmt::format("[[robots]]\nmodel = 'gripper.urdf'\njoints = {{ grip = {} }}\n", 0.08 - 2.0 * radius);
  const char* const shapes[] = {
      "shape = 'cylinder'\nradius = {0}\nlength = {1}\n", "shape = 'box'\nsize = [{2}, {2}, {1}]\n",
      "shape = 'capsule'\nradius = {0}\nlength = {1}\n", "shape = 'sphere'\nradius = {0}\n"};
  text += "[[bodies]]\nname = 'object'\n";
  text += fmt::format(fmt::runtime(shapes[random.Index(4)]), radius, length, 2.0 * radius);
  const double mass = Logarithmic(random, 0.02, 1.0), height = random.Uniform(-0.01, 0.01);
  const double turn = random.Uniform(0.0, std::numbers::pi);
  text +=
      fmt::format("mass = {}\nposition = [0, {}, {}]\nrpy = [0, {}, 0]\n", mass, radius - 0.04, height, turn);
  text += "[controller]\nkind = 'waves'\nsample = 'middle'\n[[controller.joints]]\njoint = 'lift'\n";
  const double amplitude = Logarithmic(random, 0.1, 50.0), frequency = random.Uniform(0.5, 5.0);
  text += fmt::format("force = 0\namplitude = {}\nfrequency = {}\n", amplitude, frequency);
  text += fmt::format("[[controller.joints]]\njoint = 'grip'\nforce = {}\n", Logarithmic(random, 1.0, 50.0));
  return {fmt::format("grasp {}", seed), text, "", {}};
}

/// Counts of steps over many runs.
struct StepTally {
  int runs = 0;
  int broken_runs = 0;  ///< that ended early or with a non-finite state
  int steps = 0;
  int contact_steps = 0;    ///< with at least one contact
  int split_steps = 0;      ///< split into sub-steps
  int max_substeps = 0;     ///< of a step
  int unsolved_steps = 0;   ///< not converged with the shortest sub-steps
  int max_iterations = 0;   ///< of a step
  double iterations = 0.0;  ///< of all steps
  double wall_time = 0.0;   ///< s

  void Visit(FieldVisitor& visit) {
    visit.Integer("runs", runs);
    visit.Integer("broken_runs", broken_runs);
    visit.Integer("steps", steps);
    visit.Integer("contact_steps", contact_steps);
    visit.Integer("split_steps", split_steps);
    visit.Integer("max_substeps", max_substeps);
    visit.Integer("unsolved_steps", unsolved_steps);
    visit.Integer("max_iterations", max_iterations);
    visit.Number("iterations", iterations);
    visit.Number("wall_time", wall_time);
  }
  StepTally& operator+=(const StepTally& other) {
    runs += other.runs, broken_runs += other.broken_runs;
    steps += other.steps, contact_steps += other.contact_steps, split_steps += other.split_steps;
    unsolved_steps += other.unsolved_steps;
    max_substeps = std::max(max_substeps, other.max_substeps);
    max_iterations = std::max(max_iterations, other.max_iterations);
    iterations += other.iterations;
    wall_time += other.wall_time;
    return *this;
  }
};

StepTally TallyRun(const scene::SceneSource& source, const measure::Method& method, double dt) {
  const Scene scene = BuildWith(source, method, dt);
  Simulation simulation(scene);
  StepTally tally;
  simulation.Observe([&](const StepView& view) {
    const StepReport& report = view.report;
    ++tally.steps;
    tally.contact_steps += !report.contacts.empty();
    tally.split_steps += report.substeps > 1;
    tally.max_substeps = std::max(tally.max_substeps, report.substeps);
    tally.unsolved_steps += report.status == StepStatus::kNotConverged;
    tally.max_iterations = std::max(tally.max_iterations, report.iterations);
    tally.iterations += report.iterations;
  });
  simulation.Run();
  const State& end = simulation.state();
  tally.runs = 1;
  tally.broken_runs = simulation.failed() || !end.q.allFinite() || !end.v.allFinite();
  tally.wall_time = simulation.wall_time();
  return tally;
}

StepTally TallySteps(scene::SceneSource (*draw)(int seed), int first_seed, int end_seed,
                     const measure::Method& method, double dt, const StopFlag* stop) {
  StepTally sum;
  for (int seed = first_seed; seed < end_seed; ++seed) {
    ThrowIfStopped(stop);
    sum += TallyRun(draw(seed), method, dt);
  }
  return sum;
}

struct RandomKind {
  const char* name;
  scene::SceneSource (*draw)(int seed);
};
constexpr RandomKind kRandomKinds[] = {{"grasps", RandomGrasp}, {"drops", RandomDrop}};

struct TallyRow {
  RandomKind kind;
  measure::Method method;
  double dt;
  std::deque<StepTally> batches;

  StepTally sum() const {
    StepTally all;
    for (const StepTally& batch : batches) all += batch;
    return all;
  }
};

void AddTally(TallyRow& row, measure::MeasurementQueue& queue) {
  constexpr int kRuns = 500, kBatchSize = 50;
  const auto first =
      std::make_shared<const measure::MeasuredScene>(measure::PrepareScene(row.kind.draw(0), row.dt));
  for (int seed = 0; seed < kRuns; seed += kBatchSize) {
    StepTally& batch = row.batches.emplace_back();
    queue.Add<StepTally>(measure::MeasurementQueue::Kind::kParallel,
                         {"tamsi: failures", first.get(), row.method, row.dt,
                          fmt::format("{} {} to {}", row.kind.name, seed, seed + kBatchSize)},
                         {}, batch, [&row, &queue, first, seed] {
                           return TallySteps(row.kind.draw, seed, seed + kBatchSize, row.method, row.dt,
                                             queue.stop());
                         });
  }
}

plot::Cell FractionCell(double count, double all) {
  return plot::NumberCell(count / all, fmt::format("{:.3f} %", 100.0 * count / all));
}

plot::ReportTable TabulateTallies(const std::deque<TallyRow>& rows) {
  plot::ReportTable table{
      "failures",
      {{"what", "kind", "", true},
       {"method", "method", "", true},
       {"dt", "step", "In JSON: s."},
       {"runs", "runs", "Of one second each."},
       {"broken", "aborts, NaN", "Runs that ended early or with a non-finite state."},
       {"steps", "steps", ""},
       {"split_ratio", "split", "Fraction of steps split into sub-steps."},
       {"max_substeps", "max sub-steps", "Of a step."},
       {"unsolved", "not converged", "Steps that did not converge with the shortest sub-steps."},
       {"iterations", "iterations", "Mean of the steps with contact."},
       {"max_iterations", "max iterations", "Of a step."}},
      {}};
  for (const TallyRow& row : rows) {
    const StepTally sum = row.sum();
    table.rows.push_back(
        {plot::TextCell(row.kind.name), plot::TextCell(row.method.name()),
         plot::NumberCell(row.dt, DurationText(row.dt)),
         plot::NumberCell(sum.runs, fmt::format("{}", sum.runs)),
         plot::NumberCell(sum.broken_runs, fmt::format("{}", sum.broken_runs)),
         plot::NumberCell(sum.steps, fmt::format("{}", sum.steps)), FractionCell(sum.split_steps, sum.steps),
         plot::NumberCell(sum.max_substeps, fmt::format("{}", sum.max_substeps)),
         plot::NumberCell(sum.unsolved_steps, fmt::format("{}", sum.unsolved_steps)),
         plot::NumberCell(sum.iterations / std::max(1, sum.contact_steps),
                          fmt::format("{:.2f}", sum.iterations / std::max(1, sum.contact_steps))),
         plot::NumberCell(sum.max_iterations, fmt::format("{}", sum.max_iterations))});
  }
  return table;
}

}  // namespace

std::vector<plot::ReportSection> Failures(measure::MeasurementQueue& queue) {
  constexpr double kSteps[] = {1e-3, 3e-3, 10e-3};  // s
  std::vector<measure::Method> methods = {
      {"tamsi", {}, "tamsi"},
      {"tamsi", {{"caps", "true"}}, "tamsi:caps=true (as the reference implementation)"},
      {"tamsi", {{"rise", "quadratic"}}, "tamsi:rise=quadratic"},
      {"tamsi", {{"line_search", "none"}, {"max_substeps", "1"}}, "tamsi:line_search=none,max_substeps=1"}};
  std::deque<TallyRow> rows;
  for (const RandomKind& kind : kRandomKinds)
    for (const measure::Method& method : methods)
      for (const double dt : kSteps) rows.push_back({kind, method, dt, {}});
  for (TallyRow& row : rows) AddTally(row, queue);
  queue.Run();
  plot::ReportSection section;
  section.heading = "Castro et al. 2020: failure rates of steps";
  section.paragraphs.emplace_back(
      "500 random grasps (shape, size, mass, grip of 1 to 50 N, shake, with and without gravity) and 500 "
      "random drops of up to six objects, of one second each, with stiffness from 1e3 to 1e6 N/m, "
      "dissipation up to 50 s/m and friction from 0.05 to 1.5. The paper does not give such rates, and its "
      "reference implementation throws if a step fails after 20 attempts. Here a failed step is split into "
      "sub-steps, which are counted, and never ends in an exception.");
  section.tables.push_back(TabulateTallies(rows));
  return {section};
}

}  // namespace slipstick::tamsi_experiments
