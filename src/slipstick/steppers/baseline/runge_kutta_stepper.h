// Explicit Runge-Kutta methods of order 4: the classical one and Gill's, which paper 002 uses.
//
// The configuration moves in the coordinates d of Integrate(q, d) around the start of the step, so that
// turning bodies are integrated with the full order (Munthe-Kaas 1998; the program behind paper 000 averages
// velocities of different orientations and loses it).
//
// Assumptions: forces are smooth over a step. Where contacts open, close or slip, the order is lost for that
// step. Departures: anchors stay where they are at the start of the step for all stages; what slips is
// dragged along once per step.
#pragma once

#include <vector>

#include "slipstick/core/fields.h"
#include "slipstick/steppers/baseline/equation_of_motion.h"
#include "slipstick/steppers/stepper.h"

namespace slipstick::baseline {

/// Stage i starts from sum_j a[i][j] k_j (j < i); the step is sum_i b[i] k_i.
struct ButcherTableau {
  std::vector<std::vector<double>> a;
  std::vector<double> b;
};
ButcherTableau ClassicalRungeKutta();
ButcherTableau GillRungeKutta();

struct RungeKuttaOptions {
  laws::CompliantOptions contact;
  void Visit(FieldVisitor& visit) { steppers::VisitCompliantOptions(visit, contact); }
  void AdjustTraits(StepperTraits& traits) const { slipstick::steppers::AdjustTraits(contact, traits); }
};

class RungeKuttaStepper : public Stepper {
 public:
  using Options = RungeKuttaOptions;

 protected:
  RungeKuttaStepper(const World& world, const Options& options, ButcherTableau tableau);

 private:
  void Advance(const Actuation& actuation, double h, State& state, StepReport& report) override;
  void CombineRates(const std::vector<double>& weights, double h);

  ButcherTableau tableau_;
  EquationOfMotion motion_;
  struct Rate {
    Eigen::VectorXd d, v;
  };
  std::vector<Rate> rates_;
  Eigen::VectorXd d_, dv_, q_, v_;
  State after_;  ///< what will be remembered at the end of the step
};

class Rk4Stepper : public RungeKuttaStepper {
 public:
  Rk4Stepper(const World& world, const Options& options)
      : RungeKuttaStepper(world, options, ClassicalRungeKutta()) {}
};

class RkGillStepper : public RungeKuttaStepper {
 public:
  RkGillStepper(const World& world, const Options& options)
      : RungeKuttaStepper(world, options, GillRungeKutta()) {}
};

}  // namespace slipstick::baseline
