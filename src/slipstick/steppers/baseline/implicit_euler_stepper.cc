#include "slipstick/steppers/baseline/implicit_euler_stepper.h"

#include <algorithm>

#include "slipstick/dynamics/configuration.h"
#include "slipstick/steppers/substeps.h"

namespace slipstick::baseline {

ImplicitEulerStepper::ImplicitEulerStepper(const World& world, const Options& options)
    : Stepper(world),
      options_(options),
      equations_(world, options.contact),
      newton_(world.model().nv(), options.newton) {
  CheckLineSearch(options.newton, options.contact);
  q_end_ = world.model().neutral();
  v_ = v_other_ = q_error_ = path_ = Eigen::VectorXd::Zero(world.model().nv());
}

void ImplicitEulerStepper::Advance(const Actuation& actuation, double h, State& state, StepReport& report) {
  newton_.set_timer(timer());
  newton_.DiscardMatrices();
  equations_.motion().ReportEnergyAt(state, report.energy);
  report.substeps = 0;
  steppers::AdvanceInSubsteps(options_.max_substeps, [&](double weight, bool is_smallest) {
    const Start start{actuation, weight * h, state, timer(), first_ != nullptr ? *first_ : actuation};
    const bool solved = AdvanceSubstep(start, weight, is_smallest, state, report);
    if (!contact::Advanced(report.status)) return steppers::SubstepResult::kGiveUp;
    if (!solved && !is_smallest) return steppers::SubstepResult::kTooLong;
    ++report.substeps;
    return steppers::SubstepResult::kDone;
  });
}

/// False if Newton's method fails. The state then changes only in a sub-step of the smallest length.
bool ImplicitEulerStepper::AdvanceSubstep(const Start& start, double weight, bool is_smallest, State& state,
                                          StepReport& report) {
  v_ = state.v;
  const bool solved = Solve(start, report) && (!options_.error_estimate || EstimateError(start, report));
  if (!contact::Advanced(report.status) || (!solved && !is_smallest)) return false;
  if (!solved) report.status = StepStatus::kNotConverged;
  Finish(start, weight, state, report);
  return solved;
}

bool ImplicitEulerStepper::Solve(const Start& start, StepReport& report) {
  equations_.BeginEuler(start);
  const NewtonOutcome outcome = newton_.Solve(equations_, v_);
  Count(outcome, report);
  report.residual = std::max(report.residual, outcome.residual);
  if (!outcome.is_finite) report.status = StepStatus::kDiverged;
  return outcome.converged;
}

/// Starts from the solution of implicit Euler, and evaluates the equations there again at the end.
bool ImplicitEulerStepper::EstimateError(const Start& start, StepReport& report) {
  const Model& model = world().model();
  q_end_ = equations_.q();
  v_other_ = v_;
  ++report.evaluations;
  bool solved = equations_.BeginTrapezoid(start);
  if (solved) {
    const NewtonOutcome outcome = newton_.Solve(equations_, v_other_);
    Count(outcome, report);
    solved = outcome.converged;
    dynamics::Difference<double>(model, q_end_, equations_.q(), View<double>(q_error_));
  }
  if (solved) {
    const double error =
        std::max((v_ - v_other_).lpNorm<Eigen::Infinity>(), q_error_.lpNorm<Eigen::Infinity>());
    report.error_estimate = std::max(report.error_estimate, 0.0) + error;
  }
  equations_.BeginEuler(start);
  equations_.Evaluate(v_);
  ++report.evaluations;
  return solved;
}

void ImplicitEulerStepper::Count(const NewtonOutcome& outcome, StepReport& report) const {
  report.iterations += outcome.iterations;
  report.evaluations += outcome.evaluations + 2 * world().model().nv() * outcome.jacobians;
}

/// The equations must be evaluated at the end of the sub-step.
void ImplicitEulerStepper::Finish(const Start& start, double weight, State& state, StepReport& report) {
  EquationOfMotion& motion = equations_.motion();
  path_ = (0.5 * start.h) * (state.v + v_);
  motion.AddWork(equations_.displacement(), path_, 1.0, report.energy);
  motion.ReportContacts(start.h, weight, laws::EvaluatedAt::kEnd, equations_.displacement(),
                        equations_.displacement(), report);
  motion.StoreMemory(equations_.q(), v_, start.h, laws::EvaluatedAt::kEnd, state);
  state.q = equations_.q();
  state.v = v_;
}

}  // namespace slipstick::baseline
