// Rigid contacts with Coulomb friction, by one complementarity problem per step.
//
// Paper 003 (An implicit time-stepping scheme for rigid body dynamics with Coulomb friction, Stewart and
// Trinkle). Equations as printed, N contacts:
//
//   M (v⁺ - v) = Σ (n c_n + D β) + h k,    q⁺ = q + h v⁺                              (13), (14)
//   nᵀ q⁺ >= α₀      complementary to   c_n >= 0                                        (15), (18)
//   λ e + Dᵀ v⁺ >= 0 complementary to   β >= 0                                          (16), (19)
//   μ c_n - eᵀ β >= 0 complementary to  λ >= 0                                          (17), (20)
//
// all evaluated at q̂ = q + h v. Three members of the family, which differ in defaults only:
//   stewart-trinkle            as above
//   stewart-trinkle-nonlinear  n, D, M, k and the gap at q⁺, by the fixed-point iteration of section 3.4
//   anitescu-potra             nᵀ v⁺ >= 0 instead of (15), section 3.3: an impulse always exists. Looked at
//   at q.
//
// Dictionary: c_n, D β = normal and tangential impulse (the paper's c_n with the h of (5) taken in), k = tau
// - bias, α₀ from gap(q̂) = nᵀ q̂ - α₀, e = ones, n and D = rows of the contact Jacobian.
//
// Assumptions: contact points are fixed to their bodies within a step.
// Departures:
//   - active contacts: as in section 4 (active in the last step, or violated at q̂; then those violated at q⁺
//   are added and the problem is
//     solved again). Those that appear only at q⁺ are linearised there;
//   - the polygon of directions is turned so that one of them opposes the predicted slip: a regular one then
//   is isotropic where
//     things slide straight (directions_from=level: the first one is horizontal, which gives the paper's
//     numbers);
//   - anitescu-potra lets contacts close (nᵀ v⁺ >= -gap / h while gap > 0) and brings back part of a
//   penetration per step, if that is
//     possible: the stabilisation that section 3.3 asks for;
//   - where Lemke's method ends on a ray, the velocity constraints of section 3.3 take the place of (15) in
//   that step, and the report
//     says so (algorithm "velocity constraints");
//   - where the iteration of section 3.4 does not settle, the step is that of stewart-trinkle (algorithm "one
//   look");
//   - many contacts are solved on the exact cone (algorithm "cone"), softened by 1e-7 of the mean inverse
//   inertia so that redundant ones share
//     their load, and by 1e-3 where that is not enough (algorithm "soft cone"; the residual tells what it
//     does to velocities);
//   - a penetration that is there at the start is taken back at no more than `recovery_speed`;
//   - joints are linearly implicit (steppers/rigid/rigid_motion.h); μ is mu_kinetic for contacts that slipped
//   in the last step;
//   - restitution by Newton's or Poisson's hypothesis for contacts that close with more than `impact_speed`.
//   Where a rebound would create
//     energy (Kane's paradox), it is cut to what keeps it.
//
// Residual in the report: of the contact problem, m/s. Iterations: pivots, or those of the cone solver.
#pragma once

#include <vector>

