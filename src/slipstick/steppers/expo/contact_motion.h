// All contacts of a world during one part of a step, each in one phase, coupled through the inverse inertia W
// between them: Eq. (11) of paper 000 and the means of its forces.
//
// Contacts that stick are three springs and dampers, those that slip are one, along the normal. The friction
// of the latter is μ times the mean normal force, and the two are found together by iteration. Those that do
// not touch or do not push take no part, but are watched.
#pragma once

#include <vector>

#include "slipstick/steppers/expo/contact_integrals.h"
#include "slipstick/steppers/expo/contact_phase.h"

namespace slipstick::expo {

class ContactMotion {
 public:
  explicit ContactMotion(const IntegralOptions& options) : integrals_(options) {}

  std::vector<ContactPhase> phases;  ///< by id; to be filled with all but the means
  std::vector<double> W;             ///< between all of them, 3m x 3m, column after column

  /// Room for so many contacts.
  void Reserve(int contacts);

  /// The mean forces over t seconds. False if numbers are not finite.
  bool Solve(double t);
  /// The same again, for b or b_rate that have changed.
  void SolveAgain(double t);

  /// Where all have come after t <= that of Solve, and the means until then.
  void Evaluate(double t);
  /// Of spring and damper at the time of the last Evaluate; of those that slip, along the normal.
  Vec3<double> ForceNow(const ContactPhase& phase) const;

  struct Event {
    double t;                                        ///< s
    int which = -1;                                  ///< contact that stops doing what it does; -1: none does
    PhaseKind next = {};                             ///< what it goes over to
    Vec3<double> slip_along = Vec3<double>::Zero();  ///< direction of the friction at which it begins to slip
  };
  /// Roughly: to a few per cent of its time, which will do if it is corrected and looked for again.
  enum class Search { kRough, kExact };
  /// The first event up to t; at t if there is none. Where forces change little it is looked for at the end
  /// only, else several times on the way. Call after Solve; the means are of that time then.
  Event FirstEvent(double t, Search search);
  bool locate_slip = true;  ///< the beginning and the end of slip count as events
  laws::SlipAnchor slip_anchor = laws::SlipAnchor::kRelax;  ///< how springs give way to slip

  /// The stretch along the surface of the spring of a contact that does not stick, after t under its mean
  /// friction: it gives way as (27) says.
  Vec3<double> SpringAfter(const ContactPhase& phase, double t) const;
  /// What contact c will have moved and gained in speed after t with the mean forces as they stand.
  Vec3<double> Displacement(int c, double t) const;
  Vec3<double> VelocityGained(int c, double t) const;
  /// W λ of all contacts at contact c, for mean or double_mean forces.
  Vec3<double> Response(int c, Vec3<double> ContactPhase::*force) const;

  int solves() const { return solves_; }  ///< since the count was started
  void StartCounting() { solves_ = 0; }
  double friction_residual() const { return friction_residual_; }  ///< of the largest friction force
  const char* algorithm() const { return n_ > 0 ? integrals_.algorithm() : ""; }

 private:
  struct Margin {
    double value;        ///< N; negative: it has stopped doing what it does
    bool opens = false;  ///< because it no longer pushes
    int which = -1;
  };

  void AssignRows();
  void FillRows();
  void FillDrive();
  void GuessFriction();
  bool UpdateFriction(bool first, double& relaxation);
  void Iterate(double t);
  Margin LeastMargin(double t) const;
  Margin MarginOf(int c, double t) const;
  Margin MarginAfter(double t);
  bool IsSteady() const;
  PhaseKind After(const Margin& margin) const;
  Vec3<double> FrictionNow(const ContactPhase& phase) const;
  Vec3<double> Block(int c, int d, const Vec3<double>& f) const;
  double Tolerance(int c) const;

  ContactIntegrals integrals_;
  int n_ = 0;  ///< rows
  int solves_ = 0;
  double evaluated_at_ =
      -1.0;  ///< s; what stands in x_t_ and the means of rows is of this time, if it is one
  double friction_residual_ = 0.0;
  std::vector<Vec3<double>> direction_;  ///< of each row
  std::vector<int> contact_;             ///< of each row
  std::vector<Vec3<double>> friction_;   ///< of each contact that slips: mean over the whole part
  std::vector<Vec3<double>> residual_;   ///< by how much it is not yet μ times the normal force
  std::vector<double> W_rows_, K_, B_, x_, v_, b_, b_rate_;
  std::vector<double> x_t_, v_t_, mean_, double_mean_;
};

}  // namespace slipstick::expo
