// Exponential integration of stiff viscoelastic contacts: the contacts are solved in closed form over the
// step, everything else stands still meanwhile.
//
// Paper 000 (Exponential integration for efficient and accurate multi-body simulation with stiff viscoelastic
// contacts). Equations as printed:
//
//   p̈ + Υ K Δp + Υ B Δṗ = p̄̈ = J v̄̇ + J̇ v,   Υ = J M⁻¹ Jᵀ,   M v̄̇ = u      (9) - (11)
//   v⁺ = v + δt (v̄̇ + M⁻¹ Jᵀ λ_pr)                                          (14), (24)
//   q⁺ = integrate(q, δt v + δt²/2 (v̄̇ + M⁻¹ Jᵀ λ_pr2))                      (15), (20), (26)
//   λ_pr, λ_pr2: the mean of λ and the mean of its mean, cut by the friction cone      (23), (25)
//
// Dictionary: δt = h (or the part of it between two events), Υ = W, v̄̇ = free acceleration, λ = forces of
// contact/anchor_law.h, λ̄ = mean, λ̄̄ = double_mean.
//
// Assumptions: contact points fixed to their bodies, normals fixed in the world during a step.
// Departures, each an option with the paper's way kept beside it:
//   - events: the step is split where a contact touches or opens and where slip begins or ends, at the time
//   the closed solution gives, and
//     what slips has its friction in the equations (paper: contacts are looked at between steps, all that
//     touch taken as sticking);
//   - order 2: the drive p̄̈ grows linearly over the step, to what inverse dynamics find at the predicted end;
//   velocities get the same correction;
//   - anchors: relaxed at the surface along the normal, dragged by (27) instead of (28)
//   (contact/compliant_contacts.h).
// Joint damping, dry friction, limits and feedback are linearly implicit: their derivatives are in M while
// the step lasts, in full (order 1, joints at their limits) or from half of them (order 2, the trapezoidal
// rule) to nearly all where joints are so stiff that they would ring. Residual in the report: what friction
// of slipping contacts and μ times their normal force differ by, as a share of the largest. The force law
// takes the normal damper at its full strength from the first touch; it is held back over a micrometre
// elsewhere. Known limits: a contact normal, or the direction of a slip, that turns much within a step.
#pragma once

#include <optional>
#include <vector>

#include "slipstick/contact/contact_points.h"
#include "slipstick/core/fields.h"
#include "slipstick/laws/joint_forces.h"
#include "slipstick/steppers/compliant_options.h"
#include "slipstick/steppers/expo/contact_motion.h"
#include "slipstick/steppers/stepper.h"

namespace slipstick::expo {

enum class ExponentialOrder { kFirst, kSecond };
/// Changes of contacts at which a step is split.
enum class Events {
  kNone,   ///< contacts are looked at between steps only, all that touch as if they stuck; the cone cuts what
           ///< is too much (paper 000)
  kTouch,  ///< touching, opening, pushing again. Those that slip at the start of a part of the step do so
           ///< until its end
  kAll,    ///< these, and where slip begins and ends
};

struct ExponentialOptions {
  ExponentialOrder order = ExponentialOrder::kSecond;
  Events events = Events::kAll;
  bool bilateral = false;
  int max_events = 20;
  IntegralOptions integrals;
  laws::AnchorOptions anchor;

  /// The scheme of the paper, with its anchors.
  static ExponentialOptions AsPublished();

  void Visit(FieldVisitor& visit) {
    visit.Choice("order", order, {"1", "2"},
                 "1: all but the contacts stands still during a step (paper 000); 2: it changes linearly");
    visit.Choice("events", events, {"none", "touch", "all"},
                 "where the step is split: nowhere (paper 000), where contacts touch and open, where they "
                 "slip and stick, too");
    visit.Integer("max_events", max_events, {0, 1000}, "in one step; what comes after is cut by the cone");
    visit.Flag("bilateral", bilateral, "contacts hold on for ever and know no cone (paper 000, section III)");
    integrals.Visit(visit);
    steppers::VisitAnchorOptions(visit, anchor);
  }
};

/// What contacts are going to exert, as it follows from (11) and (12) with A and b as they are now: the
/// assumption of the method, laid open (Fig. 5 of the paper).
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
  using Options = ExponentialOptions;
  ExpoStepper(const World& world, const Options& options);

