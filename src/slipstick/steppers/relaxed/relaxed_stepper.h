// Rigid contacts by relaxed constraints on the momentum of a step.
//
// N. Wakisaka and T. Sugihara, Fast and reasonable contact force computation in forward dynamics based on
// momentum-level penetration compensation, 2014 ("the relaxed paper"). Equations as printed:
//
//   v⁺ = A Δf + b,    b = a₀ Δt + v⁻                                             (6), (7)
//   ½ ‖A Δf + b + k d‖² + ½ λ ‖Δf‖² → min,  Δf_n >= 0                            (13)
//   d = p - p_R,  p_R: where the path of a new contact crosses the surface        (16), (17)
//   |f_F| <= μ_s f_N while sticking, μ_d f_N while slipping; then p_R follows    (18) - (21)
//   f_F = μ_d f_N ω(v),  ω(v) = 1 - exp(-k_ω v)                                   (22), (23)
//
// Two members of the family, which differ in defaults only: `relaxed` as above, and `macroscopic` with λ → 0
// (9), plastic impacts without relaxation. (`microscopic`, the comparison method of the paper, is in
// baseline/microscopic_stepper.h.)
//
// Dictionary: A = W, Δf = impulses p, Δt = h, n_i1 = normal, n_i2 and n_i3 = tangents, a₀ Δt + v⁻ = J v_free.
//
// Departures:
//   - instead of (13) we minimise ½ Δfᵀ (A + λ) Δf + Δfᵀ (b + k d), the energy of the bodies. Its solution is
//     complementary to v⁺, as contact requires; that of (13), form=least-squares, also resists separation and
//     sliding;
//   - k depends on the step: k = compensation / Δt. With a constant k (option k) the simulation diverges at
//     long steps, and penetration grows at short ones;
//   - λ is relative: for each contact relaxation · tr A_cc / 3, or relaxation · (tr A_cc / 3)² in (13), with
//     its own block of A, so that one value suits light and heavy bodies, also in one world (option lambda:
//     that of (13), 1/kg²). Where a problem on the cone cannot be solved, λ is increased ("compliant cone");
//   - friction is part of the problem: Coulomb's exact cone, or a pyramid. The paper solves for normal forces
//     and clamps friction afterwards (friction=clamp): normal forces are then computed for a friction force
//     that is not applied, and bodies penetrate or are thrown off;
//   - the minimiser over a cone would make slipping contacts separate (v_n = μ v_t); the term of de Saxcé
//     corrects that. Where its iteration does not converge on pyramids, the exact cone is used;
//   - (19) and (22) are printed with a minus sign that would reverse the friction force. Here friction
//     opposes slip;
//   - the rule "the point is omitted and f recalculated" does not give the minimum in general; here the
//     minimum is computed;
//   - contacts that would close within the step are constrained at the point where they close (predict=false:
//     only contacts that penetrate);
//   - one evaluation per step, semi-implicit, with joints by (S3) and (S4); integrator=rk-gill is that of the
//     paper, with the contact memory of the start in all stages.
//
// Solvers by their names in the report (`algorithm`):
//   "cone"            the exact cone, with λ as above
//   "compliant cone"  the same with a larger λ, at most 0.01 relative, where that fails. If contacts yield by
//                     more than a tenth of the largest contact velocity, the step has not converged
//   "pyramid"         friction=pyramid, where the iteration of de Saxcé's term converges
//   "several"         different ones in the stages of a step
// No name for friction=clamp, which has one solver.
//
// Residual in the report: of the optimality conditions, relative, with the λ that was used. Iterations: of
// the solver, in all stages.
#pragma once

#include <vector>

#include "slipstick/contact/impulse_problem.h"
#include "slipstick/core/fields.h"
#include "slipstick/solvers/cone/coulomb.h"
#include "slipstick/solvers/cone/coulomb_pyramid.h"
#include "slipstick/solvers/cone/friction_qp.h"
#include "slipstick/steppers/runge_kutta.h"
#include "slipstick/steppers/stepper.h"

