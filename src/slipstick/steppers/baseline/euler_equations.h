// The equations of implicit Euler and of the implicit trapezoidal rule, which differ in constants only.
//
//   q⁺ = integrate(q, d₀ + s v⁺)
//   r(v⁺) = inverse dynamics(q⁺, v⁺, (v⁺ - v₀)/s) - τ(q⁺, v⁺) - J(q⁺)ᵀ λ(q⁺, v⁺)
//
//   implicit Euler      s = h,     d₀ = 0,         v₀ = v
//   trapezoidal rule    s = h/2,   d₀ = h/2 v,     v₀ = v + h/2 a(q, v)
//
// The first equation gives q⁺ explicitly, so that the Newton system has the size of v:
//
//   ∂r/∂v⁺ = M/s + ∂r/∂v + ∂r/∂q · s ∂integrate/∂d
#pragma once

#include "slipstick/steppers/baseline/implicit_dynamics.h"
#include "slipstick/steppers/baseline/newton.h"

namespace slipstick::baseline {

class EulerEquations : public NewtonEquations {
 public:
  EulerEquations(const World& world, const laws::CompliantOptions& contact);

  void BeginEuler(const Start& start);
  /// Evaluates the acceleration at the start. False if M is singular there.
  bool BeginTrapezoid(const Start& start);

  void Evaluate(const Eigen::VectorXd& v) override;
  void Differentiate() override {
    const steppers::ScopedPhase timing(start_->timer, steppers::Phase::kDynamics);
    dynamics_.Differentiate();
  }
  void Form(View<double> rows) override;
  double LimitTransitions(const Eigen::VectorXd& dv, const contact::TransitionLimits& limits) const override {
    return dynamics_.LimitTransitions(dv, limits);
  }

  /// Results of the last Evaluate.
  const Eigen::VectorXd& q() const { return q_; }
  const Eigen::VectorXd& displacement() const { return displacement_; }
  ImplicitDynamics& dynamics() { return dynamics_; }

 private:
  void ApplyIntegrateJacobian(View<double> rows) const;

  const World& world_;
  ImplicitDynamics dynamics_;
  const Start* start_ = nullptr;
  Eigen::VectorXd d_start_, v_start_;  ///< d₀, v₀
  Eigen::VectorXd q_, v_, a_, displacement_;
};

}  // namespace slipstick::baseline
