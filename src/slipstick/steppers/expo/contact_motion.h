// All contacts of a world during one sub-step, each in one phase, coupled by the inverse inertia W: Eq. (11)
// of Hammoud et al. 2022 (expo) and the means of the contact forces.
//
// Sticking contacts are three springs and dampers. Slipping contacts are one, along the normal; their
// friction is μ times the mean normal force, and both are found together by Newton's method. Near and open
// contacts exert no force, but their motion is followed to detect events.
#pragma once

#include <vector>

#include "slipstick/solvers/exponential/spring_damper_solver.h"
#include "slipstick/solvers/linear/dense_lu.h"
#include "slipstick/steppers/expo/contact_phase.h"

namespace slipstick::expo {

/// Event times, as fractions: an earlier event changes the phase of its contact at once (of the sub-step);
/// after a later one the sub-step is not shortened before it is corrected (of the searched time).
inline constexpr double kMinSubstep = 1e-4, kLateEvent = 0.64;
/// A sub-step with an event is corrected to second order for this factor times the rough event time.
inline constexpr double kBeyondEvent = 1.25;

class ContactMotion {
 public:
  explicit ContactMotion(const solvers::SpringDamperOptions& options) : integrals_(options) {}

  std::vector<ContactPhase> phases;  ///< by id; to be filled, except the means
  std::vector<double> W;             ///< inverse inertia of all contacts, 3m x 3m, column-major
  bool locate_slip = true;           ///< the beginning and the end of slip count as events
  laws::SlipAnchor slip_anchor = laws::SlipAnchor::kRelax;  ///< how anchors follow slip

  /// Reserves memory for this number of contacts.
  void Reserve(int contacts);

  /// The mean forces over t seconds. False if W is not finite.
  bool Solve(double t);
  /// The same with a changed b or b_rate.
  void SolveAgain(double t);

  /// The positions after a time t <= that of Solve, and the means until then.
  void Evaluate(double t);
  /// Force of spring and damper at the time of the last Evaluate; for slipping contacts its normal component.
  Vec3<double> ForceNow(const ContactPhase& phase) const;

  struct Event {
    double t;                                                ///< s
    double margin = 0.0;                                     ///< N; negative: the phase has ended
    int contact = -1;                                        ///< contact whose phase ends; -1: none
    PhaseKind next = {};                                     ///< its next phase
    Vec3<double> friction_direction = Vec3<double>::Zero();  ///< of a contact that begins to slip
  };
  /// kRough: to 5 %, for motions that are then corrected and searched again; an event after kLateEvent is not
  /// located.
  enum class Search { kRough, kExact };
  /// The first event up to t; at t if there is none, and then the means are those up to t. Call after Solve.
  Event FirstEvent(double t, Search search);

  /// Tangential stretch after t of the spring of an open or slipping contact, under its mean friction. It
  /// relaxes by the premise of (27): spring and damper together exert the friction force.
  Vec3<double> SpringAfter(const ContactPhase& phase, double t) const;
  /// Displacement and change of velocity of contact c after t under the current mean forces, (S10) and (S12).
  Vec3<double> Displacement(int c, double t) const;
  Vec3<double> VelocityGained(int c, double t) const;

  int solves() const { return solves_; }  ///< since StartCounting
  void StartCounting() { solves_ = 0; }
  double friction_residual() const { return friction_residual_; }  ///< relative to the largest friction force
  const char* algorithm() const { return n_ > 0 ? integrals_.algorithm() : ""; }

 private:
  void AssignRows();
  void AccelerateRows(int d, const Vec3<double>& f, double* rows) const;
  void FindFriction(double t);
  void FindResponses(double t);
  void SolveRows(double t, double* motion);
  void EvaluateRows(double t);
  void SetMeans();
  Event EventAt(double t);
  Event EventOf(int c, double t) const;
  bool IsSteady() const;
  bool CanOscillate(double t) const;
  Vec3<double> Block(int c, int d, const Vec3<double>& f) const;
  /// W λ of all contacts at contact c, for mean or double_mean forces.
  Vec3<double> Response(int c, Vec3<double> ContactPhase::*force) const;

  solvers::SpringDamperSolver integrals_;
  int n_ = 0;  ///< rows
  int solves_ = 0;
  bool begun_ = false;          ///< integrals_ has begun with b_
  double evaluated_at_ = -1.0;  ///< s; time of motion_; -1: none
  double responses_at_ = -1.0;  ///< s; time of responses_; -1: none
  double friction_residual_ = 0.0;
  std::vector<double> W_rows_, K_, B_, x_, v_, b_, b_rate_, zero_;
  std::vector<double> motion_;  ///< x, v, mean and double mean force of all rows, one list after the other
  // of each slipping contact
  std::vector<int> slips_;           ///< contact
  std::vector<double> friction_;     ///< N; mean over the whole sub-step
  std::vector<double> residual_;     ///< N; μ times the normal force, minus friction_
  std::vector<double> by_friction_;  ///< accelerations of the rows by unit friction
  std::vector<double> responses_;    ///< change of motion_ by unit friction
  solvers::DenseLu lu_{0};
};

}  // namespace slipstick::expo
