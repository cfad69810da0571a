// Explicit Runge-Kutta methods of order 4: the classical one, and Gill's, which Wakisaka and Sugihara 2014
// (relaxed) use.
//
// Stages use the coordinates d of Integrate(q, d) around the start of the step, so that rotating bodies are
// integrated with the full order (Munthe-Kaas 1998). The program of Hammoud et al. 2022 (expo) averages
// velocities of different orientations and loses it.
//
// Assumptions: forces are smooth over a step. Where contacts open, close or slip, the order is lost for that
// step. Departures: anchors are constant during all stages; anchors of slipping contacts move once per step.
#pragma once

#include <vector>

#include "slipstick/contact/compliant_contacts.h"
#include "slipstick/core/fields.h"
#include "slipstick/steppers/butcher_tableau.h"
#include "slipstick/steppers/stepper.h"
#include "slipstick/steppers/traits.h"

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
  bool EvaluateStage(size_t i, const Actuation& actuation, double h, State& state, StepReport& report);
  void CombineRates(const std::vector<double>& weights, double h);

  steppers::ButcherTableau tableau_;
  contact::StepProblem problem_;
  contact::CompliantContacts contacts_;
  struct Rate {
    Eigen::VectorXd d, v;
  };
  std::vector<Rate> rates_;
  Eigen::VectorXd d_, dv_, stage_displacement_, q_, v_;
  State after_;  ///< contact and joint memory at the end of the step
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