namespace slipstick::relaxed {

enum class RelaxedFriction { kCone, kPyramid, kClamp };
enum class RelaxedForm { kLeastSquares, kEnergy };
enum class RelaxedIntegrator { kSemiImplicit, kRkGill };

struct RelaxedOptions {
  double relaxation = 1e-3;
  double lambda = 0.0;
  double compensation = 0.2;
  double k = 0.0;
  RelaxedForm form = RelaxedForm::kEnergy;
  RelaxedFriction friction = RelaxedFriction::kCone;
  double k_omega = 100.0;
  bool predict = true;
  RelaxedIntegrator integrator = RelaxedIntegrator::kSemiImplicit;
  contact::InertiaAlgorithm inertia = contact::InertiaAlgorithm::kAuto;

  static RelaxedOptions Macroscopic() { return {.relaxation = 0.0}; }

  void Visit(FieldVisitor& visit) {
    visit.Number("relaxation", relaxation, {0.0, 1e6}, "",
                 "compliance of contacts, relative to their inverse inertia (form=energy) or to its square "
                 "(form=least-squares)");
    visit.Number("lambda", lambda, {0.0, 1e12}, "1/kg^2",
                 "relaxation in absolute units (Wakisaka and Sugihara 2014); 0: use relaxation");
    visit.Number("compensation", compensation, {0.0, 1.0}, "",
                 "fraction of a penetration, and of a tangential displacement, that is removed per step");
    visit.Number("k", k, {0.0, 1e9}, "1/s",
                 "rate at which a penetration is removed, for any step (Wakisaka and Sugihara 2014); 0: use "
                 "compensation");
    visit.Choice(
        "form", form, {"least-squares", "energy"},
        "objective: contact velocities (Wakisaka and Sugihara 2014, Eq. 13), or energy of the bodies");
    visit.Choice(
        "friction", friction, {"cone", "pyramid", "clamp"},
        "friction: in the problem, on the exact cone or on a pyramid, or clamped afterwards (Wakisaka "
        "and Sugihara 2014)");
    visit.Number("k_omega", k_omega, {0.0, 1e9}, "s/m",
                 "k_omega of Eq. 23: growth of friction with the slip speed (friction=clamp)");
    visit.Flag("predict", predict, "include contacts that would close within the step");
    visit.Choice("integrator", integrator, {"semi-implicit", "rk-gill"},
                 "one evaluation per step, or four with explicit joints (Wakisaka and Sugihara 2014)");
    visit.Choice(
        "inertia", inertia, {"auto", "factor", "articulated"},
        "inverse inertia of contacts: by the factor of M, or in O(n) by unit forces (Wakisaka and Sugihara "
        "2014)");
  }
};

class RelaxedStepper : public Stepper {
 public:
  using Options = RelaxedOptions;
  RelaxedStepper(const World& world, const Options& options);

 private:
  void Advance(const Actuation& actuation, double h, State& state, StepReport& report) override;
  void AdvanceByRungeKutta(const Actuation& actuation, double h, State& state, StepReport& report);

  bool Evaluate(const contact::ImpulseProblem::LinearizationPoint& at, StepReport& report);
  void FindImpulses(StepReport& report);
  void SetProblem();
  Vec3<double> Displacement(const contact::RigidContact& contact) const;
  Eigen::Map<const Eigen::MatrixXd> Q() const;
  Eigen::Map<const Eigen::VectorXd> g() const { return {g_.data(), 3 * problem_.size()}; }
  Eigen::Map<Eigen::VectorXd> p() { return {impulses_.data(), 3 * problem_.size()}; }
  bool SolveOnCone(StepReport& report);
  bool SolveOnPyramid(StepReport& report);
  bool SolveForNormals(StepReport& report);
  bool ClampFriction(int c);
  bool IsOnCone(int c) const;
  View<const contact::ContactEnd> FindEnds();

  Options options_;
  contact::ImpulseProblem problem_;
  solvers::CoulombSolver cone_;
  solvers::CoulombPyramidSolver pyramid_;
  solvers::FrictionQp qp_;  ///< friction=clamp
  steppers::RungeKutta runge_kutta_;
  double relaxation_;        ///< the first one, relative; 0 where λ is given instead
  double least_relaxation_;  ///< absolute
  // Per contact: the first relaxation lambda_, and the unit of a relative one.
  std::vector<double> mu_, unit_, lambda_;
  std::vector<Vec3<double>> displacements_;
  std::vector<char> slips_;
  std::vector<contact::ContactEnd> ends_;
  std::vector<double> Q_, c_, g_, impulses_;  ///< of min ½ pᵀ (Q + λ) p + gᵀ p
};

}  // namespace slipstick::relaxed
