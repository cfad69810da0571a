// The stepper of docs/adding-a-stepper.md: symplectic Euler. All tests of steppers_test and the laws of
// physics_test run on it too, though none of them knows it, which is the proof that a stepper needs no more
// than this.
#pragma once

#include "slipstick/core/fields.h"
#include "slipstick/steppers/baseline/equation_of_motion.h"
#include "slipstick/steppers/stepper.h"

namespace slipstick::support {

class ToyStepper : public Stepper {
 public:
  struct Options {
    double drag = 0.0;
    void Visit(FieldVisitor& visit) {
      visit.Number("drag", drag, {0.0, 1e3}, "1/s", "the rate at which all velocities fade, as if in oil");
    }
  };
  ToyStepper(const World& world, const Options& options);

 private:
  void Advance(const Actuation& actuation, double h, State& state, StepReport& report) override;

  Options options_;
  baseline::EquationOfMotion motion_;
  Eigen::VectorXd displacement_;
};

}  // namespace slipstick::support
