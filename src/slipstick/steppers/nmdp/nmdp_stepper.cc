#include "slipstick/steppers/nmdp/nmdp_stepper.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace slipstick::nmdp {
namespace {

/// Maximum number of contact detections at the end of a step, plus one for every shape: a row of balls adds
/// one contact at a time.
constexpr int kMinDetections = 20;
/// Detections in which known contacts are redefined.
constexpr int kMaxRedefinitions = 4;
/// m and rad: a contact whose depth or normal differs by more is redefined.
constexpr double kMovedContact = 1e-5, kTurnedNormal = 0.01;
/// Contacts up to which a step may solve `max_programs` programs.
constexpr double kFewContacts = 16.0;
/// Programs that a step with any number of contacts may solve.
constexpr int kLeastPrograms = 30;
/// Programs of each remaining sub-step once those of the step are used up.
constexpr int kLastPrograms = 10;
/// Residual at the first end of a sub-step, relative to that without any change of velocities.
constexpr double kFirstResidual = 3e-2;
/// Times the `tolerance` of the search: a contact that slips faster has its friction at the limit.
constexpr double kSlipFactor = 10.0;

}  // namespace

NmdpOptions NmdpOptions::With(StepInertia inertia, bool corner_derivatives) {
  NmdpOptions options;
  options.inertia = inertia;
  options.corner_derivatives = corner_derivatives;
  return options;
}

NmdpStepper::NmdpStepper(const World& world, const Options& options)
    : SubsteppingStepper(world, options.max_substeps),
      options_(options),
      equations_(StepEquations::Make(world, options.inertia)),
      contacts_(world, options.friction, options.corner_derivatives),
      search_(world, options.search, options.corner_derivatives) {
  v_ = Eigen::VectorXd::Zero(world.model().nv());
}

void NmdpStepper::BeginStep() {
  search_.ResetEvaluations();
  elapsed_ = change_at_ = 0.0;
}

/// A sub-step of Algorithm 2. kTooLong, with the state unchanged, if it is rejected.
NmdpStepper::Result NmdpStepper::AdvanceSubstep(const Substep& substep, State& state, StepReport& report) {
  const bool may_be_split =
      options_.event_step > 0.0 && substep.h >= 2.0 * options_.event_step && !substep.accepts_failure;
  if (may_be_split && elapsed_ < change_at_ && change_at_ < elapsed_ + substep.h) return Result::kTooLong;
  equations_->Begin(substep.actuation, substep.h, state);
  if (substep.is_first()) equations_->ReportEnergy(report.energy);
  DetectAtStart(state);
  const bool is_solved = Solve(state, may_be_split, report);
  const bool can_retry = !substep.accepts_failure && RemainingPrograms(report) > 0;
  const double first_change = FirstChange();
  if (can_retry && (!is_solved || (may_be_split && std::isfinite(first_change)))) {
    change_at_ = elapsed_ + first_change * substep.h;
    return Result::kTooLong;
  }
  if (!v_.allFinite() || !(equations_->ResidualSpeed() < steppers::kDivergedSpeed)) {
    if (substep.can_be_split) return Result::kTooLong;
    report.status = StepStatus::kDiverged;
    return Result::kFailed;
  }
  if (!is_solved) report.status = StepStatus::kNotConverged;
  const double slip_speed = kSlipFactor * options_.search.tolerance;
  const auto outcomes = contacts_.FindOutcomes(substep.h, slip_speed, laws::EvaluatedAt::kEnd);
  equations_->Commit(outcomes, substep.fraction, state, report);
  elapsed_ += substep.h;
  return Result::kDone;
}

void NmdpStepper::DetectAtStart(const State& state) {
  const steppers::ScopedPhase timing(timer(), steppers::Phase::kContacts);
  const Workspace<double>& start = equations_->start();
  contacts_.Begin(start, state.contacts);
  for (const ContactPoint& contact : equations_->FindAtStart()) contacts_.Add(contact, start);
  contacts_.Evaluate(start);
  contacts_.GuessWeights();
}

/// An end of the step with G = 0 for the forces of the last step, or without contact forces if that fails.
bool NmdpStepper::FindFirstEnd(const State& state) {
  const steppers::ScopedPhase timing(timer(), steppers::Phase::kSolve);
  for (const bool has_forces : {true, false}) {
    if (!has_forces) std::fill(contacts_.weights.begin(), contacts_.weights.end(), 0.0);
    v_ = state.v;
    search_.DiscardLinearization();
    if (search_.Project(*equations_, contacts_, v_, kFirstResidual)) return true;
  }
  return false;
}

SearchOutcome NmdpStepper::Search(int max_programs, bool stops_at_changes) {
  const steppers::ScopedPhase timing(timer(), steppers::Phase::kSolve);
  return search_.Solve(*equations_, contacts_, max_programs, stops_at_changes, v_);
}

/// Programs that the step may still solve. The cost of one grows with the cube of the contacts.
int NmdpStepper::RemainingPrograms(const StepReport& report) const {
  const double size = std::max(1.0, contacts_.size() / kFewContacts);
  const int limit = static_cast<int>(options_.max_programs / (size * size * size));
  return std::max(limit, kLeastPrograms) - report.iterations;
}

/// v_ and weights of the sub-step. False if the search fails or stops at a change of contacts.
bool NmdpStepper::Solve(const State& state, bool stops_at_changes, StepReport& report) {
  if (!FindFirstEnd(state)) return false;
  const int max_detections = kMinDetections + world().geometry().num_shapes();
  int detections = 0;
  DetectAtEnd(detections);
  for (;;) {
    const int remaining = RemainingPrograms(report);
    const SearchOutcome outcome =
        Search(std::max(remaining, kLastPrograms), stops_at_changes && remaining > 0);
    report.iterations += outcome.iterations;
    report.evaluations = search_.evaluations();
    if (!outcome.changes) report.residual = contact::LargerResidual(report.residual, outcome.residual);
    if (!outcome.solved) return false;
    if (remaining <= 0) return false;  // contacts at the end are not known
    if (!DetectAtEnd(++detections)) return true;
    if (detections == max_detections) return false;
  }
}

/// Detects contacts at the current end of the step. False if none is new or has moved.
bool NmdpStepper::DetectAtEnd(int detections) {
  const steppers::ScopedPhase timing(timer(), steppers::Phase::kContacts);
  bool is_new = false;
  const Workspace<double>& end = equations_->end();
  for (const ContactPoint& contact : equations_->FindAtEnd()) {
    const int known = contacts_.Find(contact.id);
    if (known < 0) {
      contacts_.Add(contact, end);
      is_new = true;
      continue;
    }
    const StepContact& known_contact = contacts_[known];
    const bool is_elsewhere = std::abs(known_contact.depth + contact.gap) > kMovedContact ||
                              Length(Cross(known_contact.geometry.normal, contact.normal)) > kTurnedNormal;
    if (!is_elsewhere || detections >= kMaxRedefinitions) continue;
    contacts_.Redefine(known, contact, end);
    is_new = true;
  }
  if (is_new) search_.DiscardLinearization();
  return is_new;
}

/// The fraction of the sub-step after which a contact opens or closes first, interpolated; infinite if none
/// does.
double NmdpStepper::FirstChange() const {
  double first = std::numeric_limits<double>::infinity();
  for (const StepContact& contact : contacts_.contacts()) {
    const double start = contacts_.StartGap(contact);
    if (contacts_.Changes(contact)) first = std::min(first, start / (start + contact.depth));
  }
  return first;
}

}  // namespace slipstick::nmdp
