#include "experiments/relaxed/floor_run.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>

#include "experiments/run_to_end.h"
#include "slipstick/run/simulation.h"
#include "slipstick/steppers/registry.h"

namespace slipstick::relaxed_experiments {
namespace {

constexpr double kLastSpan = 1.0;   // s: the end of the run, evaluated as rest
constexpr double kSampling = 1e-3;  // s
constexpr double kRounding = 1e-9;  // of times, s

double NormalForceOf(const ContactReport& contact) { return Dot(contact.force, contact.normal); }

/// Mean and standard deviation of a signal, and its mean changes from step to step.
class Trace {
 public:
  void Add(double value) {
    sum_ += value, squares_ += value * value;
    const double change = value - last_;
    if (count_ > 0) changes_ += std::abs(change);
    if (count_ > 1) bends_ += std::abs(change - last_change_);
    last_ = value, last_change_ = change;
    ++count_;
  }
  double mean() const { return sum_ / count_; }
  double spread() const { return std::sqrt(std::max(0.0, squares_ / count_ - mean() * mean())); }
  double chatter() const { return changes_ / (count_ - 1); }
  double jitter() const { return bends_ / (count_ - 2); }

 private:
  double sum_ = 0.0, squares_ = 0.0, changes_ = 0.0, bends_ = 0.0, last_ = 0.0, last_change_ = 0.0;
  int count_ = 0;
};

/// Sum over contacts of |change of the normal force|, and the number of contacts before or now.
struct Change {
  double sum = 0.0;
  int contacts = 0;
};
Change ChangeOf(const std::map<uint64_t, double>& before, const std::map<uint64_t, double>& now) {
  Change change;
  for (const auto& [id, force] : now) {
    const auto at = before.find(id);
    change.sum += std::abs(force - (at == before.end() ? 0.0 : at->second));
    ++change.contacts;
  }
  for (const auto& [id, force] : before)
    if (!now.contains(id)) change.sum += force, ++change.contacts;
  return change;
}

class FloorObserver {
 public:
  explicit FloorObserver(double duration) : rest_begins_(duration - kLastSpan) {}

  void Add(const StepView& step) {
    if (step.number == 0) run_.energy = step.report.energy.kinetic + step.report.energy.potential;
    std::map<uint64_t, double> forces;
    double normal = 0.0, friction = 0.0;
    for (const ContactReport& contact : step.report.contacts) {
      deepest_ = std::max(deepest_, -contact.gap);
      const double force = NormalForceOf(contact);
      if (!(force > 0.0)) continue;
      forces[contact.id] = force;
      normal += force;
      friction += contact.force.x;
    }
    if (!forces.empty() && std::isnan(run_.first_contact)) run_.first_contact = step.after.t;
    if (step.after.t > rest_begins_ + kRounding) AddRest(step, forces, normal, friction);
  }

  FloorRun Finish(bool finished) {
    run_.finished = finished;
    run_.penetration_depth = deepest_;
    if (!finished) return run_;
    run_.kinetic = kinetic_.mean();
    run_.normal = normal_.mean(), run_.normal_spread = normal_.spread();
    run_.chatter = normal_.chatter(), run_.jitter = normal_.jitter();
    run_.contact_chatter = changes_.contacts > 0 ? changes_.sum / changes_.contacts : 0.0;
    run_.friction = friction_.mean(), run_.friction_spread = friction_.spread();
    run_.friction_chatter = friction_.chatter();
    run_.sticking = closed_ > 0 ? static_cast<double>(sticking_) / closed_ : 0.0;
    run_.slip_speed = fastest_;
    return run_;
  }

 private:
  void AddRest(const StepView& step, const std::map<uint64_t, double>& forces, double normal,
               double friction) {
    const bool is_first = !rested_;
    rested_ = true;
    kinetic_.Add(step.report.energy.kinetic);
    normal_.Add(normal);
    friction_.Add(friction);
    for (const ContactReport& contact : step.report.contacts) {
      if (!(NormalForceOf(contact) > 0.0)) continue;
      ++closed_;
      if (contact.mode == ContactMode::kStick) ++sticking_;
      fastest_ = std::max(fastest_, std::hypot(contact.velocity.x, contact.velocity.y));
    }
    if (!is_first) {
      const Change change = ChangeOf(last_forces_, forces);
      changes_.sum += change.sum, changes_.contacts += change.contacts;
    }
    last_forces_ = forces;
  }