  /// The forces at these times from now, for contacts that touch at this state. InputError for a state or a
  /// time that is none.
  ForcePrediction PredictForces(const Actuation& actuation, const State& state,
                                const std::vector<double>& times);

 private:
  void Advance(const Actuation& actuation, double h, State& state, StepReport& report) override;

  bool Look(const Actuation& actuation, double tau, const State& state);
  bool LookAgain(const Actuation& actuation, double tau, const State& state);
  bool RespondFor(double tau, In<double> v);
  void FindJointResponse(double tau);
  void FindDrive(double tau, In<double> v);
  double NearMargin(double tau) const;
  void CollectPhases(double tau);
  bool MightTouch(const ContactPhase& phase, double tau) const;
  PhaseKind KindOf(const ContactPhase& phase) const;

  double SolveUntilEvent(const Actuation& actuation, double tau, const State& state, int& events_left);
  ContactMotion::Event FindEvent(double tau, int events_left, ContactMotion::Search search);
  void ChangeOnTheSpot(const ContactMotion::Event& event);
  bool StopAt(const ContactMotion::Event& event, const Actuation& actuation, double tau, const State& state);
  bool Solve(double tau, const State& state);
  void SolveAgain(double tau);
  void Project();
  void FindMotion(double tau, In<double> v);
  void SolveBoth(const Eigen::VectorXd& f, const Eigen::VectorXd& g, Eigen::VectorXd& x, Eigen::VectorXd& y);
  void Correct(const Actuation& actuation, double tau, const State& state);
  void CorrectForJoints(double tau, In<double> v);
  void AddToDrive(const Eigen::VectorXd& acceleration);

  void Move(const Actuation& actuation, double tau, State& state);
  void Remember(double tau, State& state);
  Vec3<double> StretchToRemember(int c, double tau) const;
  void ReportEnergy(In<double> v, EnergyReport& energy) const;
  void AddToReport(double share, StepReport& report) const;

  /// What a contact does in the next part of the step, because an event says so.
  struct Change {
    uint64_t id;
    PhaseKind kind;
    bool touches;  ///< and shows then what it does
  };

  Options options_;
  Workspace<double> ws_, end_ws_;
  contact::CompliantContacts contacts_;
  contact::ContactPoints points_;
  laws::JointForces joints_;
  ContactMotion motion_;
  std::optional<Change> change_at_;                 ///< the end of the part of the step before
  Eigen::VectorXd theta_;                           ///< share of the step at whose end joint forces are taken
  Eigen::VectorXd diagonal_;                        ///< of M
  Eigen::VectorXd added_inertia_;                   ///< derivatives of joint forces
  bool joints_respond_ = false;                     ///< it is not all zero
  Eigen::VectorXd external_;                        ///< forces of wrenches
  Eigen::VectorXd free_;                            ///< acceleration without contacts
  Eigen::VectorXd correction_, double_correction_;  ///< of mean acceleration and of its mean
  Eigen::VectorXd contact_force_;                   ///< mean
  Eigen::VectorXd a_, double_a_;                    ///< mean acceleration and mean of its mean
  Eigen::VectorXd displacement_, change_;           ///< over the part of the step
  Eigen::VectorXd
      path_;  ///< along which mean forces do their work: an impulse does it at half the velocity it gives
  Eigen::VectorXd drive_change_, mean_v_, felt_displacement_, felt_change_;
  std::vector<Pack> lanes_;
  Eigen::VectorXd q_end_, v_end_, start_defect_, end_defect_, growth_;
};

}  // namespace slipstick::expo
