#include "slipstick/steppers/nmdp/nmdp_stepper.h"

#include <algorithm>
#include <cmath>

#include "slipstick/dynamics/energy.h"
#include "slipstick/steppers/nmdp/newton_euler_equations.h"
#include "slipstick/steppers/nmdp/position_based_equations.h"
#include "slipstick/steppers/substeps.h"

namespace slipstick::nmdp {
namespace {

/// Times that contacts are taken up where a step ends. A row of balls adds one at a time.
constexpr int kMostLooks = 20;
/// Of them, those in which contacts that are known are taken up again.
constexpr int kMostRetakes = 4;
/// m and rad: a contact that was seen elsewhere is taken up again beyond this.
constexpr double kSeenElsewhere = 1e-5, kTurnedAway = 0.01;
/// Over the `tolerance` of the search: what slides faster slips.
constexpr double kSlips = 10.0;

std::unique_ptr<StepEquations> MakeEquations(const World& world, StepInertia inertia) {
  if (inertia == StepInertia::kNewtonEuler) return std::make_unique<NewtonEulerEquations>(world);
  return std::make_unique<PositionBasedEquations>(world);
}

double StartDepth(const StepContact& contact) {
  return -(Dot(contact.geometry.normal, contact.a.start - contact.b.start) + contact.offset);
}

}  // namespace

NmdpOptions NmdpOptions::With(StepInertia inertia, bool corner_derivatives) {
  NmdpOptions options;
  options.inertia = inertia;
  options.corner_derivatives = corner_derivatives;
  return options;
}

NmdpStepper::NmdpStepper(const World& world, const Options& options)
    : Stepper(world),
      options_(options),
      equations_(MakeEquations(world, options.inertia)),
      contacts_(world, options.friction, options.corner_derivatives),
      search_(world, options.search, options.corner_derivatives),
      finder_(world.geometry()) {
  v_ = Eigen::VectorXd::Zero(world.model().nv());
}

/// Algorithm 2.
void NmdpStepper::Advance(const Actuation& actuation, double h, State& state, StepReport& report) {
  report.substeps = 0;
  report.shortest = h;
  search_.ResetEvaluations();
  steppers::AdvanceInSubsteps(options_.max_substeps, [&](double weight, bool is_smallest) {
    const Part part{actuation, weight * h, weight, is_smallest};
    const bool is_done = AdvanceSubstep(part, state, report);
    if (!contact::Advanced(report.status)) return steppers::SubstepResult::kGiveUp;
    if (!is_done) {
      ++report.rejected;
      return steppers::SubstepResult::kTooLong;
    }
    ++report.substeps;
    report.shortest = std::min(report.shortest, part.h);
    report.longest = std::max(report.longest, part.h);
    return steppers::SubstepResult::kDone;
  });
  report.depth = static_cast<int>(std::lround(std::log2(h / report.shortest)));
}

/// False, and nothing has happened, if the part is too long.
bool NmdpStepper::AdvanceSubstep(const Part& part, State& state, StepReport& report) {
  equations_->Begin(part.actuation, part.h, state);
  if (part.weight == 1.0) {
    report.energy.kinetic =
        dynamics::KineticEnergy<double>(world().model(), state.v, equations_->beginning());
    report.energy.potential = dynamics::PotentialEnergy<double>(world().model(), equations_->beginning());
  }
  TakeUpAtStart(state);
  const bool is_solved = Solve(state, report);
  const bool may_be_cut = options_.event_step > 0.0 && part.h >= 2.0 * options_.event_step;
  if (!part.is_smallest && (!is_solved || (may_be_cut && ContactsChanged()))) return false;
  if (!v_.allFinite() || !(equations_->ResidualSpeed() < steppers::kAbsurdSpeed)) {
    report.status = StepStatus::kDiverged;
    return false;
  }
  if (!is_solved) report.status = StepStatus::kNotConverged;
  Finish(part, state, report);
  return true;
}

void NmdpStepper::TakeUpAtStart(const State& state) {
  const steppers::ScopedPhase phase(timer(), steppers::Phase::kContacts);
  const Workspace<double>& start = equations_->beginning();
  contacts_.Begin(start, state.contacts);
  for (const ContactPoint& contact : finder_.Find(world().model(), start)) contacts_.Add(contact, start);
  contacts_.Evaluate(start);
  contacts_.GuessWeights();
}

/// An end that belongs to the forces of the last step, or to none where they do not fit.
bool NmdpStepper::FindFirstEnd(const State& state) {
  const steppers::ScopedPhase phase(timer(), steppers::Phase::kSolve);
  v_ = state.v;
  search_.Forget();
  if (search_.Project(*equations_, contacts_, v_)) return true;
  std::fill(contacts_.weights.begin(), contacts_.weights.end(), 0.0);
  v_ = state.v;
  search_.Forget();
  return search_.Project(*equations_, contacts_, v_);
}

SearchOutcome NmdpStepper::Search() {
  const steppers::ScopedPhase phase(timer(), steppers::Phase::kSolve);
  return search_.Solve(*equations_, contacts_, v_);
}

/// v_ and weights of the part. False if they could not be found.
bool NmdpStepper::Solve(const State& state, StepReport& report) {
  if (!FindFirstEnd(state)) return false;
  int looks = 0;
  TakeUpAtEnd(looks);
  for (;;) {
    const SearchOutcome outcome = Search();
    report.iterations += outcome.iterations;
    report.evaluations = search_.evaluations();
    report.residual = std::max(report.residual, outcome.residual);
    if (!outcome.solved) return false;
    if (++looks == kMostLooks || !TakeUpAtEnd(looks)) return true;
  }
}

/// Contacts as they are where the step ends so far. False if all were known already.
bool NmdpStepper::TakeUpAtEnd(int looks) {
  const steppers::ScopedPhase phase(timer(), steppers::Phase::kContacts);
  bool is_new = false;
  const Workspace<double>& end = equations_->end();
  for (const ContactPoint& contact : finder_.Find(world().model(), end)) {
    const int known = contacts_.Find(contact.id);
    if (known < 0) {
      contacts_.Add(contact, end);
      is_new = true;
      continue;
    }
    const StepContact& taken = contacts_[known];
    const bool is_elsewhere = std::abs(taken.depth + contact.gap) > kSeenElsewhere ||
                              Length(Cross(taken.geometry.normal, contact.normal)) > kTurnedAway;
    if (!is_elsewhere || looks >= kMostRetakes) continue;
    contacts_.Retake(known, contact, end);
    is_new = true;
  }
  if (is_new) search_.Forget();
  return is_new;
}

/// One that touched at the start does not at the end, or the other way round.
bool NmdpStepper::ContactsChanged() const {
  const auto changed = [](const StepContact& contact) {
    return (StartDepth(contact) > 0.0) != (contact.depth > 0.0);
  };
  return std::any_of(contacts_.contacts().begin(), contacts_.contacts().end(), changed);
}

void NmdpStepper::Finish(const Part& part, State& state, StepReport& report) {
  const double slip_speed = kSlips * options_.search.tolerance;
  equations_->AddWork(report.energy);
  contacts_.Report(part.h, part.weight, slip_speed, report);
  contacts_.Remember(part.h, slip_speed, equations_->end(), state.contacts);
  equations_->Remember(state.q_held);
  state.q = equations_->q();
  state.v = v_;
}

}  // namespace slipstick::nmdp
