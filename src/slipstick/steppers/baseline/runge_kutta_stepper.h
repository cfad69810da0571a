// Explicit Runge-Kutta methods of order 4: the classical one, and Gill's, which Wakisaka and Sugihara 2014
// (relaxed) use.
//
// Assumptions: forces are smooth over a step. Where contacts open, close or slip, the order is lost for that
// step. Departures: anchors are constant during all stages; anchors of slipping contacts move once per step.
#pragma once

#include "slipstick/contact/compliant_contacts.h"
#include "slipstick/core/fields.h"
#include "slipstick/steppers/runge_kutta.h"
#include "slipstick/steppers/stepper.h"

namespace slipstick::baseline {

struct RungeKuttaOptions {
  laws::CompliantOptions contact;
  void Visit(FieldVisitor& visit) { contact.Visit(visit); }
};

class RungeKuttaStepper : public Stepper {
 public:
  using Options = RungeKuttaOptions;

 protected:
  RungeKuttaStepper(const World& world, const Options& options, steppers::ButcherTableau tableau);

 private:
  void Advance(const Actuation& actuation, double h, State& state, StepReport& report) override;
  bool EvaluateStage(int i, const Actuation& actuation, double h, State& state, StepReport& report);

  steppers::RungeKutta method_;
  contact::StepProblem problem_;
  contact::CompliantContacts contacts_;
  Eigen::VectorXd stage_displacement_;
};

class Rk4Stepper : public RungeKuttaStepper {
 public:
  Rk4Stepper(const World& world, const Options& options)
      : RungeKuttaStepper(world, options, steppers::ClassicalRungeKutta()) {}
};

class RkGillStepper : public RungeKuttaStepper {
 public:
  RkGillStepper(const World& world, const Options& options)
      : RungeKuttaStepper(world, options, steppers::GillRungeKutta()) {}
};

}  // namespace slipstick::baseline
