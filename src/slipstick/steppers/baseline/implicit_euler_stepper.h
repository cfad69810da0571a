// Implicit Euler with a compliant contact law: stable at any stiffness, first order, damps motions that it
// does not resolve.
//
// Hammoud et al. 2022 (expo), Appendix, and Castro et al. 2020 (tamsi), sections III and IV, which compare
// solution methods. Solves
//
//   q⁺ = integrate(q, h v⁺),    M(q⁺) (v⁺ - v)/h + bias(q⁺, v⁺) = τ(q⁺, v⁺) + J(q⁺)ᵀ λ(q⁺, v⁺)
//
// for (q⁺, v⁺) by Newton's method (newton.h), with or without the line search of the tamsi
// paper (`line_search=transition`). (The program of the expo paper neglects the derivative of Jᵀλ by q and
// treats slipping contacts as sticking.)
//
// Convergence control (`max_substeps`): where Newton's method fails, the step is retried as two half-length
// sub-steps, recursively; the report counts the sub-steps.
//
// Error estimate (`error_estimate`): difference to the implicit trapezoidal rule, which is of second order,
// from the same start, x_IE - x_TR. The step continues from x_IE. Actuation is constant over the step, with
// its value at the end. Its change is not part of the estimate unless the caller gives its value at the start
// (set_first_actuation). If the iteration of the trapezoidal rule fails, the step is rejected.
//
// Dictionary: δt = h; x = (q, v). Residual in the report: the velocity change of the last Newton step, m/s or
// rad/s. With newton=full the last step reuses the Jacobian of the step before if forces are balanced
// already; the expo paper computes a new one. Evaluations: of the equations, and 2 nv for each Jacobian,
// which is analytic here and by finite differences in the tamsi paper.
//
// Departures from the integrators of the tamsi paper: q⁺ is eliminated from the Newton system; newton=quasi
// reuses Jacobians within a step (its sub-steps and its error estimate), never between steps, since a stepper
// keeps nothing between steps; the step size is left to the caller. Assumptions: contacts are found anew for
// every iterate, except in the transition-aware line search, which freezes them at the iterate and is less
// effective where contact normals turn within a step. The linear system is dense: efficient for robots, not
// for hundreds of free bodies.
// Failure: kNotConverged when max_iterations pass or the Newton system is singular in a sub-step of the
// smallest length; the best iterate is kept.
#pragma once

#include "slipstick/steppers/baseline/implicit_dynamics.h"
#include "slipstick/steppers/baseline/newton.h"
#include "slipstick/steppers/substepping_stepper.h"

namespace slipstick::baseline {

struct ImplicitEulerOptions {
  NewtonOptions newton;
  int max_substeps = 1;
  bool error_estimate = false;
  laws::CompliantOptions contact;

  void Visit(FieldVisitor& visit) {
    newton.Visit(visit);
    visit.Integer("max_substeps", max_substeps, {1, 1 << 20},
                  "maximum number of sub-steps where Newton's method fails");
    visit.Flag("error_estimate", error_estimate,
               "estimate the error by the implicit trapezoidal rule (Castro et al. 2020)");
    contact.Visit(visit);
  }
};

/// The equations of implicit Euler and of the implicit trapezoidal rule, which differ in constants only.
///
///   q⁺ = integrate(q, d₀ + s v⁺)
///   r(v⁺) = inverse dynamics(q⁺, v⁺, (v⁺ - v₀)/s) - τ(q⁺, v⁺) - J(q⁺)ᵀ λ(q⁺, v⁺)
///
///   implicit Euler      s = h,     d₀ = 0,         v₀ = v
///   trapezoidal rule    s = h/2,   d₀ = h/2 v,     v₀ = v + h/2 a(q, v)
///
/// The first equation gives q⁺ explicitly, so that the Newton system has the size of v:
///
///   ∂r/∂v⁺ = M/s + ∂r/∂v + ∂r/∂q · s ∂integrate/∂d
class EulerEquations : public NewtonEquations {
 public:
  EulerEquations(const World& world, const laws::CompliantOptions& contact);

  void BeginEuler(const Start& start);
  /// Evaluates the acceleration at the start. False if M is singular there.
  bool BeginTrapezoid(const Start& start);

  void Evaluate(const Eigen::VectorXd& v) override;
  void Differentiate() override {
    const steppers::ScopedPhase timing(start_->timer, steppers::Phase::kDynamics);
    dynamics_.Differentiate();
  }
  void Form(View<double> rows) override;
  double LimitTransitions(const Eigen::VectorXd& dv, const solvers::TransitionLimits& limits) const override {
    return dynamics_.LimitTransitions(dv, limits);
  }

  /// Results of the last Evaluate.
  const Eigen::VectorXd& q() const { return q_; }
  const Eigen::VectorXd& displacement() const { return displacement_; }
  ImplicitDynamics& dynamics() { return dynamics_; }

 private:
  const World& world_;
  ImplicitDynamics dynamics_;
  const Start* start_ = nullptr;
  Eigen::VectorXd d_start_, v_start_;  ///< d₀, v₀
  Eigen::VectorXd q_, v_, a_, displacement_;
};

class ImplicitEulerStepper : public steppers::SubsteppingStepper {
 public:
  using Options = ImplicitEulerOptions;
  ImplicitEulerStepper(const World& world, const Options& options);

  /// Appends the iterations of all following steps to a history; null to stop. It must outlive its use.
  void set_history(NewtonHistory* history) { newton_.set_history(history); }
  /// Actuation at the start of the following steps, for the error estimate; null: the same as at their ends.
  /// It must outlive its use.
  void set_first_actuation(const Actuation* first) { first_ = first; }

 private:
  void BeginStep() override;
  Result AdvanceSubstep(const Substep& substep, State& state, StepReport& report) override;

  bool Solve(const Start& start, StepReport& report);
  bool EstimateError(const Start& start, StepReport& report);
  void Count(const NewtonOutcome& outcome, StepReport& report) const;
  void Finish(const Start& start, double weight, State& state, StepReport& report);

  Options options_;
  const Actuation* first_ = nullptr;
  EulerEquations equations_;
  Newton newton_;
  Eigen::VectorXd v_;                          ///< at the end of the sub-step
  Eigen::VectorXd dq_, dv_;                    ///< displacement and velocity change over the sub-step
  Eigen::VectorXd q_end_, v_other_, q_error_;  ///< of the error estimate
};

}  // namespace slipstick::baseline
