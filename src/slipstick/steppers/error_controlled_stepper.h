// Accuracy instead of a time step: any stepper, with steps as short as its error asks for.
//
//   auto stepper = MakeErrorControlled("implicit-euler", world, 1e-3);
//   const StepReport& report = stepper->Step(actuation, 10e-3, state);   // 10 ms, in report.substeps steps
//
// Step(actuation, h, state) covers exactly h, so that whoever calls looks at the instants that he wants to
// see. A step within is done once as a whole and once in two halves. Their difference is the error,
//
//   error = max over dofs of max(|Δv| · 1 s, |Δq|)        Δq on the manifold; m, rad, m/s and rad/s alike
//
// and the halves, which are better, are what counts. For order p the difference is 2^p - 1 times what the
// halves are wrong by: equal for first order, on the safe side for higher ones, whose order is lost where
// contacts begin and end. A stepper that estimates its own error (StepReport::error_estimate) does the whole
// step only. steppers/step_size_rule.h says how long the next step is.
//
// Memory: the length to try next is State::next_step.
//
// Where velocities jump, no step is short enough. With rigid contacts a step is accepted all the same if a
// shorter one is no better and its positions are accurate; and any stepper's, if it has become as short as
// `smallest_step`. The report counts both (`inaccurate`).
//
// Iterations in the report are those of all steps that were tried. Failure: kNotConverged if a step as short
// as allowed could not be solved to its tolerance, or a hundred missed the accuracy: the rest of h is taken
// in one step then. Statuses of steps that cannot be done are passed on. Limits: errors are those of single
// steps; what they add up to by the end is another matter.
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
  bool velocities_jump = false;  ///< contacts are rigid
  double smallest_step = 0.0;    ///< s; 0: 1 ns, and 1 µs where velocities jump
};

class ErrorControlledStepper : public Stepper {
 public:
  /// InputError unless the accuracy is a number above 0.
  ErrorControlledStepper(std::unique_ptr<Stepper> inner, const ErrorControl& control);

  /// Forces that change within Step: before every step within, and each of its halves, `drive` gets the time
  /// of its end and the actuation that was given, to change it. Null for none.
  using Drive = std::function<void(double t, Actuation& actuation)>;
  void set_drive(Drive drive) { drive_ = std::move(drive); }

 private:
  void Advance(const Actuation& actuation, double h, State& state, StepReport& report) override;

  /// A step that was tried. Its reports are parts_, the state after it is trial_.
  struct Attempt {
    StepStatus status;
    double length;
    double error, position_error;  ///< infinite if it was not solved
    int parts;
  };
  Attempt FindStep(const Actuation& actuation, double left, double smallest, const State& state,
                   StepReport& report);
  bool IsJump(const Attempt& longer, const Attempt& shorter) const;
  Attempt Try(const Actuation& actuation, double length, const State& state, StepReport& report);
  StepStatus Substep(int part, const Actuation& actuation, double length, State& state, StepReport& report);
  void Accept(const Attempt& step, double h, StepReport& report);
  void PassPhasesOn();

  std::unique_ptr<Stepper> inner_;
  StepSizeRule rule_;
  double smallest_step_;
  bool velocities_jump_;
  Drive drive_;
  Actuation driven_;
  State whole_, trial_;
  std::array<StepReport, 2> parts_;
  PhaseTimer phases_;
  Eigen::VectorXd difference_;
};

/// A stepper by its name, with options (steppers/registry.h). The world must outlive it.
std::unique_ptr<ErrorControlledStepper> MakeErrorControlled(const std::string& name, const World& world,
                                                            double accuracy, const FieldValues& options = {});

}  // namespace slipstick::steppers
