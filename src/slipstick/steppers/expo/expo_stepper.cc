#include "slipstick/steppers/expo/expo_stepper.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "slipstick/contact/approach_islands.h"
#include "slipstick/core/error.h"

namespace slipstick::expo {
namespace {

/// Times that a sub-step is reduced to its rough event time before it is corrected.
constexpr int kMaxApproaches = 4;
/// m; distance up to which bilateral contacts are found.
constexpr double kBilateralReach = 1e3;
/// If more contacts than this may close in a sub-step, it is halved, down to this fraction of the step.
constexpr int kManyNearContacts = 64;
constexpr double kMinHalvedFraction = 1.0 / 32.0;
/// Relative to the largest friction force: with a larger residual the step has not converged.
constexpr double kToleratedFrictionResidual = 1e-3;
/// s; forces at time 0 are evaluated at this time.
constexpr double kMinPrediction = 1e-9;

contact::JointTreatment TreatmentFor(ExpoOrder order) {
  return order == ExpoOrder::kSecond ? contact::JointTreatment::kSecondOrder
                                     : contact::JointTreatment::kImplicit;
}

}  // namespace

ExpoStepper::ExpoStepper(const World& world, const Options& options)
    : Stepper(world),
      options_(options),
      problem_(world, {.joints = TreatmentFor(options.order), .phi = 0.5}),
      contacts_(problem_, {.anchor = options.anchor}),
      points_(world),
      motion_(options.integrals),
      dofs_(problem_, points_, motion_) {
  dofs_.bilateral = options.bilateral;
  if (options.bilateral) options_.events = Events::kNone;
  motion_.locate_slip = options_.events == Events::kAll;
  motion_.slip_anchor = options.anchor.slip;
  const int expected = std::min(contact::kExpectedContacts, world.geometry().num_shapes());
  motion_.Reserve(expected);
  points_.Reserve(expected);
  problem_.workspace().ReservePoints(world.model(), 2 * expected);
  outcomes_.reserve(expected);
}

void ExpoStepper::Advance(const Actuation& actuation, double h, State& state, StepReport& report) {
  int events_left = options_.events == Events::kNone ? 0 : options_.max_events;
  report.substeps = 0;
  next_change_.reset();
  for (double done = 0.0; done < h;) {
    const double left = h - done;
    Evaluate(actuation, left, events_left, state);
    const double length = events_left > 0 ? LimitNearContacts(left, h) : left;
    if (report.substeps == 0) contacts_.ReportEnergy(report.energy);
    if (!FindFreeMotion()) {
      report.status = report.substeps == 0 ? StepStatus::kSingularMass : StepStatus::kDiverged;
      return;
    }
    const double tau = SolveUntilEvent(length, events_left);
    if (!(tau > 0.0)) {
      report.status = StepStatus::kDiverged;
      return;
    }
    Commit(tau, tau / h, state, report);
    report.residual = contact::LargerResidual(report.residual, motion_.friction_residual());
    if (!(report.residual <= kToleratedFrictionResidual)) report.status = StepStatus::kNotConverged;
    done = tau == left ? h : done + tau;
  }
}

// --- evaluation at one instant ---

/// Poses, velocities, joint forces and contacts at (q, v).
void ExpoStepper::Evaluate(const Actuation& actuation, double tau, int events_left, const State& state) {
  const steppers::ScopedPhase timing(timer(), steppers::Phase::kContacts);
  problem_.Evaluate({&actuation, tau, &state, &state.q, &state.v});
  contacts_.Collect(NearMargin(events_left));
  CollectPhases(tau);
}

/// Shortens a sub-step in which so many contacts may close that their inverse inertia would take most of the
/// time. Returns its length.
double ExpoStepper::LimitNearContacts(double left, double h) {
  const auto are_many = [this] {
    return std::count_if(motion_.phases.begin(), motion_.phases.end(), [](const ContactPhase& phase) {
             return phase.kind == PhaseKind::kNear;
           }) > kManyNearContacts;
  };
  double length = left;
  while (length > kMinHalvedFraction * h && are_many()) CollectPhases(length *= 0.5);
  if (length < left) problem_.SetLength(length);
  return length;
}

/// M̂, the inverse inertia W of contacts, and the motion without contact forces, after Evaluate or Revise.
bool ExpoStepper::FindFreeMotion() {
  const steppers::ScopedPhase timing(timer(), steppers::Phase::kDynamics);
  if (!problem_.Factor(points_.points())) return false;
  if (problem_.inertia_changed()) problem_.FindInertia(points_, motion_.W);
  dofs_.FindFreeMotion();
  return true;
}

/// The same for another tau at the same instant.
bool ExpoStepper::FindFreeMotionFor(double tau) {
  problem_.SetLength(tau);
  return FindFreeMotion();
}

/// Distance up to which two shapes may come into contact within the step.
double ExpoStepper::NearMargin(int events_left) const {
  if (options_.bilateral) return kBilateralReach;
  return events_left <= 0 ? 0.0 : problem_.ApproachMargin();
}

/// Contacts that touch, or may touch within tau, and their points.
void ExpoStepper::CollectPhases(double tau) {
  motion_.phases.clear();
  points_.Clear();
  for (const contact::CompliantContact& contact : contacts_.contacts()) {
    ContactPhase phase{};
    phase.contact = &contact;
    phase.v = contact.input.velocity;
    phase.x = contact.input.stretch - contact.input.delta * contact.input.normal;
    const PhaseKind kind = KindOf(phase);
    if (kind == PhaseKind::kNear && !MightTouch(phase, tau)) continue;
    Start(kind, phase);
    motion_.phases.push_back(phase);
    points_.Add(contact.geometry, contact.p_a, problem_.workspace());
  }
}

bool ExpoStepper::MightTouch(const ContactPhase& phase, double tau) const {
  const double speed = Dot(phase.v, phase.normal()), gap = phase.contact->geometry.gap;
  return options_.events != Events::kNone &&
         gap + tau * (speed - 0.5 * tau * contact::kMaxApproachAcceleration) <= 0.0;
}

PhaseKind ExpoStepper::KindOf(const ContactPhase& phase) const {
  const ContactPoint& point = phase.contact->geometry;
  const bool touches = point.gap <= 0.0;
  if (options_.bilateral)
    return touches || phase.contact->input.anchored ? PhaseKind::kStick : PhaseKind::kNear;
  const bool changes = next_change_ && next_change_->id == point.id;
  if (changes && !next_change_->touches) return next_change_->kind;
  if (!touches && !changes) return PhaseKind::kNear;
  return options_.events == Events::kNone ? PhaseKind::kStick : KindOfTouching(phase);
}

// --- the step ---

/// The motion over tau, or until the first event. Returns its duration; 0 if numbers are not finite.
double ExpoStepper::SolveUntilEvent(double tau, int& events_left) {
  const bool second = options_.order == ExpoOrder::kSecond;
  const Search first_search = second ? Search::kRough : Search::kExact;
  next_change_.reset();
  motion_.StartCounting();
  if (!Solve(tau)) return 0.0;
  ContactMotion::Event event = FindEvent(tau, events_left, first_search);
  while (event.contact >= 0 && event.t <= kMinSubstep * tau) {  // too early for a sub-step
    --events_left;
    ChangeImmediately(event);
    dofs_.FindFreeMotion();
    if (!Solve(tau)) return 0.0;
    event = FindEvent(tau, events_left, first_search);
  }
  double horizon = tau;
  if (second && !CorrectUntilEvent(horizon, events_left, event)) return 0.0;
  if (event.contact >= 0) {
    horizon = std::max(event.t, kMinSubstep * tau);
    if (!StopAt(event, horizon)) return 0.0;
  }
  if (horizon < tau) --events_left;
  dofs_.Find(horizon);
  while (problem_.Revise(dofs_.dq(), dofs_.dv())) {
    if (!FindFreeMotion() || !Solve(horizon)) return 0.0;
    if (second) Correct(horizon);
    dofs_.Find(horizon);
  }
  return horizon;
}

/// The second-order correction and the first event of the corrected motion. `event` is the rough one before.
/// `horizon` is reduced so that the event is not far before its end, where the correction is computed.
bool ExpoStepper::CorrectUntilEvent(double& horizon, int events_left, ContactMotion::Event& event) {
  const auto is_early = [&] { return event.contact >= 0 && event.t < kLateEvent * horizon; };
  for (int approaches = 0;; ++approaches) {
    if (!is_early()) {
      motion_.Evaluate(horizon);
      Correct(horizon);
      event = FindEvent(horizon, events_left, Search::kExact);
    }
    if (!is_early() || approaches == kMaxApproaches) return true;
    horizon = kBeyondEvent * event.t;
    if (!FindFreeMotionFor(horizon) || !Solve(horizon)) return false;
    event = {horizon};
  }
}

/// A contact that begins to slip at rest takes the friction direction from its tangential force.
void ExpoStepper::ChangeImmediately(const ContactMotion::Event& event) {
  ContactPhase& phase = motion_.phases[event.contact];
  const bool begins_to_slip = phase.kind == PhaseKind::kStick && event.next == PhaseKind::kSlip;
  Start(event.next, phase);
  if (begins_to_slip) phase.friction_direction = event.friction_direction;
  ++phase.changes;
}

/// The motion until the event; next_change_ := the phase of its contact afterwards.
bool ExpoStepper::StopAt(const ContactMotion::Event& event, double tau) {
  const ContactPhase& phase = motion_.phases[event.contact];
  next_change_ = PhaseChange{phase.contact->geometry.id, event.next, !phase.exerts_force()};
  if (!FindFreeMotionFor(tau) || !Solve(tau)) return false;
  if (options_.order == ExpoOrder::kSecond) Correct(tau);
  return true;
}

ContactMotion::Event ExpoStepper::FindEvent(double tau, int events_left, Search search) {
  const steppers::ScopedPhase timing(timer(), steppers::Phase::kSolve);
  return events_left > 0 ? motion_.FirstEvent(tau, search) : ContactMotion::Event{tau};
}

/// Mean contact forces over tau, before the projection, with everything else constant.
bool ExpoStepper::Solve(double tau) {
  const steppers::ScopedPhase timing(timer(), steppers::Phase::kSolve);
  return motion_.Solve(tau);
}

void ExpoStepper::Correct(double tau) {
  const steppers::ScopedPhase timing(timer(), steppers::Phase::kSolve);
  dofs_.Correct(tau);
}

/// Ends a sub-step that is this fraction of the step.
void ExpoStepper::Commit(double tau, double fraction, State& state, StepReport& report) {
  ++report.substeps;
  report.iterations += motion_.solves();
  if (*motion_.algorithm() != 0) report.algorithm = motion_.algorithm();
  outcomes_.clear();
  for (int c = 0; c < static_cast<int>(motion_.phases.size()); ++c)
    if (motion_.phases[c].kind != PhaseKind::kNear) outcomes_.push_back(OutcomeOf(c, tau));
  problem_.Commit(outcomes_, {dofs_.dq(), dofs_.dv(), fraction}, state, report);
}

/// The work of a force that is not constant: with the free acceleration b constant,
/// ∫ λ · ṗ dt = τ λ̄ · (ṗ₀ + ṗ₁)/2 + ½ τ² b · (λ̄ - λ̄̄).
contact::ContactOutcome ExpoStepper::OutcomeOf(int c, double tau) const {
  const ContactPhase& phase = motion_.phases[c];
  const Vec3<double> displacement = motion_.Displacement(c, tau);
  const Vec3<double> v_end = phase.v + motion_.VelocityGained(c, tau);
  const bool exerts_force = phase.exerts_force();
  const Vec3<double> force = exerts_force ? phase.mean : Vec3<double>::Zero();
  const Vec3<double> varying = exerts_force ? phase.mean - phase.double_mean : Vec3<double>::Zero();
  const Vec3<double> stretch = StretchAtEnd(phase, displacement, tau);
  return {.point = phase.contact->geometry,
          .p = phase.contact->p_a,
          .gap = phase.contact->geometry.gap,
          .force = force,
          .displacement = displacement,
          .remaining = displacement,
          .slip = Across(displacement, phase.normal()) - (stretch - phase.contact->input.stretch),
          .work = contact::ImpulseWork(tau * force, phase.v, v_end) + 0.5 * tau * tau * Dot(phase.b, varying),
          .at_friction_limit = exerts_force && (phase.kind == PhaseKind::kSlip || phase.clipped),
          .stretch = stretch,
          .rest_depth = phase.contact->rest_depth};
}

/// Anchors of slipping contacts relax by the premise of (27) under the mean friction, those of open contacts
/// under zero friction.
Vec3<double> ExpoStepper::StretchAtEnd(const ContactPhase& phase, const Vec3<double>& displacement,
                                       double tau) const {
  if (phase.kind != PhaseKind::kStick || phase.clipped) return motion_.SpringAfter(phase, tau);
  return phase.contact->input.stretch + Across(displacement, phase.normal());
}

// --- prediction ---

ForcePrediction ExpoStepper::PredictForces(const Actuation& actuation, const State& state,
                                           const std::vector<double>& times) {
  CheckInput(actuation, kMinPrediction, state);
  ForcePrediction prediction{times, {}};
  double last = kMinPrediction;
  for (const double t : times) {
    if (!(t >= 0.0 && std::isfinite(t)))
      throw InputError(fmt::format("PredictForces: times contains {} s, must be finite and >= 0.", t));
    last = std::max(last, t);
  }
  next_change_.reset();
  Evaluate(actuation, 0.0, 0, state);  // no implicit joints
  if (!FindFreeMotion() || !motion_.Solve(last))
    throw InputError("PredictForces: the mass matrix is singular, or q or v is not finite.");
  for (const ContactPhase& phase : motion_.phases)
    if (phase.exerts_force()) prediction.contacts.push_back({phase.contact->geometry.id, {}});
  for (const double t : times) {
    motion_.Evaluate(std::max(t, kMinPrediction));
    size_t i = 0;
    for (const ContactPhase& phase : motion_.phases)
      if (phase.exerts_force())
        prediction.contacts[i++].force.push_back(phase.WithFriction(motion_.ForceNow(phase)));
  }
  return prediction;
}

}  // namespace slipstick::expo
