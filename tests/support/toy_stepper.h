// The stepper of docs/adding-a-stepper.md: symplectic Euler. The tests of steppers_test and physics_test run
// on it through the registry without naming it: a stepper needs no more than this.
#pragma once

#include "slipstick/contact/compliant_contacts.h"
#include "slipstick/core/fields.h"
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
  contact::StepProblem problem_;
  contact::CompliantContacts contacts_;
  Eigen::VectorXd dq_, dv_;
};

}  // namespace slipstick::support
