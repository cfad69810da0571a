// Exponential integration of stiff viscoelastic contacts: contacts are integrated in closed form over the
// step, everything else is constant or changes linearly.
//
// B. Hammoud, L. Olivieri, L. Righetti, J. Carpentier and A. Del Prete, Exponential integration for efficient
// and accurate multibody simulation with stiff viscoelastic contacts, 2022 ("the expo paper"). Equations as
// printed; (S1)-(S14) are ours, derived in README.md and ../README.md:
//
//   p̈ + Υ K Δp + Υ B Δṗ = p̄̈ = J v̄̇ + J̇ v,   Υ = J M⁻¹ Jᵀ,   M v̄̇ = u      (9) - (11)
//   v⁺ = v + δt (v̄̇ + M⁻¹ Jᵀ λ_pr)                                          (14), (24)
//   q⁺ = integrate(q, δt v + δt²/2 (v̄̇ + M⁻¹ Jᵀ λ_pr2))                      (15), (20), (26)
//   λ_pr, λ_pr2: the mean of λ and the mean of its mean, projected onto the cone       (23), (25)
//
// Dictionary: δt = h, or tau for a sub-step between two events; Υ = W, v̄̇ = free acceleration, λ = forces of
// laws/anchor_law.h, λ̄ = mean, λ̄̄ = double_mean.
//
// Assumptions: contact points fixed to their bodies, normals fixed in the world during a step.
// Departures, each an option whose other value is the scheme of the paper:
//   - events: the step is split where a contact closes or opens and where slip begins or ends, at the time
//     that the closed form gives; slipping contacts have their friction in the equations (paper: contacts are
//     evaluated between steps, and all touching contacts stick);
//   - order=2: the free contact acceleration p̄̈ changes linearly over the step, to the value that inverse
//     dynamics give at the predicted end; velocities and positions get the same correction, (S7)-(S13),
//     except in sub-steps where it is not small compared with the motion;
//   - anchors: normal springs are at rest at the surface; anchors of slipping contacts relax by the premise
//     of (27) (spring and damper together exert the friction force) instead of jumping by (28)
//     (contact/compliant_contacts.h).
//
// Joint damping, dry friction, limits and feedback are linearly implicit, (S1)-(S3): θ times their
// derivatives are added to M. θ is 1 for order=1 and for joints at their limits. For order=2 it is 1/2
// (trapezoidal rule) and tends to 1 for stiff joints, (S6).
//
// Residual in the report: difference between the friction of slipping contacts and μ times their normal
// force, relative to the largest. Here the normal damper acts at full strength from first touch; the other
// steppers with this law ramp it up over a micrometre of depth.
//
// Known limits: contact normals or slip directions that turn much within a step. With order=2, joint springs
// with little damping and ω h above about 1 are unstable, (S14): without damping, amplitudes grow by the
// factor 1 + (ω h)⁴/36 per step. A damping ratio of 0.15 is enough for any step; order=1 is stable.
#pragma once

#include <optional>
#include <vector>

#include "slipstick/contact/compliant_contacts.h"
#include "slipstick/core/fields.h"
#include "slipstick/laws/compliant_law.h"
#include "slipstick/steppers/expo/dof_motion.h"
#include "slipstick/steppers/stepper.h"

namespace slipstick::expo {

enum class ExpoOrder { kFirst, kSecond };
/// Contact events at which a step is split.
enum class Events {
  kNone,   ///< none: all touching contacts stick, and forces are projected onto the cone (expo paper)
  kTouch,  ///< a contact closes, opens or exerts a force again. A contact that slips at the start of a
           ///< sub-step slips until its end
  kAll,    ///< these, and slip begins or ends
};

struct ExpoOptions {
  ExpoOrder order = ExpoOrder::kSecond;
  Events events = Events::kAll;
  bool bilateral = false;
  int max_events = 20;
  solvers::SpringDamperOptions integrals = {};
  laws::AnchorOptions anchor = {};

  /// The scheme of the paper, with its anchors.
  static ExpoOptions AsPublished() {
    return {.order = ExpoOrder::kFirst,
            .events = Events::kNone,
            .anchor = {laws::NormalAnchor::kTouchdown, laws::SlipAnchor::kJump}};
  }

  void Visit(FieldVisitor& visit) {
    visit.Choice(
        "order", order, {"1", "2"},
        "1: the smooth dynamics are frozen over the step (Hammoud et al. 2022); 2: they are linearised");
    visit.Choice(
        "events", events, {"none", "touch", "all"},
        "contact events at which the step is split: none (Hammoud et al. 2022), closing and opening, "
        "also begin and end of slip");
    visit.Integer("max_events", max_events, {0, 1000},
                  "maximum number of events per step; afterwards forces are projected onto the cone");
    visit.Flag("bilateral", bilateral,
               "contacts never open and have no friction cone (Hammoud et al. 2022, section III)");
    integrals.Visit(visit);
    anchor.Visit(visit);
  }
};

/// Contact forces predicted by (11) and (12) with A and b constant, as the method assumes (Fig. 5 of the
/// paper).
struct ForcePrediction {
  struct Contact {
    uint64_t id;
    std::vector<Vec3<double>> force;  ///< on a, world axes, N, at each of the times; before the cone
  };
  std::vector<double> t;  ///< s from now
  std::vector<Contact> contacts;
};

class ExpoStepper : public Stepper {
 public:
  using Options = ExpoOptions;
  ExpoStepper(const World& world, const Options& options);

  /// The forces at these times from now, for contacts that touch at this state. InputError for a non-finite
  /// state, and for a time that is negative or not finite.
  ForcePrediction PredictForces(const Actuation& actuation, const State& state,
                                const std::vector<double>& times);

 private:
  void Advance(const Actuation& actuation, double h, State& state, StepReport& report) override;

  void Evaluate(const Actuation& actuation, double tau, int events_left, const State& state);
  double LimitNearContacts(double left, double h);
  bool FindFreeMotion();
  bool FindFreeMotionFor(double tau);
  double NearMargin(int events_left) const;
  void CollectPhases(double tau);
  bool MightTouch(const ContactPhase& phase, double tau) const;
  PhaseKind KindOf(const ContactPhase& phase) const;

  double SolveUntilEvent(double tau, int& events_left);
  bool CorrectUntilEvent(double& horizon, int events_left, ContactMotion::Event& event);
  using Search = ContactMotion::Search;
  ContactMotion::Event FindEvent(double tau, int events_left, Search search);
  void ChangeImmediately(const ContactMotion::Event& event);
  bool StopAt(const ContactMotion::Event& event, double tau);
  bool Solve(double tau);
  void Correct(double tau);

  void Commit(double tau, double fraction, State& state, StepReport& report);
  contact::ContactOutcome OutcomeOf(int c, double tau) const;
  Vec3<double> StretchAtEnd(const ContactPhase& phase, const Vec3<double>& displacement, double tau) const;

  /// The phase of a contact in the next sub-step, set by an event.
  struct PhaseChange {
    uint64_t id;
    PhaseKind kind;
    bool touches;  ///< it closes: its phase follows from x and v
  };

  Options options_;
  contact::StepProblem problem_;
  contact::CompliantContacts contacts_;
  contact::ContactPoints points_;
  ContactMotion motion_;
  DofMotion dofs_;
  std::vector<contact::ContactOutcome> outcomes_;
  std::optional<PhaseChange> next_change_;  ///< set at the end of the previous sub-step
};

}  // namespace slipstick::expo
