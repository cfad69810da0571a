#include "slipstick/steppers/expo/expo_stepper.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "slipstick/contact/approach_margin.h"
#include "slipstick/contact/external_wrenches.h"
#include "slipstick/core/error.h"
#include "slipstick/dynamics/body_frame.h"
#include "slipstick/dynamics/configuration.h"
#include "slipstick/dynamics/energy.h"
#include "slipstick/dynamics/inverse_dynamics.h"
#include "slipstick/dynamics/mass_matrix.h"

namespace slipstick::expo {
namespace {

/// Fraction of a step; for a shorter sub-step the contact changes its phase immediately.
constexpr double kMinSubstep = 1e-4;
/// The second-order correction is computed for this factor times the rough event time, to locate the event.
constexpr double kBeyondEvent = 1.25;
/// The horizon is reduced to the event if that shortens it by this factor, at most kMaxApproaches times.
constexpr double kHorizonReduction = 0.8;
constexpr int kMaxApproaches = 4;
/// m; distance up to which bilateral contacts are found.
constexpr double kBilateralReach = 1e3;
/// Relative to the largest friction force: with a larger residual the step has not converged.
constexpr double kToleratedFrictionResidual = 1e-3;
/// s; forces at time 0 are evaluated at this time.
constexpr double kMinPrediction = 1e-9;

/// Adds friction to the normal force of a slipping contact.
Vec3<double> WithFriction(const ContactPhase& phase, const Vec3<double>& force) {
  if (phase.kind != PhaseKind::kSlip) return force;
  return force + (phase.material().mu_kinetic * Dot(force, phase.normal())) * phase.friction_direction;
}

contact::JointTreatment TreatmentFor(ExpoOrder order) {
  return order == ExpoOrder::kSecond ? contact::JointTreatment::kSecondOrder
                                     : contact::JointTreatment::kImplicit;
}

}  // namespace

ExpoOptions ExpoOptions::AsPublished() {
  ExpoOptions options;
  options.order = ExpoOrder::kFirst;
  options.events = Events::kNone;
  options.anchor = {laws::NormalAnchor::kTouchdown, laws::SlipAnchor::kJump};
  return options;
}

ExpoStepper::ExpoStepper(const World& world, const Options& options)
    : Stepper(world),
      options_(options),
      ws_(world.model()),
      end_ws_(world.model()),
      contacts_(world, {.anchor = options.anchor}),
      points_(world),
      joints_(world, TreatmentFor(options.order), 0.5),
      motion_(options.integrals) {
  const Eigen::VectorXd zero = Eigen::VectorXd::Zero(world.model().nv());
  for (auto* vector : {&diagonal_, &free_, &correction_, &double_correction_, &contact_force_, &a_,
                       &double_a_, &displacement_, &velocity_change_, &v_end_, &start_defect_, &end_defect_,
                       &growth_, &free_change_, &mean_v_})
    *vector = zero;
  q_end_ = world.model().neutral();
  if (options.bilateral) options_.events = Events::kNone;
  motion_.locate_slip = options_.events == Events::kAll;
  motion_.slip_anchor = options.anchor.slip;
  const int expected = std::min(contact::kExpectedContacts, world.geometry().num_shapes());
  motion_.Reserve(expected);
  points_.Reserve(expected);
  ws_.ReservePoints(world.model(), 2 * expected);
  lanes_.resize(world.model().nv());
}

void ExpoStepper::Advance(const Actuation& actuation, double h, State& state, StepReport& report) {
  int events_left = options_.events == Events::kNone ? 0 : options_.max_events;
  report.substeps = 0;
  next_change_.reset();
  for (double done = 0.0; done < h;) {
    const double left = h - done;
    if (!Evaluate(actuation, left, state)) {
      report.status = report.substeps == 0 ? StepStatus::kSingularMass : StepStatus::kDiverged;
      return;
    }
    if (report.substeps == 0) ReportEnergy(state.v, report.energy);
    const double tau = SolveUntilEvent(actuation, left, state, events_left);
    if (!(tau > 0.0)) {
      report.status = StepStatus::kDiverged;
      return;
    }
    Commit(tau, tau / h, state, report);
    report.residual = std::max(report.residual, motion_.friction_residual());
    if (report.residual > kToleratedFrictionResidual) report.status = StepStatus::kNotConverged;
    done = tau == left ? h : done + tau;
  }
}

// --- evaluation at one instant ---

/// Evaluates at (q, v): contacts, their inverse inertia W, and the motion without contact forces.
bool ExpoStepper::Evaluate(const Actuation& actuation, double tau, const State& state) {
  const Model& model = world().model();
  {
    const steppers::ScopedPhase timing(timer(), steppers::Phase::kContacts);
    dynamics::BeginEvaluate<double>(model, state.q, state.v, ws_);
    contacts_.Collect(ws_, state.contacts, NearMargin(tau));
    joints_.Begin(actuation, tau, state.q, state.v, state.q_held, ws_);
    CollectPhases(tau);
  }
  const steppers::ScopedPhase timing(timer(), steppers::Phase::kDynamics);
  ws_.ReservePoints(model, points_.points().size());
  joints_responded_ = joints_.has_added_inertia();
  const Eigen::VectorXd& added = joints_.added_inertia();
  if (!dynamics::FinishEvaluate<double>(model, points_.points(), ws_, added)) return false;
  for (int k = 0; k < model.nv(); ++k) diagonal_[k] = ws_.M[model.diagonal_entry(k)] - added[k];
  points_.FindInertia(ws_, motion_.W);
  FindFreeMotion();
  return true;
}

/// Evaluates for another tau at the same instant.
bool ExpoStepper::ReevaluateFor(double tau) {
  joints_.SetLength(tau);
  return UpdateJointResponse();
}

/// M̂, W and the free motion after a change of the joint response.
bool ExpoStepper::UpdateJointResponse() {
  const steppers::ScopedPhase timing(timer(), steppers::Phase::kDynamics);
  const Model& model = world().model();
  if (joints_responded_ || joints_.has_added_inertia()) {  // otherwise M̂ and W do not change
    for (int k = 0; k < model.nv(); ++k)
      ws_.M[model.diagonal_entry(k)] = diagonal_[k] + joints_.added_inertia()[k];
    if (!dynamics::FactorMassMatrix(model, ws_)) return false;
    points_.FindInertia(ws_, motion_.W);
  }
  joints_responded_ = joints_.has_added_inertia();
  FindFreeMotion();
  return true;
}

/// free_ := v̄̇, by M̂ and the right side of (S3) without contacts, and b = J v̄̇ + J̇ v of all contacts.
void ExpoStepper::FindFreeMotion() {
  joints_.FindFreeForce(ws_, free_);
  dynamics::SolveMassMatrix<double>(world().model(), ws_, View<double>(free_));
  for (size_t i = 0; i < motion_.phases.size(); ++i) {
    const int c = static_cast<int>(i);
    motion_.phases[i].b = points_.Velocity(c, free_.data(), ws_) + points_.Bias(c, ws_);
    motion_.phases[i].b_rate = Vec3<double>::Zero();
  }
}

/// Distance up to which two shapes may come into contact within tau.
double ExpoStepper::NearMargin(double tau) const {
  if (options_.bilateral) return kBilateralReach;
  return options_.events == Events::kNone ? 0.0 : contact::ApproachMargin(world(), ws_, tau);
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
    points_.Add(contact.geometry, contact.p, ws_);
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
double ExpoStepper::SolveUntilEvent(const Actuation& actuation, double tau, const State& state,
                                    int& events_left) {
  const bool second = options_.order == ExpoOrder::kSecond;
  next_change_.reset();
  motion_.StartCounting();
  double horizon = tau;
  for (int approaches = 0;;) {
    if (!Solve(horizon)) return 0.0;
    ContactMotion::Event event = FindEvent(
        horizon, events_left, second ? ContactMotion::Search::kRough : ContactMotion::Search::kExact);
    if (event.contact >= 0 && event.t < kMinSubstep * tau) {  // too early for a sub-step
      --events_left;
      ChangeImmediately(event);
      FindFreeMotion();
      continue;
    }
    if (second && event.contact >= 0 && kBeyondEvent * event.t < kHorizonReduction * horizon &&
        approaches++ < kMaxApproaches) {
      horizon = kBeyondEvent * event.t;
      if (!ReevaluateFor(horizon)) return 0.0;
      continue;
    }
    if (second) {
      motion_.Evaluate(horizon);
      Correct(actuation, horizon, state);
      event = FindEvent(horizon, events_left, ContactMotion::Search::kExact);
    }
    if (event.contact >= 0) {
      horizon = std::max(event.t, kMinSubstep * tau);
      if (!StopAt(event, actuation, horizon, state)) return 0.0;
    }
    break;
  }
  if (horizon < tau) --events_left;
  Project();
  FindMotion(horizon, state.v);
  while (joints_.Revise(displacement_, velocity_change_)) {
    if (!UpdateJointResponse() || !Solve(horizon)) return 0.0;
    if (second) Correct(actuation, horizon, state);
    Project();
    FindMotion(horizon, state.v);
  }
  return horizon;
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
bool ExpoStepper::StopAt(const ContactMotion::Event& event, const Actuation& actuation, double tau,
                         const State& state) {
  const ContactPhase& phase = motion_.phases[event.contact];
  next_change_ = PhaseChange{phase.contact->geometry.id, event.next, !phase.exerts_force()};
  if (!ReevaluateFor(tau) || !Solve(tau)) return false;
  if (options_.order == ExpoOrder::kSecond) Correct(actuation, tau, state);
  return true;
}

ContactMotion::Event ExpoStepper::FindEvent(double tau, int events_left, ContactMotion::Search search) {
  const steppers::ScopedPhase timing(timer(), steppers::Phase::kSolve);
  return events_left > 0 ? motion_.FirstEvent(tau, search) : ContactMotion::Event{tau};
}

/// Mean contact forces over tau, before the projection, with everything else constant.
bool ExpoStepper::Solve(double tau) {
  correction_.setZero();
  double_correction_.setZero();
  const steppers::ScopedPhase timing(timer(), steppers::Phase::kSolve);
  return motion_.Solve(tau);
}

void ExpoStepper::SolveAgain(double tau) {
  const steppers::ScopedPhase timing(timer(), steppers::Phase::kSolve);
  motion_.SolveAgain(tau);
}

/// Projects mean forces onto the friction cones, (24) and (26).
void ExpoStepper::Project() {
  if (options_.bilateral) return;
  for (ContactPhase& phase : motion_.phases) {
    if (!phase.exerts_force()) continue;
    phase.clipped = ProjectOnCone(phase.normal(), phase.material(), phase.mean);
    ProjectOnCone(phase.normal(), phase.material(), phase.double_mean);
  }
}

/// ā and ā̄, and the changes of v and q over tau: (14), (19); with the corrections of (S11).
void ExpoStepper::FindMotion(double tau, In<double> v) {
  const Model& model = world().model();
  contact_force_.setZero();
  double_a_.setZero();
  for (size_t c = 0; c < motion_.phases.size(); ++c) {
    if (!motion_.phases[c].exerts_force()) continue;
    points_.AddForce(static_cast<int>(c), motion_.phases[c].mean, ws_, contact_force_.data());
    points_.AddForce(static_cast<int>(c), motion_.phases[c].double_mean, ws_, double_a_.data());
  }
  SolveBoth(contact_force_, double_a_, a_, double_a_);
  for (int k = 0; k < model.nv(); ++k) {
    a_[k] += free_[k] + correction_[k];  // (S7), or (S11) after Correct
    double_a_[k] += free_[k] + double_correction_[k];
    velocity_change_[k] = tau * a_[k];
    displacement_[k] = tau * (v[k] + 0.5 * tau * double_a_[k]);
  }
}

/// x := M̂⁻¹ f and y := M̂⁻¹ g, in two SIMD lanes.
void ExpoStepper::SolveBoth(const Eigen::VectorXd& f, const Eigen::VectorXd& g, Eigen::VectorXd& x,
                            Eigen::VectorXd& y) {
  for (int k = 0; k < f.size(); ++k) lanes_[k] = Pack(Pack::Lanes{f[k], g[k], 0.0, 0.0});
  dynamics::SolveMassMatrix(world().model(), ws_, View<Pack>(lanes_));
  for (int k = 0; k < f.size(); ++k) x[k] = lanes_[k][0], y[k] = lanes_[k][1];
}

/// Second order, (S7)-(S12). With ā and the mean contact forces kept, inverse dynamics at the predicted end
/// give the generalised force that is missing there (end_defect_). start_defect_ is the one missing at the
/// start, because of the implicit joints. The acceleration is corrected by a defect that grows linearly from
/// one to the other, (S9), and the contacts are solved again.
void ExpoStepper::Correct(const Actuation& actuation, double tau, const State& state) {
  const Model& model = world().model();
  Project();
  FindMotion(tau, state.v);
  dynamics::Integrate<double>(model, state.q, displacement_, View<double>(q_end_));
  v_end_ = state.v + velocity_change_;
  dynamics::InverseDynamics<double>(model, q_end_, v_end_, a_, end_ws_);
  end_defect_.setZero();
  contact::AddExternalWrenches(model, end_ws_, actuation, end_defect_.data());
  for (size_t c = 0; c < motion_.phases.size(); ++c)
    if (motion_.phases[c].exerts_force())
      points_.AddForceIn(static_cast<int>(c), motion_.phases[c].mean, end_ws_, end_defect_.data());
  const laws::JointForces& j = joints_.forces();
  for (int k = 0; k < model.nv(); ++k) {
    const double joint_force = j.active[k] + j.passive[k] + j.by_q[k] * displacement_[k] +
                               j.by_v[k] * velocity_change_[k];  // linearised
    end_defect_[k] += joint_force - end_ws_.tau[k];              // e and s of (S8)
    const double theta = joints_.theta(k);
    start_defect_[k] = joints_.added_inertia()[k] * a_[k] - theta * tau * j.by_q[k] * state.v[k];
    // c and g of (S11); for linear joint forces alone c = 0
    correction_[k] = 0.5 * (end_defect_[k] + (1.0 / theta - 1.0) * start_defect_[k]);
    growth_[k] = end_defect_[k] - start_defect_[k];
  }
  SolveBoth(correction_, growth_, correction_, growth_);
  double_correction_ = correction_ - (1.0 / 6.0) * growth_;  // (S10), (S11)
  for (size_t i = 0; i < motion_.phases.size(); ++i) {
    const int c = static_cast<int>(i);
    ContactPhase& phase = motion_.phases[i];
    // (S12): b_rate = (κ + J M̂⁻¹ g) / τ, κ = the change of J ā + J̇ v over the step
    const Vec3<double> assumed = phase.b + motion_.Response(c, &ContactPhase::mean);
    phase.b_rate = (1.0 / tau) *
                   (points_.AccelerationIn(c, end_ws_) - assumed + points_.Velocity(c, growth_.data(), ws_));
  }
  free_change_ = correction_ - 0.5 * growth_;  // (S12): value at the start of the linear function
  AddToFreeAcceleration(free_change_);
  SolveAgain(tau);
  if (joints_responded_) CorrectForJoints(tau, state.v);
}

/// (S13). The trapezoidal rule evaluates joint dampers at v + (τ/2) ā and springs at half the displacement.
/// Their means over the step are v + (τ/2) ā̄, which differs where contacts change velocities early in the
/// step, and slightly less than half the displacement.
void ExpoStepper::CorrectForJoints(double tau, In<double> v) {
  const Model& model = world().model();
  Project();
  FindMotion(tau, v);
  for (int k = 0; k < model.nv(); ++k)
    free_change_[k] = 2.0 * (1.0 - joints_.theta(k)) *
                      (0.5 * tau * joints_.forces().by_v[k] * (double_a_[k] - a_[k]) -
                       tau * tau / 12.0 * joints_.forces().by_q[k] * double_a_[k]);
  dynamics::SolveMassMatrix<double>(model, ws_, View<double>(free_change_));
  correction_ += free_change_;
  double_correction_ += free_change_;
  AddToFreeAcceleration(free_change_);
  SolveAgain(tau);
}

/// b += J a for all contacts.
void ExpoStepper::AddToFreeAcceleration(const Eigen::VectorXd& acceleration) {
  for (size_t c = 0; c < motion_.phases.size(); ++c)
    motion_.phases[c].b += points_.Velocity(static_cast<int>(c), acceleration.data(), ws_);
}

/// Ends a sub-step that is this fraction of the step.
void ExpoStepper::Commit(double tau, double fraction, State& state, StepReport& report) {
  ++report.substeps;
  report.iterations += motion_.solves();
  if (*motion_.algorithm() != 0) report.algorithm = motion_.algorithm();
  CommitContacts(tau, fraction, state, report);
  mean_v_ = (1.0 / tau) * displacement_;  // moves the springs of dry friction
  joints_.StoreAnchors(mean_v_, state.q_held);
  joints_.MoveToMean(displacement_, velocity_change_);
  joints_.AddWork(displacement_, 1.0, report.energy);
  dynamics::Integrate<double>(world().model(), state.q, displacement_, View<double>(state.q));
  state.v += velocity_change_;
}

void ExpoStepper::CommitContacts(double tau, double fraction, State& state, StepReport& report) {
  state.contacts.clear();
  for (int c = 0; c < static_cast<int>(motion_.phases.size()); ++c) {
    const ContactPhase& phase = motion_.phases[c];
    if (phase.kind == PhaseKind::kNear) continue;
    const contact::ContactOutcome outcome = OutcomeOf(c, tau);
    contact::AddToReport(world(), outcome, tau, fraction, report);
    if (contact::IsRemembered(outcome))
      state.contacts.push_back(contact::MemoryOf(world(), outcome, ws_, outcome.p, outcome.displacement,
                                                 StretchAtEnd(c, tau), phase.contact->rest_depth));
  }
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
  const Vec3<double> stretched = StretchAtEnd(c, tau) - phase.contact->input.stretch;
  return {.point = phase.contact->geometry,
          .p = phase.contact->p,
          .gap = phase.contact->geometry.gap,
          .force = force,
          .displacement = displacement,
          .slip = Across(displacement, phase.normal()) - stretched,
          .work = contact::ImpulseWork(tau * force, phase.v, v_end) + 0.5 * tau * tau * Dot(phase.b, varying),
          .at_friction_limit = exerts_force && (phase.kind == PhaseKind::kSlip || phase.clipped)};
}

/// Anchors of slipping contacts relax by the premise of (27) under the mean friction, those of open contacts
/// under zero friction.
Vec3<double> ExpoStepper::StretchAtEnd(int c, double tau) const {
  const ContactPhase& phase = motion_.phases[c];
  if (phase.kind != PhaseKind::kStick || phase.clipped) return motion_.SpringAfter(phase, tau);
  return phase.contact->input.stretch + Across(motion_.Displacement(c, tau), phase.normal());
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
  const double instant = 0.0;  // no implicit joints
  if (!Evaluate(actuation, instant, state) || !motion_.Solve(last))
    throw InputError("PredictForces: the mass matrix is singular, or q or v is not finite.");
  for (const ContactPhase& phase : motion_.phases)
    if (phase.exerts_force()) prediction.contacts.push_back({phase.contact->geometry.id, {}});
  for (const double t : times) {
    motion_.Evaluate(std::max(t, kMinPrediction));
    size_t i = 0;
    for (const ContactPhase& phase : motion_.phases)
      if (phase.exerts_force())
        prediction.contacts[i++].force.push_back(WithFriction(phase, motion_.ForceNow(phase)));
  }
  return prediction;
}

// --- reports ---

void ExpoStepper::ReportEnergy(In<double> v, EnergyReport& energy) const {
  const Model& model = world().model();
  energy.kinetic = dynamics::KineticEnergyByMassMatrix(model, v, ws_);
  for (int k = 0; k < model.nv(); ++k) energy.kinetic -= 0.5 * joints_.added_inertia()[k] * v[k] * v[k];
  energy.potential = dynamics::PotentialEnergyOfTrees(model, ws_);
  energy.elastic = contacts_.ElasticEnergy();
}

}  // namespace slipstick::expo
