// Rigid contacts with Coulomb friction, by one complementarity problem per step.
//
// D. Stewart and J. C. Trinkle, An implicit time-stepping scheme for rigid body dynamics with Coulomb
// friction, 2000. Equations as printed, N contacts:
//
//   M (v⁺ - v) = Σ (n c_n + D β) + h k,    q⁺ = q + h v⁺                              (13), (14)
//   nᵀ q⁺ >= α₀      complementary to   c_n >= 0                                        (15), (18)
//   λ e + Dᵀ v⁺ >= 0 complementary to   β >= 0                                          (16), (19)
//   μ c_n - eᵀ β >= 0 complementary to  λ >= 0                                          (17), (20)
//
// Three members of the family, which differ in defaults only:
//   stewart-trinkle            evaluated at q̂ = q + h v
//   stewart-trinkle-nonlinear  n, D, M, k and the gap at q⁺, by the fixed-point iteration of section 3.4
//   anitescu-potra             nᵀ v⁺ >= 0 instead of (15), section 3.3: an impulse always exists. Evaluated
//                              at q
//
// Dictionary: c_n, D β = normal and tangential impulse (c_n includes the h of the paper's (5)), k = tau
// - bias, α₀ from gap(q̂) = nᵀ q̂ - α₀, e = ones, n and D = rows of the contact Jacobian.
//
// Assumptions: contact points are fixed to their bodies within a step.
// Departures:
//   - active contacts: as in section 4 (active in the last step, or violated at q̂; then those violated at q⁺
//     are added and the problem is solved again). Contacts that appear only at q⁺ are linearised there;
//   - the polygon of friction directions is rotated so that one of them opposes the predicted slip: a regular
//     polygon is then exact for straight sliding (directions_from=level: the first direction is horizontal,
//     which gives the paper's numbers);
//   - anitescu-potra allows contacts to close (nᵀ v⁺ >= -gap / h while gap > 0) and removes a fraction of a
//     penetration per step, if possible: the stabilisation that section 3.3 mentions;
//   - a penetration at the start is removed at no more than `recovery_speed`;
//   - joints are linearly implicit, (S3) and (S4) (contact/impulse_problem.h);
//   - μ is mu_kinetic for contacts that slipped in the last step;
//   - restitution by Newton's or Poisson's hypothesis for contacts that close with more than `impact_speed`.
//     Where a rebound would create energy (Kane's paradox), it is reduced until energy is conserved.
//
// Solvers and fallbacks, by their names in the report (`algorithm`):
//   "lemke"                 Lemke's method on the polyhedral problem (few contacts)
//   "cone"                  the exact cone (many contacts), with a compliance of 1e-7 of the mean inverse
//                           inertia of each contact, by which redundant contacts share their load
//   "compliant cone"        the same with up to 1e-3, where that fails; the residual includes its effect on
//                           velocities. If that is more than a tenth of the largest contact velocity, the
//                           step has not converged
//   "velocity constraints"  section 3.3 instead of (15), where Lemke's method ends on a ray
//   "first linearization"   the step of stewart-trinkle, where the iteration of section 3.4 does not converge
//
// Residual in the report: of the contact problem, m/s. Iterations: pivots, or those of the cone solver.
#pragma once

#include <vector>

#include "slipstick/contact/impulse_problem.h"
#include "slipstick/core/fields.h"
#include "slipstick/solvers/cone/coulomb.h"
#include "slipstick/solvers/lcp/friction_lcp.h"
#include "slipstick/steppers/stepper.h"

namespace slipstick::stewart_trinkle {

enum class NormalConstraint { kPosition, kVelocity };
enum class DirectionsFrom { kSlip, kLevel };
enum class RigidSolver { kAuto, kLemke, kCone };
enum class Restitution { kNewton, kPoisson };

struct StewartTrinkleOptions {
  NormalConstraint constraint = NormalConstraint::kPosition;
  int max_linearizations = 1;
  double tolerance = 1e-8;
  int directions = 8;
  DirectionsFrom directions_from = DirectionsFrom::kSlip;
  std::vector<double> polygon = {};
  RigidSolver solver = RigidSolver::kAuto;
  double stabilization = 0.2;
  double recovery_speed = 0.1;
  Restitution restitution = Restitution::kNewton;
  double impact_speed = 0.01;

  static StewartTrinkleOptions Nonlinear() { return {.max_linearizations = 50}; }
  static StewartTrinkleOptions AnitescuPotra() { return {.constraint = NormalConstraint::kVelocity}; }

