// Convergence control: a step that fails is retried as two half-length sub-steps, recursively.
#pragma once

#include "slipstick/steppers/stepper.h"

namespace slipstick::steppers {

class SubsteppingStepper : public Stepper {
 protected:
  /// Sub-steps are not shorter than 1 / `max_substeps` of the step (rounded down to a power of two).
  SubsteppingStepper(const World& world, int max_substeps) : Stepper(world), max_substeps_(max_substeps) {}

  struct Substep {
    const Actuation& actuation;
    double h;
    double fraction;       ///< of the step
    bool accepts_failure;  ///< keep the best iterate: this is the smallest one, or another one has failed
    bool can_be_split;     ///< it is not the smallest, so kTooLong is allowed
    /// The first attempt, the whole step.
    bool is_first() const { return fraction == 1.0; }
  };
  enum class Result {
    kDone,
    kTooLong,  ///< rejected: retry as two half-length sub-steps, if it can be split
    kFailed,   ///< and with it the whole step; the status of the report says why
  };
  virtual void BeginStep() {}
  /// Advances the state by one sub-step.
  virtual Result AdvanceSubstep(const Substep& substep, State& state, StepReport& report) = 0;

 private:
  void Advance(const Actuation& actuation, double h, State& state, StepReport& report) final;

  int max_substeps_;
};

}  // namespace slipstick::steppers
