#include "slipstick/steppers/baseline/implicit_euler_stepper.h"

#include <algorithm>

#include "slipstick/dynamics/configuration.h"

namespace slipstick::baseline {

// --- equations ---

EulerEquations::EulerEquations(const World& world, const laws::CompliantOptions& contact)
    : NewtonEquations(InertiaOfDofs(world)), world_(world), dynamics_(world, contact) {
  q_ = world.model().neutral();
  d_start_ = v_start_ = v_ = a_ = displacement_ = Eigen::VectorXd::Zero(world.model().nv());
}

void EulerEquations::BeginEuler(const Start& start) {
  start_ = &start;
  seconds_ = start.h;
  d_start_.setZero();
  v_start_ = start.state.v;
}

bool EulerEquations::BeginTrapezoid(const Start& start) {
  start_ = &start;
  seconds_ = 0.5 * start.h;
  dynamics_.EvaluateStart(start.first, start.h, start.state);
  if (!dynamics_.Accelerate(a_)) return false;
  d_start_ = seconds_ * start.state.v;
  v_start_ = start.state.v + seconds_ * a_;
  return true;
}

void EulerEquations::Evaluate(const Eigen::VectorXd& v) {
  v_ = v;
  displacement_ = d_start_ + seconds_ * v;
  dynamics::Integrate<double>(world_.model(), start_->state.q, displacement_, View<double>(q_));
  a_ = (v - v_start_) / seconds_;
  dynamics_.Evaluate(*start_, q_, v_, a_, residual_.data());
}

void EulerEquations::Form(View<double> rows) {
  std::copy(dynamics_.by_q.begin(), dynamics_.by_q.end(), rows.begin());
  dynamics::ToDerivativesByTangent(world_.model(), displacement_, rows);
  for (int i = 0; i < rows.size(); ++i) rows[i] = seconds_ * rows[i] + dynamics_.by_v[i];
  dynamics_.AddMass(seconds_, size(), rows.data());
}

// --- the step ---

ImplicitEulerStepper::ImplicitEulerStepper(const World& world, const Options& options)
    : SubsteppingStepper(world, options.max_substeps),
      options_(options),
      equations_(world, options.contact),
      newton_(world.model().nv(), options.newton) {
  CheckLineSearch(options.newton, options.contact);
  q_end_ = world.model().neutral();
  v_ = v_other_ = q_error_ = dq_ = dv_ = Eigen::VectorXd::Zero(world.model().nv());
}

void ImplicitEulerStepper::BeginStep() {
  newton_.set_timer(timer());
  newton_.DiscardMatrices();
}

/// Without convergence the state changes only in a sub-step of the smallest length.
ImplicitEulerStepper::Result ImplicitEulerStepper::AdvanceSubstep(const Substep& substep, State& state,
                                                                  StepReport& report) {
  if (substep.is_first()) {
    equations_.dynamics().EvaluateStart(substep.actuation, substep.h, state);
    equations_.dynamics().contacts().ReportEnergy(report.energy);
  }
  const Start start{substep.actuation, substep.h, state, timer(),
                    first_ != nullptr ? *first_ : substep.actuation};
  v_ = state.v;
  const bool solved = Solve(start, report) && (!options_.error_estimate || EstimateError(start, report));
  if (!contact::Advanced(report.status)) return Result::kFailed;
  if (!solved && !substep.accepts_failure) return Result::kTooLong;
  if (!solved) report.status = StepStatus::kNotConverged;
  Finish(start, substep.fraction, state, report);
  return Result::kDone;
}

bool ImplicitEulerStepper::Solve(const Start& start, StepReport& report) {
  equations_.BeginEuler(start);
  const NewtonOutcome outcome = newton_.Solve(equations_, v_);
  Count(outcome, report);
  report.residual = contact::LargerResidual(report.residual, outcome.residual);
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
  ImplicitDynamics& dynamics = equations_.dynamics();
  dq_ = equations_.displacement();
  dv_ = v_ - state.v;
  dynamics.problem().Commit(dynamics.contacts().FindOutcomes({start.h, 0.0, dv_, dq_}), {dq_, dv_, weight},
                            state, report);
}

}  // namespace slipstick::baseline
