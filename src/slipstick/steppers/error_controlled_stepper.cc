#include "slipstick/steppers/error_controlled_stepper.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "slipstick/contact/contact_reports.h"
#include "slipstick/core/error.h"
#include "slipstick/dynamics/configuration.h"
#include "slipstick/steppers/registry.h"

namespace slipstick::steppers {
namespace {

/// s; where forces are finite, and where velocities jump: within 1 µs no position moves far.
constexpr double kSmallestStep = 1e-9, kSmallestJumpingStep = 1e-6;
/// Of what is to be covered: steps never become shorter.
constexpr double kSmallestShare = 1e-6;
/// Steps that missed the accuracy, after which the rest is taken as it comes.
constexpr int kMostInaccurate = 100;

constexpr double kUnknownError = std::numeric_limits<double>::infinity();

double SmallestStep(const ErrorControl& control) {
  if (control.smallest_step > 0.0) return control.smallest_step;
  return control.velocities_jump ? kSmallestJumpingStep : kSmallestStep;
}

void AddWorks(const EnergyReport& part, EnergyReport& energy) {
  energy.actuation_work += part.actuation_work;
  energy.joint_work += part.joint_work;
  energy.contact_work += part.contact_work;
}

}  // namespace

ErrorControlledStepper::ErrorControlledStepper(std::unique_ptr<Stepper> inner, const ErrorControl& control)
    : Stepper(inner->world()),
      inner_(std::move(inner)),
      rule_(control.accuracy, control.order),
      smallest_step_(SmallestStep(control)),
      velocities_jump_(control.velocities_jump),
      driven_(world().model()),
      difference_(world().model().nv()) {
  if (!(control.accuracy > 0.0 && std::isfinite(control.accuracy)))
    throw InputError(
        fmt::format("error control: accuracy = {}, must be a number above 0.", control.accuracy));
}

/// As many steps as it takes, one after the other.
void ErrorControlledStepper::Advance(const Actuation& actuation, double h, State& state, StepReport& report) {
  const double start = state.t, smallest = std::max(smallest_step_, kSmallestShare * h);
  report.substeps = 0;
  for (double left = h; left > 0.0;) {
    if (report.inaccurate >= kMostInaccurate) report.status = StepStatus::kNotConverged;
    const bool is_hopeless = report.status != StepStatus::kOk;
    const Attempt step = FindStep(actuation, left, is_hopeless ? left : smallest, state, report);
    if (!contact::Advanced(step.status)) {
      report.status = step.status;
      break;
    }
    Accept(step, h, report);
    std::swap(state, trial_);
    left -= step.length;
  }
  state.t = start;  // Stepper::Step counts the time
  PassPhasesOn();
}

/// Tries shorter and shorter steps until one is accurate, or can be no shorter. trial_ is the state after it.
ErrorControlledStepper::Attempt ErrorControlledStepper::FindStep(const Actuation& actuation, double left,
                                                                 double smallest, const State& state,
                                                                 StepReport& report) {
  double wanted = state.next_step > 0.0 ? std::max(state.next_step, smallest) : left;
  Attempt longer{StepStatus::kOk, 0.0, kUnknownError, kUnknownError, 1};
  while (true) {
    const Attempt step = Try(actuation, StepSizeRule::Cut(wanted, left), state, report);
    const StepSizeRule::Verdict verdict = rule_.Judge(step.error, step.length);
    if (verdict.accepted || step.length <= smallest) {
      const bool tells_little = StepSizeRule::IsCutShort(step.length, wanted);
      trial_.next_step = std::max(tells_little ? wanted : smallest, verdict.next);
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

/// A velocity jumps somewhere within both: shorter steps are no better. Positions do not jump, and can be
/// asked to be accurate.
bool ErrorControlledStepper::IsJump(const Attempt& longer, const Attempt& shorter) const {
  return velocities_jump_ && longer.position_error <= rule_.accuracy() && std::isfinite(shorter.error) &&
         shorter.error >= longer.error;
}

/// The whole step, and, unless it knows its own error or failed, its halves.
ErrorControlledStepper::Attempt ErrorControlledStepper::Try(const Actuation& actuation, double length,
                                                            const State& state, StepReport& report) {
  trial_ = state;
  StepStatus status = Substep(0, actuation, length, trial_, report);
  if (status != StepStatus::kOk) return {status, length, kUnknownError, kUnknownError, 1};
  if (const double own = parts_[0].error_estimate; own >= 0.0) return {status, length, own, own, 1};

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

/// A step of the inner stepper, with its report kept as that of this part.
StepStatus ErrorControlledStepper::Substep(int part, const Actuation& actuation, double length, State& state,
                                           StepReport& report) {
  if (drive_) {
    driven_ = actuation;
    drive_(state.t + length, driven_);
  }
  inner_->set_timer(timer() != nullptr ? &phases_ : nullptr);
  parts_[part] = inner_->Step(drive_ ? driven_ : actuation, length, state);
  report.iterations += parts_[part].iterations;  // those of rejected steps are work, too
  report.evaluations += parts_[part].evaluations;
  return parts_[part].status;
}

/// What an accepted step adds to the report of all: forces are means over h, energies those of the first,
/// works are sums.
void ErrorControlledStepper::Accept(const Attempt& step, double h, StepReport& report) {
  const double share = step.length / step.parts / h;
  for (int i = 0; i < step.parts; ++i) {
    const StepReport& part = parts_[i];
    if (report.substeps == 0 && i == 0)
      report.energy = part.energy;
    else
      AddWorks(part.energy, report.energy);
    for (ContactReport contact : part.contacts) {
      contact.force = share * contact.force;
      contact::AddContact(contact, report.contacts);
    }
    report.residual = std::max(report.residual, part.residual);
    if (*part.algorithm != 0) report.algorithm = part.algorithm;
  }
  if (std::isfinite(step.error)) report.error_estimate = std::max(report.error_estimate, step.error);
  if (!(step.error <= rule_.accuracy())) ++report.inaccurate;
  report.status = std::max(report.status, step.status);
  report.shortest = report.substeps == 0 ? step.length : std::min(report.shortest, step.length);
  report.longest = std::max(report.longest, step.length);
  ++report.substeps;
}

/// The phases of the inner steps are those of this one; their number is not.
void ErrorControlledStepper::PassPhasesOn() {
  if (timer() == nullptr) return;
  for (int phase = 0; phase < kNumPhases; ++phase)
    timer()->Add(static_cast<Phase>(phase), phases_.seconds(static_cast<Phase>(phase)));
  phases_ = {};
}

std::unique_ptr<ErrorControlledStepper> MakeErrorControlled(const std::string& name, const World& world,
                                                            double accuracy, const FieldValues& options) {
  const StepperTraits& traits = FindStepper(name).traits;
  ErrorControl control;
  control.accuracy = accuracy;
  control.order = traits.order;
  control.velocities_jump = traits.contact == ContactModel::kRigid;
  return std::make_unique<ErrorControlledStepper>(MakeStepper(name, world, options), control);
}

}  // namespace slipstick::steppers
