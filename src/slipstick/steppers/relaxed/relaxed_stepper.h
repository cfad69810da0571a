// Rigid contacts by relaxed constraints on the momentum of a step.
//
// Paper 002 (forward dynamics in O(n) with relaxed macroscopic contact). Equations as printed:
//
//   v⁺ = A Δf + b,    b = a₀ Δt + v⁻                                             (6), (7)
//   ½ ‖A Δf + b + k d‖² + ½ λ ‖Δf‖² → min,  Δf_n >= 0                            (13)
//   d = p - p_R,  p_R: where the path of a new contact crosses the surface        (16), (17)
//   |f_F| <= μ_s f_N while it rests, μ_d f_N while it slips; then p_R follows    (18) - (21)
//   f_F = μ_d f_N ω(v),  ω(v) = 1 - exp(-k_ω v)                                   (22), (23)
//
// Two members of the family, which differ in defaults only: `relaxed` as above, and `macroscopic` with λ → 0
// (9), plastic impacts without relaxation. (`microscopic`, the spring-damper that the paper compares with, is
// in microscopic_stepper.h.)
//
// Dictionary: A = W, Δf = impulses p, Δt = h, n_i1 = normal, n_i2 and n_i3 = tangents, a₀ Δt + v⁻ = J v_free.
//
// Departures:
//   - not (13) but ½ Δfᵀ (A + λ) Δf + Δfᵀ (b + k d) is made small: the energy of the bodies. Its solution is
//   complementary to v⁺, as contact
//     is; that of (13), form=least-squares, also holds back what separates or slides;
//   - k is tied to the step: k = compensation / Δt. A constant one (option k) explodes at long steps and
//   sinks in at short ones;
//   - λ is relative: relaxation · tr A / 3m, squared in (13), so that one number suits fingers and trucks
//   (option lambda: that of (13),
//     1/kg²). Where a problem on the cone cannot be solved, it is tried again with more;
//   - friction is part of the problem: Coulomb's exact cone, or a pyramid. The paper's way, to solve for
//   normal forces only and to cut
//     friction afterwards, is friction=clamp: normal forces then belong to a friction that never acts, and
//     bodies sink in or are thrown off;
//   - the minimiser over a cone would lift what slides (v_n = μ v_t); the term of de Saxcé takes that back.
//   Where that does not settle on
//     pyramids, the cone takes their place;
//   - (19) and (22) print a force along the friction that it replaces, with a minus sign, which would reverse
//   it: it opposes slip;
//   - "the point is omitted and f recalculated" is no way to a minimum; the minimum is found;
//   - contacts that would close within the step are held, too, where they will close (predict=false: those
//   that are inside only);
//   - one evaluation per step, semi-implicit; integrator=rk-gill is the paper's, whose stages see the memory
//   of the start.
//
// Residual in the report: of the optimality conditions, relative. Iterations: of the solver, over all stages.
#pragma once

#include <vector>

#include "slipstick/contact/rigid_motion.h"
#include "slipstick/core/fields.h"
#include "slipstick/solvers/cone/coulomb.h"
#include "slipstick/solvers/cone/friction_qp.h"
#include "slipstick/steppers/baseline/runge_kutta_stepper.h"
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

  static RelaxedOptions Macroscopic();

  void Visit(FieldVisitor& visit) {
    visit.Number("relaxation", relaxation, {0.0, 1e6}, "",
                 "how much contacts give way, relative to their inverse inertia squared");
    visit.Number("lambda", lambda, {0.0, 1e12}, "1/kg^2", "the same, absolute (paper 002); 0: relative");
    visit.Number("compensation", compensation, {0.0, 1.0}, "",
                 "share of a penetration, and of a displacement, that is taken back per step");
    visit.Number("k", k, {0.0, 1e9}, "1/s",
                 "the same per second, whatever the step (paper 002); 0: per step");
    visit.Choice(
        "form", form, {"least-squares", "energy"},
        "what is made small: the velocities of contacts (paper 002, Eq. 13), or the energy of the bodies");
    visit.Choice("friction", friction, {"cone", "pyramid", "clamp"},
                 "solved for on the exact cone or on a pyramid, or cut afterwards (paper 002)");
    visit.Number("k_omega", k_omega, {0.0, 1e9}, "s/m",
                 "how soon slip takes hold of friction that is cut (friction=clamp)");
    visit.Flag("predict", predict, "hold contacts that would close within the step, too");
    visit.Choice("integrator", integrator, {"semi-implicit", "rk-gill"},
                 "one evaluation per step, or four with explicit joints (paper 002)");
    visit.Choice("inertia", inertia, {"auto", "factor", "articulated"},
                 "how contacts feel bodies: by the factor of M, or in O(n) by unit forces (paper 002)");
  }
};

class RelaxedStepper : public Stepper {
 public:
  using Options = RelaxedOptions;
  RelaxedStepper(const World& world, const Options& options);

 private:
  void Advance(const Actuation& actuation, double h, State& state, StepReport& report) override;
  void AdvanceOnce(const Actuation& actuation, double h, State& state, StepReport& report);
  void AdvanceByRungeKutta(const Actuation& actuation, double h, State& state, StepReport& report);

  struct Instant;  // where contacts are looked at
  bool Evaluate(const Instant& at, StepReport& report);
  void CollectContacts(double h);
  void FindImpulses(const Instant& at, StepReport& report);
  void SetProblem(const Instant& at);
  Vec3<double> Displacement(const contact::RigidContact& contact, const Vec3<double>& velocity,
                            double h) const;
  double FirstRelaxation() const;
  void SetForm(double relaxation);
  bool SolveOnCone(StepReport& report);
  bool SolveOnPyramid(StepReport& report);
  bool SolveForNormals(StepReport& report);
  void ClampFriction(int c, const Vec3<double>& velocity);
  bool IsOnCone(int c) const;
  bool ImpulsesAreInCones() const;

  void Remember(double h, std::vector<ContactMemory>& memories) const;
  void AddContacts(double weight, double h, std::vector<ContactReport>& reports) const;
  void CombineRates(const std::vector<double>& weights, double h);

  Options options_;
  contact::RigidMotion motion_;
  solvers::CoulombSolver cone_;
  solvers::FrictionQp qp_;
  baseline::ButcherTableau tableau_;
  struct Rate {
    Eigen::VectorXd d, v;
  };
  std::vector<Rate> rates_;
  std::vector<double> mu_;
  std::vector<char> slips_;
  std::vector<double> Q_, c_, g_, shifted_g_, impulses_;  ///< of min ½ pᵀ Q p + gᵀ p
  State after_;                                           ///< what will be remembered at the end of the step
  Eigen::VectorXd q_, v_, d_, dv_;
};

}  // namespace slipstick::relaxed
