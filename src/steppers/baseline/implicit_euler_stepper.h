// Implicit Euler with the compliant contact law: stable at any stiffness, first order, damps what it does not resolve.
//
// Paper 000, Appendix; paper 004 compares with it too. Solves
//
//   q⁺ = integrate(q, h v⁺),    M(q⁺) (v⁺ - v)/h + bias(q⁺, v⁺) = τ(q⁺, v⁺) + J(q⁺)ᵀ λ(q⁺, v⁺)
//
// for (q⁺, v⁺) by Newton's method. The first equation gives q⁺ outright, so the Newton system has the size of v:
//
//   r(v⁺) = inverse dynamics(q⁺, v⁺, (v⁺ - v)/h) - τ - Jᵀ λ,      ∂r/∂v⁺ = M/h + ∂r/∂v + ∂r/∂q · h ∂integrate/∂v
//
// with analytic derivatives of inverse dynamics, joint forces, external wrenches and contacts, slipping and open ones included. (The program behind
// paper 000 leaves the change of Jᵀλ with q out and treats slipping contacts as sticking ones.)
//
// Dictionary: δt = h. Residual in the report: the velocity change of the last Newton step, m/s or rad/s. That step is taken with the
// Jacobian of the step before if the forces balance already: paper 000 spends a new one.
// Assumptions: contact points fixed to their bodies and normals fixed in the world during one Newton step; contacts are found
// anew in every one. The system is solved densely: meant for robots, not for hundreds of loose bodies.
// Failure: kNotConverged when max_iterations pass or the Newton system is singular; the best iterate is kept.
#pragma once

#include <vector>

#include "contact/contact_stiffness.h"
#include "dynamics/derivatives.h"
#include "solvers/dense_lu.h"
#include "steppers/baseline/equation_of_motion.h"
#include "steppers/options.h"
#include "steppers/stepper.h"

namespace slipstick {

struct ImplicitEulerOptions {
  double tolerance = 1e-6;
  int max_iterations = 50;
  int max_halvings = 20;
  AnchorOptions anchor;

  void Visit(OptionVisitor& visit) {
    visit.Number("tolerance", tolerance, {1e-15, 1.0}, "m/s, rad/s",
                 "done when a Newton step changes no velocity by more (paper 000: 1e-6)");
    visit.Integer("max_iterations", max_iterations, {1, 1000},
                  "Newton steps before giving up (paper 000: 30)");
    visit.Integer("max_halvings", max_halvings, {0, 60},
                  "of a Newton step that leads nowhere (paper 000: 20)");
    VisitAnchorOptions(visit, anchor);
  }
};

class ImplicitEulerStepper : public Stepper {
 public:
  using Options = ImplicitEulerOptions;
  ImplicitEulerStepper(const World& world, const Options& options);

 private:
  void Advance(const Actuation& actuation, double h, State& state, StepReport& report) override;

  struct Start;  // what a step starts from
  void EvaluateResidual(const Start& start, const Eigen::VectorXd& v);
  double Merit() const;
  bool IsBalanced(double h) const;
  void AssembleJacobian(const Start& start);
  void TurnColumns(double h);
  bool Factor();
  double FindCorrection();
  void KeepIfBest();
  void SearchAlong(const Start& start);
  void Finish(const Start& start, State& state, StepReport& report);

  Options options_;
  EquationOfMotion motion_;
  ContactStiffness stiffness_;
  DynamicsDerivatives<double> derivatives_;
  DenseLu lu_;
  double best_merit_ = 0.0;
  Eigen::VectorXd q_, v_, best_v_, trial_v_, dv_, a_, displacement_, residual_;
  std::vector<double> force_by_q_, force_by_v_;
};

}  // namespace slipstick
