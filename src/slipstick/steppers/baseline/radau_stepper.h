// Radau IIA with three stages: order 5, stable at any stiffness, damps motions that it does not resolve. Used
// for reference solutions of compliant scenes.
//
// Hairer and Wanner, Solving ordinary differential equations II (2nd edition, 1996), sections IV.5 and IV.8.
// In the coordinates d of Integrate(q, d) around the start of the step, in which rotating bodies keep the
// order (as in steppers/runge_kutta.h), for i = 1, 2, 3:
//
//   D_i = h Σ_j a_ij rate(D_j, V_j),   V_i = v + h Σ_j a_ij K_j,   r(integrate(q, D_i), V_i, K_i) = 0
//
// with r of implicit_dynamics.h; the third stage is the end of the step. The unknowns of Newton's method are
// the V_i. K follows by the inverse of (a_ij), and D by fixed-point iteration, which converges fast while
// bodies turn by less than about a radian per step.
//
//   ∂r_i/∂V_j = (a⁻¹)_ij M_i / h + δ_ij ∂r_i/∂v + h a_ij ∂r_i/∂q
//
// Dictionary: Hairer and Wanner's Z_i = (D_i, V_i - v).
// Assumptions: forces are smooth over a step. Where contacts open, close or slip, the order is lost for that
// step, but forces are balanced at its end. Departures: each stage has its own Jacobian, and the 3 nv
// equations are solved as one dense system, without the transformation that splits them into a real and a
// complex one of size nv: this stepper is made for references, not for speed. As in implicit Euler,
// derivatives are analytic, and anchors move once, at the end of the step (new contacts are anchored at its
// start, as in Runge-Kutta steps); where Newton's method fails, the step is retried as two half-length
// sub-steps, recursively. newton=per-attempt is the simplified iteration of the book. Residual in the report:
// the velocity change of the last Newton step, m/s or rad/s. Failure: kNotConverged in a sub-step of the
// smallest length, or of any length once the work of the step exceeds a bound (some tenths of a second); the
// best iterate is kept.
#pragma once

#include <array>

#include "slipstick/steppers/baseline/implicit_dynamics.h"
#include "slipstick/steppers/baseline/newton.h"
#include "slipstick/steppers/substepping_stepper.h"

namespace slipstick::baseline {

struct RadauOptions {
  NewtonOptions newton{.tolerance = 1e-10, .max_iterations = 20};
  int max_substeps = 64;
  laws::CompliantOptions contact;

  void Visit(FieldVisitor& visit) {
    newton.Visit(visit);
    visit.Integer("max_substeps", max_substeps, {1, 1 << 20},
                  "maximum number of sub-steps where Newton's method fails");
    contact.Visit(visit);
  }
};

/// The equations above, for one sub-step.
class RadauEquations : public NewtonEquations {
 public:
  static constexpr int kStages = 3;
  RadauEquations(const World& world, const laws::CompliantOptions& contact);

  void Begin(const Start& start);

  void Evaluate(const Eigen::VectorXd& V) override;
  void Differentiate() override;
  void Form(View<double> rows) override;
  double LimitTransitions(const Eigen::VectorXd& dV, const solvers::TransitionLimits& limits) const override;

  struct Stage {
    ImplicitDynamics dynamics;
    Eigen::VectorXd d, rate, q, v, a;
  };
  /// Stage of the last Evaluate.
  Stage& stage(int i) { return stages_[i]; }
  /// The displacements of its stages have converged. They do unless bodies rotate by more than about 1 rad.
  bool has_displacements() const { return has_displacements_; }
  /// b_i: weight of a stage in the step.
  double weight(int i) const { return a_(kStages - 1, i); }

 private:
  void FindDisplacements();

  const World& world_;
  Eigen::Matrix<double, kStages, kStages> a_, a_inverse_;
  std::array<Stage, kStages> stages_;
  const Start* start_ = nullptr;
  bool has_displacements_ = true;
  Eigen::VectorXd d_;
};

class RadauStepper : public steppers::SubsteppingStepper {
 public:
  using Options = RadauOptions;
  RadauStepper(const World& world, const Options& options);

 private:
  void BeginStep() override;
  Result AdvanceSubstep(const Substep& substep, State& state, StepReport& report) override;
  double WorkOf(const NewtonOutcome& outcome);
  bool PlaceAnchors(const Start& start, State& state, StepReport& report);
  void Finish(const Start& start, double weight, State& state, StepReport& report);

  RadauEquations equations_;
  Newton newton_;
  double work_ = 0.0;  ///< of the step so far, multiplications
  Eigen::VectorXd V_, dv_;
};

}  // namespace slipstick::baseline
