#include "slipstick/steppers/expo/expo_stepper.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "slipstick/contact/approach_margin.h"
#include "slipstick/contact/contact_reports.h"
#include "slipstick/contact/external_wrenches.h"
#include "slipstick/core/error.h"
#include "slipstick/dynamics/body_frame.h"
#include "slipstick/dynamics/configuration.h"
#include "slipstick/dynamics/energy.h"
#include "slipstick/dynamics/inverse_dynamics.h"
#include "slipstick/dynamics/mass_matrix.h"

namespace slipstick::expo {
namespace {

/// A part of a step shorter than this share of it is not worth taking: the contact changes on the spot.
constexpr double kShortestSubstep = 1e-4;
/// How far beyond an event the second-order correction may look, to tell when it really is.
constexpr double kBeyondEvent = 1.25;
/// Coming closer than this share is worth another look, so many times.
constexpr double kWorthApproaching = 0.8;
constexpr int kMostApproaches = 4;
/// m; contacts that hold on for ever are found so far away.
constexpr double kBilateralReach = 1e3;
/// Of the largest friction force: friction and normal force that agree no better have not been found.
constexpr double kToleratedFrictionResidual = 1e-3;
/// A joint whose springs and dampers weigh this many times its inertia over a step is stiff.
constexpr double kStiffJoint = 20.0;
/// s; the forces of now are those after so short a time.
constexpr double kShortestPrediction = 1e-9;

/// From the trapezoidal rule, which follows soft joints best, to implicit Euler, by which stiff ones do not
/// ring.
double ImplicitShare(double stiffness) {
  const double square = stiffness * stiffness;
  return 0.5 + 0.5 * square / (square + kStiffJoint * kStiffJoint);
}

/// Of a slipping contact only the normal force is a spring's.
Vec3<double> WithFriction(const ContactPhase& phase, const Vec3<double>& force) {
  if (phase.kind != PhaseKind::kSlip) return force;
  return force + (phase.material().mu_kinetic * Dot(force, phase.normal())) * phase.slip_along;
}

ContactMode ModeOf(const ContactPhase& phase) {
  if (!phase.exerts() || Dot(phase.mean, phase.mean) == 0.0) return ContactMode::kOpen;
  return phase.kind == PhaseKind::kSlip || phase.cut ? ContactMode::kSlip : ContactMode::kStick;
}

}  // namespace

ExponentialOptions ExponentialOptions::AsPublished() {
  ExponentialOptions options;
  options.order = ExponentialOrder::kFirst;
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
      joints_(world),
      motion_(options.integrals) {
  const Eigen::VectorXd zero = Eigen::VectorXd::Zero(world.model().nv());
  for (auto* vector : {&theta_,
                       &diagonal_,
                       &added_inertia_,
                       &external_,
                       &free_,
                       &correction_,
                       &double_correction_,
                       &contact_force_,
                       &a_,
                       &double_a_,
                       &displacement_,
                       &path_,
                       &change_,
                       &v_end_,
                       &start_defect_,
                       &end_defect_,
                       &growth_,
                       &drive_change_,
                       &mean_v_,
                       &felt_displacement_,
                       &felt_change_})
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
  change_at_.reset();
  for (double done = 0.0; done < h;) {
    const double left = h - done;
    if (!Look(actuation, left, state)) {
      report.status = report.substeps == 0 ? StepStatus::kSingularMass : StepStatus::kDiverged;
      return;
    }
    if (report.substeps == 0) ReportEnergy(state.v, report.energy);
    const double tau = SolveUntilEvent(actuation, left, state, events_left);
    if (!(tau > 0.0)) {
      report.status = StepStatus::kDiverged;
      return;
    }
    Move(actuation, tau, state);
    AddToReport(tau / h, report);
    report.residual = std::max(report.residual, motion_.friction_residual());
    if (report.residual > kToleratedFrictionResidual) report.status = StepStatus::kNotConverged;
    done = tau == left ? h : done + tau;
  }
}

// --- the world at one instant
// -----------------------------------------------------------------------------------------

/// All that can be said at (q, v): who touches whom, how contacts feel each other, and how all would move
/// without them.
bool ExpoStepper::Look(const Actuation& actuation, double tau, const State& state) {
  const Model& model = world().model();
  {
    const steppers::ScopedPhase phase(timer(), steppers::Phase::kContacts);
    dynamics::BeginEvaluate<double>(model, state.q, state.v, ws_);
    contacts_.Evaluate(ws_, state.contacts, NearMargin(tau));
    joints_.Evaluate(actuation, state.q, state.v, state.q_held);
    external_.setZero();
    contact::AddExternalWrenches(model, ws_, actuation, external_.data());
    CollectPhases(tau);
  }
  const steppers::ScopedPhase phase(timer(), steppers::Phase::kDynamics);
  ws_.ReservePoints(model, points_.points().size());
  FindJointResponse(tau);
  if (!dynamics::FinishEvaluate<double>(model, points_.points(), ws_, added_inertia_)) return false;
  for (int k = 0; k < model.nv(); ++k)
    diagonal_[k] = ws_.M[model.row_start()[k] + model.depth()[k]] - added_inertia_[k];
  points_.FindInertia(ws_, motion_.W);
  FindDrive(tau, state.v);
  return true;
}

/// added_inertia_: what joint forces that follow their linearisation for a time tau add to M.
void ExpoStepper::FindJointResponse(double tau) {
  const bool second = options_.order == ExponentialOrder::kSecond;
  for (int k = 0; k < world().model().nv(); ++k) {
    const double response = -tau * (joints_.by_v[k] + 0.5 * tau * joints_.by_q[k]);
    const double stiffness = response / world().joint_laws()[k].inertia;
    theta_[k] = second && !joints_.at_limit[k] ? ImplicitShare(stiffness) : 1.0;
    added_inertia_[k] = theta_[k] * response;
  }
  joints_respond_ = (added_inertia_.array() != 0.0).any();
}

/// What Look finds, for another time from the same instant.
bool ExpoStepper::LookAgain(const Actuation& actuation, double tau, const State& state) {
  if (world().has_dry_friction())  // joints that were released for a longer time
    joints_.Evaluate(actuation, state.q, state.v, state.q_held);
  return RespondFor(tau, state.v);
}

/// Joints as they are, over another time.
bool ExpoStepper::RespondFor(double tau, In<double> v) {
  const steppers::ScopedPhase phase(timer(), steppers::Phase::kDynamics);
  const Model& model = world().model();
  const bool responded = joints_respond_;
  FindJointResponse(tau);
  if (responded || joints_respond_) {  // otherwise M and W are the same for any time
    for (int k = 0; k < model.nv(); ++k)
      ws_.M[model.row_start()[k] + model.depth()[k]] = diagonal_[k] + added_inertia_[k];
    if (!dynamics::FactorMassMatrix(model, ws_)) return false;
    points_.FindInertia(ws_, motion_.W);
  }
  FindDrive(tau, v);
  return true;
}

/// free_ := v̄̇, and b = J v̄̇ + J̇ v of all contacts.
void ExpoStepper::FindDrive(double tau, In<double> v) {
  const Model& model = world().model();
  for (int k = 0; k < model.nv(); ++k)
    free_[k] = joints_.active[k] + joints_.passive[k] + external_[k] - ws_.bias[k] +
               theta_[k] * tau * joints_.by_q[k] * v[k];
  dynamics::SolveMassMatrix<double>(model, ws_, View<double>(free_));
  for (size_t i = 0; i < motion_.phases.size(); ++i) {
    const int c = static_cast<int>(i);
    motion_.phases[i].b = points_.Velocity(c, free_.data(), ws_) + points_.Bias(c, ws_);
    motion_.phases[i].b_rate = Vec3<double>::Zero();
  }
}

/// How near two shapes must be that they might touch within tau.
double ExpoStepper::NearMargin(double tau) const {
  if (options_.bilateral) return kBilateralReach;
  return options_.events == Events::kNone ? 0.0 : contact::ApproachMargin(world(), ws_, tau);
}

/// The contacts that matter for a time tau, and their points.
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

/// What a contact does now.
PhaseKind ExpoStepper::KindOf(const ContactPhase& phase) const {
  const ContactPoint& point = phase.contact->geometry;
  const bool touches = point.gap <= 0.0;
  if (options_.bilateral)
    return touches || phase.contact->input.anchored ? PhaseKind::kStick : PhaseKind::kNear;
  const bool changes = change_at_ && change_at_->id == point.id;
  if (changes && !change_at_->touches) return change_at_->kind;
  if (!touches && !changes) return PhaseKind::kNear;
  return options_.events == Events::kNone ? PhaseKind::kStick : WhatItDoes(phase);
}

// --- the step
// ---------------------------------------------------------------------------------------------------------

/// The motion over tau, or over less if a contact changes what it does before. Returns how long; 0 if numbers
/// are not finite.
double ExpoStepper::SolveUntilEvent(const Actuation& actuation, double tau, const State& state,
                                    int& events_left) {
  const bool second = options_.order == ExponentialOrder::kSecond;
  change_at_.reset();
  motion_.StartCounting();
  double horizon = tau;
  for (int approaches = 0;;) {
    if (!Solve(horizon, state)) return 0.0;
    ContactMotion::Event event = FindEvent(
        horizon, events_left, second ? ContactMotion::Search::kRough : ContactMotion::Search::kExact);
    if (event.which >= 0 && event.t < kShortestSubstep * tau) {  // it changes on the spot, roughly or not
      --events_left;
      ChangeOnTheSpot(event);
      FindDrive(horizon, state.v);
      continue;
    }
    if (second && event.which >= 0 && kBeyondEvent * event.t < kWorthApproaching * horizon &&
        approaches++ < kMostApproaches) {
      horizon = kBeyondEvent * event.t;
      if (!LookAgain(actuation, horizon, state)) return 0.0;
      continue;
    }
    if (second) {
      motion_.Evaluate(horizon);
      Correct(actuation, horizon, state);
      event = FindEvent(horizon, events_left, ContactMotion::Search::kExact);
    }
    if (event.which >= 0) {
      horizon = std::max(event.t, kShortestSubstep * tau);
      if (!StopAt(event, actuation, horizon, state)) return 0.0;
    }
    if (horizon < tau) --events_left;
    break;
  }
  Project();
  FindMotion(horizon, state.v);
  return horizon;
}

/// A contact that has hardly moved yet shows by its force where it is going to slip.
void ExpoStepper::ChangeOnTheSpot(const ContactMotion::Event& event) {
  ContactPhase& phase = motion_.phases[event.which];
  const bool begins_to_slip = phase.kind == PhaseKind::kStick && event.next == PhaseKind::kSlip;
  Start(event.next, phase);
  if (begins_to_slip) phase.slip_along = event.slip_along;
  ++phase.changes;
}

/// The motion until the event, and what the contact does then.
bool ExpoStepper::StopAt(const ContactMotion::Event& event, const Actuation& actuation, double tau,
                         const State& state) {
  const ContactPhase& phase = motion_.phases[event.which];
  change_at_ = Change{phase.contact->geometry.id, event.next, !phase.exerts()};
  if (!LookAgain(actuation, tau, state) || !Solve(tau, state)) return false;
  if (options_.order == ExponentialOrder::kSecond) Correct(actuation, tau, state);
  return true;
}

ContactMotion::Event ExpoStepper::FindEvent(double tau, int events_left, ContactMotion::Search search) {
  const steppers::ScopedPhase phase(timer(), steppers::Phase::kSolve);
  return events_left > 0 ? motion_.FirstEvent(tau, search) : ContactMotion::Event{tau};
}

/// Mean contact forces over tau, before the cone, with everything else as it is now.
bool ExpoStepper::Solve(double tau, const State& state) {
  correction_.setZero();
  double_correction_.setZero();
  {
    const steppers::ScopedPhase phase(timer(), steppers::Phase::kSolve);
    if (!motion_.Solve(tau)) return false;
  }
  if (!world().has_dry_friction()) return true;
  Project();
  FindMotion(tau, state.v);
  if (joints_.ReleaseFriction(displacement_, change_)) return RespondFor(tau, state.v) && Solve(tau, state);
  motion_.Evaluate(tau);  // as before the cone
  return true;
}

void ExpoStepper::SolveAgain(double tau) {
  const steppers::ScopedPhase phase(timer(), steppers::Phase::kSolve);
  motion_.SolveAgain(tau);
}

/// (24), (26): what is outside of the cone is cut.
void ExpoStepper::Project() {
  if (options_.bilateral) return;
  for (ContactPhase& phase : motion_.phases) {
    if (!phase.exerts()) continue;
    phase.cut = ProjectOnCone(phase.normal(), phase.material(), phase.mean);
    ProjectOnCone(phase.normal(), phase.material(), phase.double_mean);
  }
}

/// Mean acceleration and the mean of its mean, and where they lead: (14), (19).
void ExpoStepper::FindMotion(double tau, In<double> v) {
  const Model& model = world().model();
  contact_force_.setZero();
  double_a_.setZero();
  for (size_t c = 0; c < motion_.phases.size(); ++c) {
    if (!motion_.phases[c].exerts()) continue;
    points_.AddForce(static_cast<int>(c), motion_.phases[c].mean, ws_, contact_force_.data());
    points_.AddForce(static_cast<int>(c), motion_.phases[c].double_mean, ws_, double_a_.data());
  }
  SolveBoth(contact_force_, double_a_, a_, double_a_);
  for (int k = 0; k < model.nv(); ++k) {
    a_[k] += free_[k] + correction_[k];
    double_a_[k] += free_[k] + double_correction_[k];
    change_[k] = tau * a_[k];
    displacement_[k] = tau * (v[k] + 0.5 * tau * double_a_[k]);
  }
}

/// x := M⁻¹ f and y := M⁻¹ g in one go.
void ExpoStepper::SolveBoth(const Eigen::VectorXd& f, const Eigen::VectorXd& g, Eigen::VectorXd& x,
                            Eigen::VectorXd& y) {
  for (int k = 0; k < f.size(); ++k) lanes_[k] = Pack(Pack::Lanes{f[k], g[k], 0.0, 0.0});
  dynamics::SolveMassMatrix(world().model(), ws_, View<Pack>(lanes_));
  for (int k = 0; k < f.size(); ++k) x[k] = lanes_[k][0], y[k] = lanes_[k][1];
}

/// Second order. Inverse dynamics at the predicted end tell which forces are missing there (end_defect_), as
/// start_defect_ is what the implicit joints have put in at the start. Both are added to the motion, growing
/// from one to the other, and contacts are solved for again.
void ExpoStepper::Correct(const Actuation& actuation, double tau, const State& state) {
  const Model& model = world().model();
  Project();
  FindMotion(tau, state.v);
  dynamics::Integrate<double>(model, state.q, displacement_, View<double>(q_end_));
  v_end_ = state.v + change_;
  dynamics::InverseDynamics<double>(model, q_end_, v_end_, a_, end_ws_);
  end_defect_.setZero();
  contact::AddExternalWrenches(model, end_ws_, actuation, end_defect_.data());
  for (size_t c = 0; c < motion_.phases.size(); ++c)
    if (motion_.phases[c].exerts())
      points_.AddForceIn(static_cast<int>(c), motion_.phases[c].mean, end_ws_, end_defect_.data());
  for (int k = 0; k < model.nv(); ++k) {
    // Joint forces as their linearisation has them: a limit met at the end pushes back from the next step on.
    const double joint_force = joints_.active[k] + joints_.passive[k] + joints_.by_q[k] * displacement_[k] +
                               joints_.by_v[k] * change_[k];
    end_defect_[k] += joint_force - end_ws_.tau[k];
    start_defect_[k] = added_inertia_[k] * a_[k] - theta_[k] * tau * joints_.by_q[k] * state.v[k];
    // of linear joints the two balance
    correction_[k] = 0.5 * (end_defect_[k] + (1.0 / theta_[k] - 1.0) * start_defect_[k]);
    growth_[k] = end_defect_[k] - start_defect_[k];
  }
  SolveBoth(correction_, growth_, correction_, growth_);
  double_correction_ = correction_ - (1.0 / 6.0) * growth_;
  for (size_t i = 0; i < motion_.phases.size(); ++i) {
    const int c = static_cast<int>(i);
    ContactPhase& phase = motion_.phases[i];
    const Vec3<double> assumed = phase.b + motion_.Response(c, &ContactPhase::mean);
    phase.b_rate = (1.0 / tau) *
                   (points_.AccelerationIn(c, end_ws_) - assumed + points_.Velocity(c, growth_.data(), ws_));
  }
  drive_change_ = correction_ - 0.5 * growth_;
  AddToDrive(drive_change_);
  SolveAgain(tau);
  if (joints_respond_) CorrectForJoints(tau, state.v);
}

/// The trapezoidal rule puts joint dampers at v + (τ/2) ā and springs at half the way. Over the step they
/// feel v + (τ/2) ā̄, which differs where contacts change velocities early, and a little less than half the
/// way.
void ExpoStepper::CorrectForJoints(double tau, In<double> v) {
  const Model& model = world().model();
  Project();
  FindMotion(tau, v);
  for (int k = 0; k < model.nv(); ++k)
    drive_change_[k] = 2.0 * (1.0 - theta_[k]) *
                       (0.5 * tau * joints_.by_v[k] * (double_a_[k] - a_[k]) -
                        tau * tau / 12.0 * joints_.by_q[k] * double_a_[k]);
  dynamics::SolveMassMatrix<double>(model, ws_, View<double>(drive_change_));
  correction_ += drive_change_;
  double_correction_ += drive_change_;
  AddToDrive(drive_change_);
  SolveAgain(tau);
}

/// b += J a.
void ExpoStepper::AddToDrive(const Eigen::VectorXd& acceleration) {
  for (size_t c = 0; c < motion_.phases.size(); ++c)
    motion_.phases[c].b += points_.Velocity(static_cast<int>(c), acceleration.data(), ws_);
}

void ExpoStepper::Move(const Actuation& actuation, double tau, State& state) {
  Remember(tau, state);
  mean_v_ = (1.0 / tau) * displacement_;  // by which dry friction drags its springs along
  joints_.Remember(state.q, mean_v_, tau, laws::EvaluatedAt::kStart, state.q_held);
  felt_displacement_ = theta_.cwiseProduct(displacement_);
  felt_change_ = theta_.cwiseProduct(change_);
  joints_.MoveAlong(actuation, felt_displacement_, felt_change_);
  path_ = tau * (state.v + 0.5 * change_);
  dynamics::Integrate<double>(world().model(), state.q, displacement_, View<double>(state.q));
  state.v += change_;
}

void ExpoStepper::Remember(double tau, State& state) {
  const Model& model = world().model();
  state.contacts.clear();
  for (size_t c = 0; c < motion_.phases.size(); ++c) {
    const ContactPhase& phase = motion_.phases[c];
    if (phase.kind == PhaseKind::kNear) continue;
    const contact::CompliantContact& contact = *phase.contact;
    const ContactPoint& point = contact.geometry;
    const Vec3<double> anchor = contact.p - StretchToRemember(static_cast<int>(c), tau);
    state.contacts.push_back({point.id, dynamics::ToBody(model, ws_, point.body_a, contact.p),
                              dynamics::ToBody(model, ws_, point.body_b, anchor), contact.rest_depth,
                              ModeOf(phase) == ContactMode::kSlip, phase.mean});
  }
}

/// Anchors of what slips give way as (27) says under the mean friction, those of what does not push as under
/// none. They are placed so that the stretch is right at the end, when the bodies have slid on.
Vec3<double> ExpoStepper::StretchToRemember(int c, double tau) const {
  const ContactPhase& phase = motion_.phases[c];
  const Vec3<double>& stretch = phase.contact->input.stretch;
  if (phase.kind == PhaseKind::kStick && !phase.cut) return stretch;
  const Vec3<double> slide = Across(motion_.Displacement(c, tau), phase.normal());
  return motion_.SpringAfter(phase, tau) - slide;
}

// --- prediction
// -------------------------------------------------------------------------------------------------------

ForcePrediction ExpoStepper::PredictForces(const Actuation& actuation, const State& state,
                                           const std::vector<double>& times) {
  CheckInput(actuation, kShortestPrediction, state);
  ForcePrediction prediction{times, {}};
  double last = kShortestPrediction;
  for (const double t : times) {
    if (!(t >= 0.0 && std::isfinite(t)))
      throw InputError(fmt::format("PredictForces: a time of {} s, must be >= 0.", t));
    last = std::max(last, t);
  }
  change_at_.reset();
  const double instant = 0.0;  // joints respond as they do now
  if (!Look(actuation, instant, state) || !motion_.Solve(last))
    throw InputError("PredictForces: the mass matrix is singular, or q or v is not finite.");
  for (const ContactPhase& phase : motion_.phases)
    if (phase.exerts()) prediction.contacts.push_back({phase.contact->geometry.id, {}});
  for (const double t : times) {
    motion_.Evaluate(std::max(t, kShortestPrediction));
    size_t i = 0;
    for (const ContactPhase& phase : motion_.phases)
      if (phase.exerts())
        prediction.contacts[i++].force.push_back(WithFriction(phase, motion_.ForceNow(phase)));
  }
  return prediction;
}

// --- reports
// ----------------------------------------------------------------------------------------------------------

void ExpoStepper::ReportEnergy(In<double> v, EnergyReport& energy) const {
  const Model& model = world().model();
  energy.kinetic = dynamics::KineticEnergyByMassMatrix(model, v, ws_);
  for (int k = 0; k < model.nv(); ++k) energy.kinetic -= 0.5 * added_inertia_[k] * v[k] * v[k];
  energy.potential = dynamics::PotentialEnergyOfTrees(model, ws_);
  energy.elastic = contacts_.ElasticEnergy();
}

/// A part of the step, with its share of the whole.
void ExpoStepper::AddToReport(double share, StepReport& report) const {
  ++report.substeps;
  report.iterations += motion_.solves();
  if (*motion_.algorithm() != 0) report.algorithm = motion_.algorithm();
  // Steady forces work along the displacement. All together make the change of kinetic energy, force times
  // mean velocity, and contacts, which are anything but steady, the rest of it.
  for (int k = 0; k < world().model().nv(); ++k) {
    const double active = joints_.active[k] + external_[k], passive = joints_.passive[k];
    report.energy.actuation_work += active * displacement_[k];
    report.energy.joint_work += passive * displacement_[k];
    report.energy.contact_work +=
        contact_force_[k] * path_[k] + (active + passive - ws_.bias[k]) * (path_[k] - displacement_[k]);
  }
  for (const ContactPhase& phase : motion_.phases) {
    if (phase.kind == PhaseKind::kNear) continue;
    const ContactPoint& point = phase.contact->geometry;
    contact::AddContact({point.id, point.shape_a, point.shape_b, point.body_a, point.body_b, phase.contact->p,
                         point.normal, point.gap, share * phase.mean, phase.v, ModeOf(phase)},
                        report.contacts);
  }
}

}  // namespace slipstick::expo
