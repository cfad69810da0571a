#include "slipstick/measure/cases.h"

#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "slipstick/core/error.h"
#include "slipstick/steppers/registry.h"

namespace slipstick::measure {
namespace {

using Kind = Laboratory::Kind;

/// The orders of one case, as they stand on the list of a laboratory.
class CaseOrders {
 public:
  CaseOrders(const Case& wanted, const Protocol& protocol, Laboratory& lab)
      : case_(wanted), protocol_(protocol), lab_(lab) {}

  void ErrorAgainst(TruthOrder& truth, LocalError& error) const {
    OrderError(case_.method, case_.dt, truth, error);
  }
  void Uncertainty(TruthOrder& reference, LocalError& error) const {
    OrderError(reference.method, 2.0 * reference.dt, reference, error);
  }
  void Quality(TruthOrder& reference, RunQuality& quality) const;
  void CostAt(TruthOrder& reference, Cost& cost) const;

 private:
  void OrderError(const Method& method, double dt, TruthOrder& truth, LocalError& error) const;

  const Case& case_;
  const Protocol& protocol_;
  Laboratory& lab_;
};

void CaseOrders::OrderError(const Method& method, double dt, TruthOrder& truth, LocalError& error) const {
  const auto scene = case_.scene;
  const StopFlag* stop = lab_.stop();
  lab_.Order<LocalError>(Kind::kParallel, {"local error", scene.get(), method, dt, ""}, {&truth}, error,
                         [scene, method, dt, stop, &truth] {
                           const Apparatus apparatus(*scene, method);
                           return MeasureLocalError(*apparatus.stepper, dt, truth.truth, stop);
                         });
}

void CaseOrders::Quality(TruthOrder& reference, RunQuality& quality) const {
  const Case wanted = case_;
  const StopFlag* stop = lab_.stop();
  lab_.Order<RunQuality>(Kind::kParallel, {"closed loop", wanted.scene.get(), wanted.method, wanted.dt, ""},
                         {&reference}, quality, [wanted, stop, &reference] {
                           return MeasureClosedLoop(BuildFor(*wanted.scene, wanted.method, wanted.dt),
                                                    reference.truth, stop);
                         });
}

void CaseOrders::CostAt(TruthOrder& reference, Cost& cost) const {
  const Case wanted = case_;
  const StopFlag* stop = lab_.stop();
  const int repeats = protocol_.repeats;
  lab_.Order<Cost>(Kind::kTiming,
                   {"cost", wanted.scene.get(), wanted.method, wanted.dt, fmt::format("{} repeats", repeats)},
                   {&reference}, cost, [wanted, stop, repeats, &reference] {
                     const Apparatus apparatus(*wanted.scene, wanted.method);
                     return MeasureCost(*apparatus.stepper, wanted.dt, reference.truth, repeats, stop);
                   });
}

double TruthStep(const Case& wanted, const Protocol& protocol) {
  return wanted.truth_dt > 0.0 ? wanted.truth_dt : protocol.truth_dt;
}

void OrderCase(const Case& wanted, const Protocol& protocol, Laboratory& lab, CaseResult& result) {
  const CaseOrders orders(wanted, protocol, lab);
  result.step = CutWindow(wanted.scene->window, wanted.dt).h;
  TruthOrder& reference = lab.OrderTruth(wanted.scene, protocol.reference, protocol.reference_dt);
  if (protocol.own_error)
    orders.ErrorAgainst(lab.OrderTruth(wanted.scene, wanted.truth_method.value_or(wanted.method),
                                       TruthStep(wanted, protocol)),
                        result.own_error);
  if (protocol.reference_error) orders.ErrorAgainst(reference, result.reference_error);
  if (protocol.needs_reference()) orders.Uncertainty(reference, result.uncertainty);
  if (protocol.quality) orders.Quality(reference, result.quality);
  if (protocol.cost) orders.CostAt(reference, result.cost);
}

/// A truth in steps that are hardly finer is none.
void CheckAgainstTruth(const Case& wanted, double truth_dt, const char* what, const char* option) {
  if (wanted.dt >= 2.0 * truth_dt * (1.0 - 1e-9)) return;
  throw InputError(
      fmt::format("a step of {:g} s cannot be judged by {} in steps of {:g} s; take at least twice that, or "
                  "make those finer with {}.",
                  wanted.dt, what, truth_dt, option));
}

/// Makes its stepper once.
void CheckMethod(const MeasuredScene& scene, const Method& method) {
  try {
    Apparatus(scene, method);
  } catch (const InputError& error) {
    const std::string where = method.origin.empty() ? "method" : method.origin;
    throw InputError(fmt::format("{} {}: {}", where, method.text(), error.what()));
  }
}

/// A reference that knows nothing of the ground would be one of another scene.
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
    if (protocol.own_error) CheckNumSteps(*wanted.scene, TruthStep(wanted, protocol), "--truth-dt");
    if (wanted.dt > 0.0) CheckNumSteps(*wanted.scene, wanted.dt, "--dt");
    CutWindow(wanted.scene->window, wanted.dt);
    if (protocol.needs_reference()) {
      CutWindow(wanted.scene->window, 2.0 * protocol.reference_dt);
      CheckReference(*wanted.scene, protocol.reference);
    }
    check_method(*wanted.scene, wanted.method);
    check_method(*wanted.scene, protocol.reference);
    if (protocol.own_error)
      CheckAgainstTruth(wanted, TruthStep(wanted, protocol), "a truth of the same method", "--truth-dt");
    if (protocol.reference_error)
      CheckAgainstTruth(wanted, protocol.reference_dt, "a reference", "--reference-dt");
  }
}

std::vector<CaseResult> MeasureCases(const std::vector<Case>& cases, const Protocol& protocol,
                                     Laboratory& lab) {
  std::vector<CaseResult> results(cases.size());
  for (size_t i = 0; i < cases.size(); ++i) OrderCase(cases[i], protocol, lab, results[i]);
  lab.Run();
  return results;
}

std::vector<StableStep> MeasureStability(const std::vector<StabilityCase>& cases, const Protocol& protocol,
                                         Laboratory& lab) {
  std::vector<StableStep> results(cases.size());
  const StopFlag* stop = lab.stop();
  for (size_t i = 0; i < cases.size(); ++i) {
    const StabilityCase& wanted = cases[i];
    TruthOrder& reference = lab.OrderTruth(wanted.scene, protocol.reference, protocol.reference_dt);
    lab.Order<StableStep>(
        Kind::kParallel, {"largest stable step", wanted.scene.get(), wanted.method, wanted.smallest, ""},
        {&reference}, results[i], [wanted, stop, &reference] {
          return FindStableStep(*wanted.scene, wanted.method, wanted.smallest, reference.truth, stop);
        });
  }
  lab.Run();
  return results;
}

}  // namespace slipstick::measure
