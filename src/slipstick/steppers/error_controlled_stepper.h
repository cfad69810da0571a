// Step-size control: any stepper, with sub-steps whose local error is below a given accuracy.
//
//   auto stepper = MakeErrorControlled("implicit-euler", world, 1e-3);
//   const StepReport& report = stepper->Step(actuation, 10e-3, state);   // 10 ms, in report.substeps steps
//
// Step(actuation, h, state) covers exactly h: h is the output interval. Each sub-step is computed once as a
// whole and once in two halves (step doubling). Their difference is the error estimate,
//
//   error = max over dofs of max(|Δv| · 1 s, |Δq|)        Δq on the manifold; m, rad, m/s and rad/s alike
//
// and the state after the halves, which is more accurate, is kept. For order p the difference is 2^p - 1
// times the error of the halves: equal to it for first order, conservative for higher orders, which are lost
// where contacts begin and end. If a stepper estimates its own error (StepReport::error_estimate), only the
// whole sub-step is computed. steppers/step_size_rule.h chooses the length of the next sub-step.
//
// Memory: the next length to try is State::next_step.
//
// Where velocities jump, shorter steps do not reduce the error. With rigid contacts a sub-step is accepted
// anyway if a shorter one has no smaller error and its positions are accurate. With any stepper it is
// accepted if it is as short as `smallest_step`. The report counts both (`inaccurate`).
//
// Iterations in the report include those of rejected sub-steps. Failure: kNotConverged if a sub-step of the
// smallest length could not be solved to its tolerance, or if a hundred sub-steps missed the accuracy; the
// rest of h is then taken in one sub-step. Statuses of steps that fail are passed on. Limits: only local
// errors are controlled, not the global error.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <string>

#include "slipstick/core/fields.h"
#include "slipstick/steppers/step_size_rule.h"
#include "slipstick/steppers/stepper.h"

namespace slipstick::steppers {

struct ErrorControl {
  double accuracy = 1e-3;        ///< largest error of a step, m, rad, m/s, rad/s
  int order = 1;                 ///< of the stepper (StepperTraits)
  bool velocities_jump = false;  ///< rigid contacts
  double smallest_step = 0.0;    ///< s; 0: 1 ns, and 1 µs where velocities jump
};

class ErrorControlledStepper : public Stepper {
 public:
  /// InputError unless the accuracy is finite and > 0.
  ErrorControlledStepper(std::unique_ptr<Stepper> inner, const ErrorControl& control);

  /// Actuation that changes within Step: called before every sub-step, and before each of its halves, with
  /// the time at its end and a copy of the actuation given to Step, which it may change. Null for none.
  using ActuationCallback = std::function<void(double t, Actuation& actuation)>;
  void set_actuation_callback(ActuationCallback callback) { actuation_callback_ = std::move(callback); }

 private:
  void Advance(const Actuation& actuation, double h, State& state, StepReport& report) override;

  /// A computed sub-step. Its reports are reports_, the state after it is trial_.
  struct Attempt {
    StepStatus status;
    double length;
    double error, position_error;  ///< infinite if it was not solved
    int num_reports;
  };
  Attempt FindStep(const Actuation& actuation, double left, double smallest, const State& state,
                   StepReport& report);
  bool IsJump(const Attempt& longer, const Attempt& shorter) const;
  Attempt Try(const Actuation& actuation, double length, const State& state, StepReport& report);
  StepStatus Substep(int half, const Actuation& actuation, double length, State& state, StepReport& report);
  void Accept(const Attempt& step, double h, StepReport& report);

  std::unique_ptr<Stepper> inner_;
  StepSizeRule rule_;
  double smallest_step_;
  bool velocities_jump_;
  ActuationCallback actuation_callback_;
  Actuation changed_actuation_;
  State whole_, trial_;
  std::array<StepReport, 2> reports_;  ///< of the whole sub-step, or of its halves
  PhaseTimer phases_;
  Eigen::VectorXd difference_;
};

/// A registered stepper (steppers/registry.h) with step-size control. The world must outlive it.
std::unique_ptr<ErrorControlledStepper> MakeErrorControlled(const std::string& name, const World& world,
                                                            double accuracy, const FieldValues& options = {});

}  // namespace slipstick::steppers