  void Visit(FieldVisitor& visit) {
    visit.Choice(
        "constraint", constraint, {"position", "velocity"},
        "non-penetration constraint: on the gap at the end of the step (Stewart and Trinkle 2000, Eq. 15), "
        "or on the normal velocity (section 3.3)");
    visit.Integer(
        "max_linearizations", max_linearizations, {1, 1000},
        "maximum number of linearisations of the gap and the Jacobians. The first one is at q + h v "
        "(constraint=position) or at q (constraint=velocity)");
    visit.Number("tolerance", tolerance, {1e-15, 1.0}, "m/s or rad/s",
                 "converged when a new linearisation changes no velocity by more");
    visit.Integer("directions", directions, {3, 64},
                  "number of friction directions (Stewart and Trinkle 2000: 8)");
    visit.Choice(
        "directions_from", directions_from, {"slip", "level"},
        "the first direction opposes the predicted slip, or is horizontal (Stewart and Trinkle 2000)");
    visit.Points(
        "polygon", polygon,
        "friction limit surface over mu, instead of a regular polygon: corners 'x y; x y; ...' in the axes "
        "of the surface, around the origin, convex, counterclockwise");
    visit.Choice(
        "solver", solver, {"auto", "lemke", "cone"},
        "lemke: Lemke's method on the polyhedral cone; cone: Newton's method on the exact cone; auto: by the "
        "number of contacts");
    visit.Number("stabilization", stabilization, {0.0, 1.0}, "",
                 "fraction of a penetration that is removed per step (constraint=velocity)");
    visit.Number("recovery_speed", recovery_speed, {0.0, 1e3}, "m/s",
                 "maximum speed at which a penetration is removed");
    visit.Choice("restitution", restitution, {"newton", "poisson"},
                 "restitution of the material as a ratio of speeds (Newton) or of impulses (Poisson)");
    visit.Number("impact_speed", impact_speed, {0.0, 1e3}, "m/s",
                 "impacts slower than this plus the speed gained in two steps of free fall do not rebound");
  }
};

class StewartTrinkleStepper : public Stepper {
 public:
  using Options = StewartTrinkleOptions;
  StewartTrinkleStepper(const World& world, const Options& options);

 private:
  void Advance(const Actuation& actuation, double h, State& state, StepReport& report) override;

  void ReportEnergy(EnergyReport& energy);
  bool SolveStep(contact::ImpulseProblem::LinearizationPoint at, StepReport& report);
  bool TakesTooLong(const StepReport& report) const;
  void Linearize(contact::ImpulseProblem::LinearizationPoint at, StepReport& report);
  bool IsActive(const ContactPoint& contact, double time) const;
  bool FindMotion(StepReport& report);
  void FindEnd();
  bool AddViolated(bool may);
  void AddLinearizedAtEnd(const ContactPoint& contact);

  enum Bound {
    kWanted,   ///< with rebounds by Newton's hypothesis
    kPlastic,  ///< without rebounds
    kSafe,     ///< an impulse always exists
  };
  struct Bounds {
    double offset[3];  ///< by Bound: the normal velocity must be at least the negative of it, m/s
    double rebound;    ///< coefficient of restitution; 0 for no rebound in this step
  };

  void SetContacts();
  Bounds FindBounds(int c) const;
  void SetPolygon(int c);
  void FindImpulses(StepReport& report);
  bool Solve(Bound bound, StepReport& report);
  bool SolveByLemke(StepReport& report);
  bool SolveOnCone(StepReport& report);
  bool AcceptYielding(StepReport& report);
  void AddPoissonRebound(StepReport& report);
  void LimitEnergy();
  double ContactWork(const std::vector<double>& p) const;
  double Response(size_t i, const std::vector<double>& p) const;

  Options options_;
  contact::ImpulseProblem step_;
  solvers::FrictionLcp lcp_;
  solvers::CoulombSolver cone_;
  Workspace<double> end_ws_;
  geometry::ContactFinder end_finder_;
  View<const ContactPoint> candidates_;  ///< found at the linearisation point
  std::vector<uint64_t> active_;         ///< ids of the contacts in the previous linearisation
  std::vector<Bounds> bounds_;
  std::vector<solvers::LcpContact> problem_;
  std::vector<solvers::Vec2> polygon_;   ///< regular, or given by the options
  std::vector<solvers::Vec2> vertices_;  ///< of all contacts
  std::vector<contact::ContactEnd> ends_;
  /// b_ includes the bounds. unit_: mean inverse inertia of a contact.
  std::vector<double> mu_, unit_, b_, impulses_, other_impulses_, yielding_impulses_, given_;
  double yielding_residual_ = 0.0;  ///< of yielding_impulses_, m/s
  Eigen::VectorXd q_hat_, v_hat_, q_end_, displacement_;
};

}  // namespace slipstick::stewart_trinkle
