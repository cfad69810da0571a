#include "slipstick/steppers/error_controlled_stepper.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "slipstick/contact/contact_outcome.h"
#include "slipstick/core/error.h"
#include "slipstick/dynamics/configuration.h"
#include "slipstick/steppers/registry.h"

namespace slipstick::steppers {
namespace {

/// s; for compliant contacts, and for rigid ones, where velocities jump: positions move little in 1 µs.
constexpr double kMinStep = 1e-9, kMinJumpingStep = 1e-6;
/// Smallest sub-step as a fraction of the whole step.
constexpr double kMinFraction = 1e-6;
/// Inaccurate sub-steps after which the rest of the step is taken without control.
constexpr int kMaxInaccurate = 100;

constexpr double kUnknownError = std::numeric_limits<double>::infinity();

double SmallestStep(const ErrorControl& control) {
  if (control.smallest_step > 0.0) return control.smallest_step;
  return control.velocities_jump ? kMinJumpingStep : kMinStep;
}

void AddWorks(const EnergyReport& substep, EnergyReport& energy) {
  energy.actuation_work += substep.actuation_work;
  energy.joint_work += substep.joint_work;
  energy.contact_work += substep.contact_work;
}

}  // namespace

ErrorControlledStepper::ErrorControlledStepper(std::unique_ptr<Stepper> inner, const ErrorControl& control)
    : Stepper(inner->world()),
      inner_(std::move(inner)),
      rule_(control.accuracy, control.order),
      smallest_step_(SmallestStep(control)),
      velocities_jump_(control.velocities_jump),
      changed_actuation_(world().model()),
      difference_(world().model().nv()) {
  if (!(control.accuracy > 0.0 && std::isfinite(control.accuracy)))
    throw InputError(
        fmt::format("step-size control: accuracy = {}, must be finite and > 0.", control.accuracy));
}

void ErrorControlledStepper::Advance(const Actuation& actuation, double h, State& state, StepReport& report) {
  const double start = state.t, smallest = std::max(smallest_step_, kMinFraction * h);
  report.substeps = 0;
  for (double left = h; left > 0.0;) {
    if (report.inaccurate >= kMaxInaccurate) report.status = StepStatus::kNotConverged;
    const bool accepts_any_error = report.status != StepStatus::kOk;
    const Attempt step = FindStep(actuation, left, accepts_any_error ? left : smallest, state, report);
    if (!contact::Advanced(step.status)) {
      report.status = step.status;
      break;
    }
    Accept(step, h, report);
    std::swap(state, trial_);
    left -= step.length;
  }
  state.t = start;  // Stepper::Step counts the time
  if (timer() != nullptr) timer()->TakePhases(phases_);
}

/// Tries shorter and shorter sub-steps until one is accurate or has the smallest length. trial_ is the state
/// after it.
ErrorControlledStepper::Attempt ErrorControlledStepper::FindStep(const Actuation& actuation, double left,
                                                                 double smallest, const State& state,
                                                                 StepReport& report) {
  double wanted = state.next_step > 0.0 ? std::max(state.next_step, smallest) : left;
  Attempt longer{StepStatus::kOk, 0.0, kUnknownError, kUnknownError, 1};
  while (true) {
    const Attempt step = Try(actuation, StepSizeRule::Truncate(wanted, left), state, report);
    const StepSizeRule::Verdict verdict = rule_.Judge(step.error, step.length);
    if (verdict.accepted || step.length <= smallest) {
      const bool truncated = StepSizeRule::IsTruncated(step.length, wanted);
      trial_.next_step = std::max(truncated ? wanted : smallest, verdict.next);
      return step;
    }
    ++report.rejected;
    if (IsJump(longer, step)) {
      const Attempt again = Try(actuation, longer.length, state, report);
      trial_.next_step = longer.length;
      return again;
    }
    const bool solved = step.status == StepStatus::kOk;
    wanted = std::max(smallest, solved ? verdict.next : StepSizeRule::AfterFailure(step.length));
    longer = step;
  }
}

/// True if a velocity jumps within both, so that shorter sub-steps are no more accurate. Positions do not
/// jump and must be accurate.
bool ErrorControlledStepper::IsJump(const Attempt& longer, const Attempt& shorter) const {
  return velocities_jump_ && longer.position_error <= rule_.accuracy() && std::isfinite(shorter.error) &&
         shorter.error >= longer.error;
}

/// Computes the whole sub-step, and its two halves unless the stepper estimates its own error or failed.
ErrorControlledStepper::Attempt ErrorControlledStepper::Try(const Actuation& actuation, double length,
                                                            const State& state, StepReport& report) {
  trial_ = state;
  StepStatus status = Substep(0, actuation, length, trial_, report);
  if (status != StepStatus::kOk) return {status, length, kUnknownError, kUnknownError, 1};
  if (const double own = reports_[0].error_estimate; own >= 0.0) return {status, length, own, own, 1};

  std::swap(whole_, trial_);
  trial_ = state;
  for (int half = 0; half < 2 && contact::Advanced(status); ++half)
    status = std::max(status, Substep(half, actuation, 0.5 * length, trial_, report));  // the worse one
  if (status != StepStatus::kOk) return {status, length, kUnknownError, kUnknownError, 2};
  dynamics::Difference<double>(world().model(), whole_.q, trial_.q, View<double>(difference_));
  const double position_error = difference_.lpNorm<Eigen::Infinity>();
  const double velocity_error = (trial_.v - whole_.v).lpNorm<Eigen::Infinity>();
  return {status, length, std::max(position_error, velocity_error), position_error, 2};
}

/// One step of the inner stepper; keeps its report in reports_[half].
StepStatus ErrorControlledStepper::Substep(int half, const Actuation& actuation, double length, State& state,
                                           StepReport& report) {
  if (actuation_callback_) {
    changed_actuation_ = actuation;
    actuation_callback_(state.t + length, changed_actuation_);
  }
  inner_->set_timer(timer() != nullptr ? &phases_ : nullptr);
  reports_[half] = inner_->Step(actuation_callback_ ? changed_actuation_ : actuation, length, state);
  report.iterations += reports_[half].iterations;  // rejected sub-steps count, too
  report.evaluations += reports_[half].evaluations;
  return reports_[half].status;
}

/// Adds an accepted sub-step to the report: forces are means over h, energies those at the start of the step,
/// works are sums.
void ErrorControlledStepper::Accept(const Attempt& step, double h, StepReport& report) {
  const double fraction = step.length / step.num_reports / h;
  for (int i = 0; i < step.num_reports; ++i) {
    const StepReport& substep = reports_[i];
    if (report.substeps == 0 && i == 0)
      report.energy = substep.energy;
    else
      AddWorks(substep.energy, report.energy);
    for (ContactReport contact : substep.contacts) {
      contact.force = fraction * contact.force;
      contact.velocity = fraction * contact.velocity;
      contact::AddContact(contact, report.contacts);
    }
    report.residual = contact::LargerResidual(report.residual, substep.residual);
    report.algorithm = contact::CombinedAlgorithm(report.algorithm, substep.algorithm);
  }
  if (std::isfinite(step.error)) report.error_estimate = std::max(report.error_estimate, step.error);
  if (!(step.error <= rule_.accuracy())) ++report.inaccurate;
  report.status = std::max(report.status, step.status);
  report.shortest = report.substeps == 0 ? step.length : std::min(report.shortest, step.length);
  report.longest = std::max(report.longest, step.length);
  ++report.substeps;
}

std::unique_ptr<ErrorControlledStepper> MakeErrorControlled(const std::string& name, const World& world,
                                                            double accuracy, const FieldValues& options) {
  const StepperTraits& traits = FindStepper(name).traits;
  const ErrorControl control{
      .accuracy = accuracy, .order = traits.order, .velocities_jump = traits.contact == ContactModel::kRigid};
  return std::make_unique<ErrorControlledStepper>(MakeStepper(name, world, options), control);
}

}  // namespace slipstick::steppers
