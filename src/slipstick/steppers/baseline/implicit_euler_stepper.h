// Implicit Euler with a compliant contact law: stable at any stiffness, first order, damps what it does not
// resolve.
//
// Paper 000, Appendix, and paper 004, sections III and IV, which compares the ways to solve it. Solves
//
//   q⁺ = integrate(q, h v⁺),    M(q⁺) (v⁺ - v)/h + bias(q⁺, v⁺) = τ(q⁺, v⁺) + J(q⁺)ᵀ λ(q⁺, v⁺)
//
// for (q⁺, v⁺) by Newton's method (euler_equations.h, newton.h), with the line search of paper 004
// (`line_search=transition`) or without. (The program behind paper 000 leaves the change of Jᵀλ with q out
// and treats slipping contacts as sticking ones.)
//
// Convergence control (`max_substeps`): where Newton's method fails, the step is done in halves, and so on;
// the report counts them.
//
// Error estimate (`error_estimate`): what the implicit trapezoid rule, which is of second order, would do
// differently from the same start, x_IE - x_TR. The step goes on from x_IE. A force that changes in time is
// held over the step, at its value at the end, and its change is no part of the estimate unless the caller
// says what it was at the start (set_first_actuation). Where the rule's own iteration fails, the step counts
// as failed.
//
// Dictionary: δt = h; x = (q, v). Residual in the report: the velocity change of the last Newton step, m/s or
// rad/s. With newton=full that step is taken with the Jacobian of the step before if the forces balance
// already: paper 000 spends a new one. Evaluations: of the equations, and 2 nv for each Jacobian, which is
// analytic here and by differences in paper 004.
//
// Departures from paper 004's integrators: q⁺ is eliminated from the Newton system; newton=quasi shares
// Jacobians within a step (its parts and its error estimate), never between steps, since a stepper remembers
// nothing; the size of steps is left to the caller. Assumptions: contacts are found anew for every iterate,
// but for the transition-aware line search, which takes them as frozen at the iterate: it is known to lose
// its worth where contacts turn within a step. The system is solved densely: meant for robots, not for
// hundreds of loose bodies.
// Failure: kNotConverged when max_iterations pass or the Newton system is singular in a part that may not be
// cut; the best iterate is kept.
#pragma once

#include "slipstick/steppers/baseline/euler_equations.h"
#include "slipstick/steppers/compliant_options.h"
#include "slipstick/steppers/stepper.h"

namespace slipstick::baseline {

struct ImplicitEulerOptions {
  NewtonOptions newton;
  int max_substeps = 1;
  bool error_estimate = false;
  laws::CompliantOptions contact;

  void Visit(FieldVisitor& visit) {
    newton.Visit(visit);
    visit.Integer("max_substeps", max_substeps, {1, 1 << 20},
                  "into which a step is cut where Newton's method fails");
    visit.Flag("error_estimate", error_estimate,
               "compare the step with the implicit trapezoid rule (paper 004)");
    steppers::VisitCompliantOptions(visit, contact);
  }
  void AdjustTraits(StepperTraits& traits) const { slipstick::steppers::AdjustTraits(contact, traits); }
};

class ImplicitEulerStepper : public Stepper {
 public:
  using Options = ImplicitEulerOptions;
  ImplicitEulerStepper(const World& world, const Options& options);

  /// Adds the iterations of all steps to come to a history; null to stop. It must outlive its use.
  void set_history(NewtonHistory* history) { newton_.set_history(history); }
  /// What drives where the steps to come start, for the error estimate, if it changes within them; null: what
  /// drives at their ends. It must outlive its use.
  void set_first_actuation(const Actuation* first) { first_ = first; }

 private:
  void Advance(const Actuation& actuation, double h, State& state, StepReport& report) override;

  using Start = EulerEquations::Start;
  bool AdvanceSubstep(const Start& start, double weight, bool is_smallest, State& state, StepReport& report);
  bool Solve(const Start& start, StepReport& report);
  bool EstimateError(const Start& start, StepReport& report);
  void Count(const NewtonOutcome& outcome, StepReport& report) const;
  void Finish(const Start& start, double weight, State& state, StepReport& report);

  Options options_;
  const Actuation* first_ = nullptr;
  EulerEquations equations_;
  Newton newton_;
  Eigen::VectorXd v_;                          ///< at the end of the part
  Eigen::VectorXd q_end_, v_other_, q_error_;  ///< of the error estimate
};

}  // namespace slipstick::baseline
