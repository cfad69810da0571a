// The stepper of docs/adding-a-stepper.md: symplectic Euler. The tests of steppers_test and physics_test run
// on it through the registry without naming it: a stepper needs no more than this.
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
      visit.Number("drag", drag, {0.0, 1e3}, "1/s", "decay rate of all velocities");
    }
  };
  ToyStepper(const World& world, const Options& options);

 private:
  void Advance(const Actuation& actuation, double h, State& state, StepReport& report) override;

  Options options_;
  baseline::EquationOfMotion motion_;
  Eigen::VectorXd v_end_, displacement_, path_;
};

}  // namespace slipstick::support