  double rest_begins_;
  FloorRun run_;
  double deepest_ = 0.0, fastest_ = 0.0;
  bool rested_ = false;
  Trace kinetic_, normal_, friction_;
  Change changes_;
  std::map<uint64_t, double> last_forces_;
  int closed_ = 0, sticking_ = 0;
};

/// Runs the stepper alone, without Simulation, and calls observe(step, seconds, report). True if it finished.
template <class Observer>
bool StepThrough(const measure::MeasuredScene& measured, const measure::Method& method, double dt,
                 const StopFlag* stop, Observer observe) {
  const Scene scene = measure::BuildFor(measured, method, dt);
  const auto stepper = steppers::MakeStepper(scene.stepper, *scene.world, scene.options);
  const run::StepPlan plan(scene.dt, scene.control_period, scene.duration);
  const Actuation actuation(scene.world->model());
  State state = scene.initial;
  for (int64_t k = 0; k < plan.num_steps(); ++k) {
    if (k % plan.steps_per_update() == 0) ThrowIfStopped(stop);
    const auto start = std::chrono::steady_clock::now();
    const StepReport& report = stepper->Step(actuation, plan.LengthOf(k), state);
    observe(k, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(), report);
    if (!contact::Advanced(report.status)) return false;
  }
  return true;
}

}  // namespace

void FloorRun::Visit(FieldVisitor& visit) {
  visit.Flag("finished", finished);
  visit.Number("energy", energy);
  visit.Number("first_contact", first_contact);
  visit.Number("penetration_depth", penetration_depth);
  visit.Number("kinetic", kinetic);
  visit.Number("normal", normal);
  visit.Number("normal_spread", normal_spread);
  visit.Number("chatter", chatter);
  visit.Number("contact_chatter", contact_chatter);
  visit.Number("jitter", jitter);
  visit.Number("friction", friction);
  visit.Number("friction_spread", friction_spread);
  visit.Number("friction_chatter", friction_chatter);
  visit.Number("sticking", sticking);
  visit.Number("slip_speed", slip_speed);
}

void FloorCost::Visit(FieldVisitor& visit) {
  visit.Number("run", run);
  visit.Number("contact_step", contact_step);
}

void CornerForces::Visit(FieldVisitor& visit) {
  visit.Series("t", t);
  visit.Series("normal", normal);
  visit.Series("friction", friction);
}

FloorRun MeasureFloorRun(const measure::MeasuredScene& measured, const measure::Method& method, double dt,
                         const StopFlag* stop) {
  Simulation simulation(measure::BuildFor(measured, method, dt));
  FloorObserver observer(measured.duration());
  simulation.Observe([&](const StepView& step) { observer.Add(step); });
  return observer.Finish(experiments::RunToEnd(simulation, stop));
}

FloorCost MeasureFloorCost(const measure::MeasuredScene& measured, const measure::Method& method, double dt,
                           int repeats, const StopFlag* stop) {
  std::vector<double> least;
  std::vector<char> has_contact;
  for (int i = 0; i < repeats; ++i) {
    const bool finished =
        StepThrough(measured, method, dt, stop, [&](size_t k, double seconds, const StepReport& report) {
          if (k == least.size()) {
            least.push_back(seconds);
            has_contact.push_back(
                std::any_of(report.contacts.begin(), report.contacts.end(),
                            [](const ContactReport& contact) { return contact.mode != ContactMode::kOpen; }));
          }
          least[k] = std::min(least[k], seconds);
        });
    if (!finished) return {};
  }
  FloorCost cost{0.0, 0.0};
  int contact_steps = 0;
  for (size_t k = 0; k < least.size(); ++k) {
    cost.run += least[k];
    if (has_contact[k]) cost.contact_step += least[k], ++contact_steps;
  }
  cost.contact_step /= contact_steps;
  return cost;
}

CornerForces MeasureCornerForces(const measure::MeasuredScene& measured, const measure::Method& method,
                                 double dt, const StopFlag* stop) {
  struct Sample {
    double t;
    std::vector<ContactReport> contacts;
  };
  std::vector<Sample> samples;
  std::map<uint64_t, double> load;  // of contacts, over the last second
  Simulation simulation(measure::BuildFor(measured, method, dt));
  simulation.Observe([&](const StepView& step) {
    if (step.after.t > measured.duration() - kLastSpan)
      for (const ContactReport& contact : step.report.contacts) load[contact.id] += NormalForceOf(contact);
    if (step.after.t + kRounding < kSampling * static_cast<double>(samples.size() + 1)) return;
    samples.push_back({step.after.t, step.report.contacts});
  });
  experiments::RunToEnd(simulation, stop);

  std::vector<std::pair<double, uint64_t>> heaviest;
  for (const auto& [id, force] : load) heaviest.emplace_back(-force, id);
  std::sort(heaviest.begin(), heaviest.end());
  std::vector<uint64_t> corners;
  for (const auto& [force, id] : heaviest)
    if (corners.size() < CornerForces::kCorners) corners.push_back(id);
  std::sort(corners.begin(), corners.end());

  CornerForces forces;
  for (const Sample& sample : samples) forces.t.push_back(sample.t);
  for (const uint64_t corner : corners)
    for (const Sample& sample : samples) {
      const auto at = std::find_if(sample.contacts.begin(), sample.contacts.end(),
                                   [&](const ContactReport& contact) { return contact.id == corner; });
      const bool is_closed = at != sample.contacts.end();
      forces.normal.push_back(is_closed ? NormalForceOf(*at) : 0.0);
      forces.friction.push_back(is_closed ? at->force.x : 0.0);
    }
  return forces;
}

}  // namespace slipstick::relaxed_experiments
