#include "slipstick/measure/cases.h"

#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "slipstick/core/error.h"
#include "slipstick/steppers/registry.h"

namespace slipstick::measure {
namespace {

using Kind = MeasurementQueue::Kind;

/// Adds the measurements of one case to a queue.
class CaseMeasurements {
 public:
  CaseMeasurements(const Case& wanted, const Protocol& protocol, MeasurementQueue& queue)
      : case_(wanted), protocol_(protocol), queue_(queue) {}

  void ErrorAgainst(ReferenceRequest& reference, LocalError& error) const {
    AddError(case_.method, case_.dt, reference, error);
  }
  void Uncertainty(ReferenceRequest& reference, LocalError& error) const {
    AddError(reference.method, 2.0 * reference.dt, reference, error);
  }
  void Quality(ReferenceRequest& reference, RunQuality& quality) const;
  void CostAt(ReferenceRequest& reference, Cost& cost) const;

 private:
  void AddError(const Method& method, double dt, ReferenceRequest& reference, LocalError& error) const;

  const Case& case_;
  const Protocol& protocol_;
  MeasurementQueue& queue_;
};

void CaseMeasurements::AddError(const Method& method, double dt, ReferenceRequest& reference,
                                LocalError& error) const {
  const auto scene = case_.scene;
  const StopFlag* stop = queue_.stop();
  queue_.Add<LocalError>(Kind::kParallel, {"local error", scene.get(), method, dt, ""}, {&reference}, error,
                         [scene, method, dt, stop, &reference] {
                           const MeasurementSetup setup(*scene, method);
                           return MeasureLocalError(*setup.stepper, dt, reference.run, stop);
                         });
}

void CaseMeasurements::Quality(ReferenceRequest& reference, RunQuality& quality) const {
  const Case wanted = case_;
  const StopFlag* stop = queue_.stop();
  queue_.Add<RunQuality>(Kind::kParallel, {"closed loop", wanted.scene.get(), wanted.method, wanted.dt, ""},
                         {&reference}, quality, [wanted, stop, &reference] {
                           return MeasureClosedLoop(BuildFor(*wanted.scene, wanted.method, wanted.dt),
                                                    reference.run, stop);
                         });
}

void CaseMeasurements::CostAt(ReferenceRequest& reference, Cost& cost) const {
  const Case wanted = case_;
  const StopFlag* stop = queue_.stop();
  const int repeats = protocol_.repeats;
  queue_.Add<Cost>(Kind::kTiming,
                   {"cost", wanted.scene.get(), wanted.method, wanted.dt, fmt::format("{} repeats", repeats)},
                   {&reference}, cost, [wanted, stop, repeats, &reference] {
                     const MeasurementSetup setup(*wanted.scene, wanted.method);
                     return MeasureCost(*setup.stepper, wanted.dt, reference.run, repeats, stop);
                   });
}

double SelfStep(const Case& wanted, const Protocol& protocol) {
  return wanted.self_dt > 0.0 ? wanted.self_dt : protocol.self_dt;
}

void AddCase(const Case& wanted, const Protocol& protocol, MeasurementQueue& queue, CaseResult& result) {
  const CaseMeasurements measurements(wanted, protocol, queue);
  result.step = DivideWindow(wanted.scene->window, wanted.dt).h;
  ReferenceRequest& reference = queue.AddReference(wanted.scene, protocol.reference, protocol.reference_dt);
  if (protocol.self_convergence)
    measurements.ErrorAgainst(queue.AddReference(wanted.scene, wanted.self_method.value_or(wanted.method),
                                                 SelfStep(wanted, protocol)),
                              result.self_convergence);
  if (protocol.reference_error) measurements.ErrorAgainst(reference, result.reference_error);
  if (protocol.needs_reference()) measurements.Uncertainty(reference, result.uncertainty);
  if (protocol.quality) measurements.Quality(reference, result.quality);
  if (protocol.cost) measurements.CostAt(reference, result.cost);
}

/// The steps of a reference must be at most half as long as the measured steps.
void CheckAgainstReference(const Case& wanted, double reference_dt, const char* what, const char* option) {
  if (wanted.dt >= 2.0 * reference_dt * (1.0 - 1e-9)) return;
  throw InputError(fmt::format(
      "a step of {:g} s is too close to the {:g} s of {}; take at least twice that, or shorten the latter "
      "with {}.",
      wanted.dt, reference_dt, what, option));
}

/// Creates the stepper once, for its messages.
void CheckMethod(const MeasuredScene& scene, const Method& method) {
  try {
    MeasurementSetup(scene, method);
  } catch (const InputError& error) {
    const std::string where = method.origin.empty() ? "method" : method.origin;
    throw InputError(fmt::format("{} {}: {}", where, method.text(), error.what()));
  }
}

/// A reference without the wrench spaces of the scene would solve another problem.
void CheckReference(const MeasuredScene& scene, const Method& reference) {
  if (!scene.has_wrench_spaces) return;
  const std::vector<std::string> uses = steppers::FindStepper(reference.stepper).traits.uses;
  if (std::find(uses.begin(), uses.end(), steppers::kUsesWrenchSpaces) != uses.end()) return;
  throw InputError(
      fmt::format("scene '{}' has wrench spaces, which the reference '{}' does not use; choose one that "
                  "does, such as --reference nmdp.",
                  scene.name, reference.text()));
}

}  // namespace

void CheckCases(const std::vector<Case>& cases, const Protocol& protocol) {
  std::set<std::pair<const MeasuredScene*, std::string>> checked;
  const auto check_method = [&](const MeasuredScene& scene, const Method& method) {
    if (checked.emplace(&scene, method.text()).second) CheckMethod(scene, method);
  };
  for (const Case& wanted : cases) {
    CheckNumSteps(*wanted.scene, protocol.reference_dt, "--reference-dt");
    if (protocol.self_convergence) CheckNumSteps(*wanted.scene, SelfStep(wanted, protocol), "--self-dt");
    if (wanted.dt > 0.0) CheckNumSteps(*wanted.scene, wanted.dt, "--dt");
    DivideWindow(wanted.scene->window, wanted.dt);
    if (protocol.needs_reference()) {
      DivideWindow(wanted.scene->window, 2.0 * protocol.reference_dt);
      CheckReference(*wanted.scene, protocol.reference);
    }
    check_method(*wanted.scene, wanted.method);
    check_method(*wanted.scene, protocol.reference);
    if (protocol.self_convergence)
      CheckAgainstReference(wanted, SelfStep(wanted, protocol), "the self-convergence run", "--self-dt");
    if (protocol.reference_error)
      CheckAgainstReference(wanted, protocol.reference_dt, "the reference", "--reference-dt");
  }
}

std::vector<CaseResult> MeasureCases(const std::vector<Case>& cases, const Protocol& protocol,
                                     MeasurementQueue& queue) {
  std::vector<CaseResult> results(cases.size());
  for (size_t i = 0; i < cases.size(); ++i) AddCase(cases[i], protocol, queue, results[i]);
  queue.Run();
  return results;
}

std::vector<StableStep> MeasureStability(const std::vector<StabilityCase>& cases, const Protocol& protocol,
                                         MeasurementQueue& queue) {
  std::vector<StableStep> results(cases.size());
  const StopFlag* stop = queue.stop();
  for (size_t i = 0; i < cases.size(); ++i) {
    const StabilityCase& wanted = cases[i];
    ReferenceRequest& reference = queue.AddReference(wanted.scene, protocol.reference, protocol.reference_dt);
    queue.Add<StableStep>(
        Kind::kParallel, {"largest stable step", wanted.scene.get(), wanted.method, wanted.smallest, ""},
        {&reference}, results[i], [wanted, stop, &reference] {
          return FindStableStep(*wanted.scene, wanted.method, wanted.smallest, reference.run, stop);
        });
  }
  queue.Run();
  return results;
}

}  // namespace slipstick::measure
