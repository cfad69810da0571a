// Position-based dynamics at the end of a step, Eqs. (4) and (12) of Pan and Hauser 2020 (nmdp).
#pragma once

#include "slipstick/dynamics/position_based.h"
#include "slipstick/steppers/nmdp/step_equations.h"

namespace slipstick::nmdp {

class PositionBasedEquations : public StepEquations {
 public:
  explicit PositionBasedEquations(const World& world);

  void Begin(const Actuation& actuation, double h, const State& state) override;
  void Differentiate(dynamics::TreeMatrix& by_x) override;
  double KineticEnergy() override;
  void DifferentiateEnergy(View<double> by_x) override;

 private:
  void EvaluateInertia() override;

  dynamics::PositionBasedDynamics inertia_;
  Eigen::VectorXd q_before_;
};

}  // namespace slipstick::nmdp
