// Newton-Euler equations at the end of a step, Eqs. (1), (2) and (6) of Pan and Hauser 2020 (nmdp).
#pragma once

#include "slipstick/contact/contact_stiffness.h"
#include "slipstick/dynamics/derivatives.h"
#include "slipstick/steppers/nmdp/step_equations.h"

namespace slipstick::nmdp {

class NewtonEulerEquations : public StepEquations {
 public:
  explicit NewtonEulerEquations(const World& world);

  void Differentiate(dynamics::TreeMatrix& by_x) override;
  double KineticEnergy() override;
  void DifferentiateEnergy(View<double> by_x) override;

 private:
  void EvaluateInertia() override;

  contact::ContactStiffness stiffness_;
  DynamicsDerivatives<double> derivatives_;
  std::vector<double> by_x_;  ///< nv x nv, row-major
  std::vector<double> by_q_;  ///< derivative of the kinetic energy
  Eigen::VectorXd a_;
};

}  // namespace slipstick::nmdp