#include "slipstick/contact/rigid_motion.h"
#include "slipstick/core/fields.h"
#include "slipstick/solvers/cone/coulomb.h"
#include "slipstick/steppers/stepper.h"
#include "slipstick/steppers/stewart_trinkle/friction_lcp.h"

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

  static StewartTrinkleOptions Nonlinear();
  static StewartTrinkleOptions AnitescuPotra();

  void Visit(FieldVisitor& visit) {
    visit.Choice(
        "constraint", constraint, {"position", "velocity"},
        "what keeps surfaces apart: where they will be (paper 003, Eq. 15), or how fast they approach "
        "(section 3.3)");
    visit.Integer("max_linearizations", max_linearizations, {1, 1000},
                  "times that a step is looked at, each time where the last one led; 1: at q + h v only");
    visit.Number("tolerance", tolerance, {1e-15, 1.0}, "m/s, rad/s",
                 "done when looking again changes no velocity by more");
    visit.Integer("directions", directions, {3, 64}, "of friction (paper 003: 8)");
    visit.Choice("directions_from", directions_from, {"slip", "level"},
                 "the first direction opposes the predicted slip, or is horizontal (paper 003)");
    visit.Points(
        "polygon", polygon,
        "friction limit surface over mu, instead of a regular polygon: corners 'x y; x y; ...' in the axes "
        "of the surface, around the origin, convex, counterclockwise");
    visit.Choice(
        "solver", solver, {"auto", "lemke", "cone"},
        "Lemke's method on the polyhedral cone, Newton's on the exact one, or that only where contacts "
        "are many");
    visit.Number("stabilization", stabilization, {0.0, 1.0}, "",
                 "share of a penetration that is taken back per step (constraint=velocity)");
    visit.Number("recovery_speed", recovery_speed, {0.0, 1e3}, "m/s",
                 "at which a penetration is taken back, at most");
    visit.Choice("restitution", restitution, {"newton", "poisson"},
                 "what the material's restitution is the ratio of: speeds, or impulses");
    visit.Number("impact_speed", impact_speed, {0.0, 1e3}, "m/s",
                 "slower impacts, and those of a fall of two steps, do not rebound");
  }
};

class StewartTrinkleStepper : public Stepper {
 public:
  using Options = StewartTrinkleOptions;
  StewartTrinkleStepper(const World& world, const Options& options);

 private:
  void Advance(const Actuation& actuation, double h, State& state, StepReport& report) override;

  struct Start;  // what a step starts from
  void ReportStart(const State& state, EnergyReport& energy);
  bool SolveStep(const Start& start, StepReport& report);
  void LookAt(const Start& start);
  void LookOnFrom(int looks);
  bool IsActive(const ContactPoint& contact, double time) const;
  bool FindMotion(const Start& start, StepReport& report);
  void FindEnd(const Start& start);
  bool AddViolated();
  void AddAsSeenAtEnd(const ContactPoint& contact);

  /// The normal velocity of a contact must not fall below minus these, m/s.
  struct Offsets {
    double wanted;   ///< with rebounds after Newton
    double plastic;  ///< without rebounds
    double safe;     ///< for which an impulse always exists
    double rebound;  ///< coefficient of restitution; 0 if it does not rebound in this step
  };

  void SetContacts(const Start& start);
  Offsets FindOffsets(int c, const Start& start) const;
  bool AnyRebounds() const;
  void SetPolygon(int c);
  void FindImpulses(StepReport& report);
  void Expand(StepReport& report);
  void CutToEnergy();
  bool ContactsObeyTheirLaws() const;
  double ContactWork(const std::vector<double>& impulses) const;

  /// Which bounds of normal velocities a problem is solved with.
  enum class Bounds { kWanted, kPlastic, kSafe };
  bool Solve(Bounds bounds, StepReport& report);
  bool SolveByLemke(StepReport& report);
  bool SolveOnCone(StepReport& report);
  bool SolveSoft(double softness, solvers::CoulombMethod method, StepReport& report);

  void Finish(State& state, StepReport& report);

  Options options_;
  contact::RigidMotion motion_;
  FrictionLcp lcp_;
  solvers::CoulombSolver cone_;
  Workspace<double> end_ws_;
  geometry::ContactFinder end_finder_;
  View<const ContactPoint> candidates_;  ///< found where the step is looked at
  std::vector<uint64_t> active_;         ///< ids, when it was looked at before
  std::vector<Offsets> offsets_;
  std::vector<LcpContact> problem_;
  std::vector<Vec2> vertices_;
  double softness_ = 0.0;  ///< that the last problem on the cone was given, 1/kg
  std::vector<double> mu_, b_, W_, impulses_, other_impulses_, given_;
  Eigen::VectorXd q_hat_, v_hat_, q_end_, displacement_;
};

}  // namespace slipstick::stewart_trinkle
