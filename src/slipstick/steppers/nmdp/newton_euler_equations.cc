#include "slipstick/steppers/nmdp/newton_euler_equations.h"

#include <algorithm>

#include "slipstick/dynamics/body_frame.h"
#include "slipstick/dynamics/energy.h"
#include "slipstick/dynamics/inverse_dynamics.h"

namespace slipstick::nmdp {

NewtonEulerEquations::NewtonEulerEquations(const World& world)
    : StepEquations(world),
      stiffness_(world, {}),
      derivatives_(world.model()),
      by_x_(static_cast<size_t>(world.model().nv()) * world.model().nv()),
      by_q_(world.model().nv()),
      a_(Eigen::VectorXd::Zero(world.model().nv())) {}

void NewtonEulerEquations::EvaluateInertia() {
  const Model& model = world_.model();
  a_ = (v_ - start_->v) / h_;  // (2), with the length of the sub-step
  residual_ = dynamics::InverseDynamicsAtCurrentPoses<double>(model, v_, a_, ws_);
  for (const BodyLoad& load : loads_)
    dynamics::AddForceAt(model, ws_, load.body, load.p_W, -load.force, -load.moment, residual_.data());
}

/// ∂G/∂q + (∂G/∂v + M/h) / h, since v = d/h and a = (v - v₋)/h.
void NewtonEulerEquations::Differentiate(dynamics::TreeMatrix& by_x) {
  const Model& model = world_.model();
  const int nv = model.nv();
  dynamics::InverseDynamicsDerivativesAtCurrentPoses<double>(model, v_, a_, ws_, derivatives_);
  std::vector<double>& by_v = derivatives_.tau_by_v;
  for (int k = 0; k < nv; ++k) {
    by_v[k * nv + k] -= joints_.by_v[k];
    const double* M = &ws_.M[model.diagonal_entry(k)];
    by_v[k * nv + k] += *M / h_;
    for (int j = model.dof_parent()[k]; j >= 0; j = model.dof_parent()[j]) {
      --M;
      by_v[k * nv + j] += *M / h_;
      by_v[j * nv + k] += *M / h_;
    }
  }
  std::fill(by_x_.begin(), by_x_.end(), 0.0);
  for (const BodyLoad& load : loads_)
    stiffness_.AddWrench(ws_, load.body, load.p_W, load.force, load.moment, by_x_.data());
  for (int k = 0; k < nv; ++k) {
    ToDerivativeByX(&by_v[k * nv]);
    by_x_[k * nv + k] += joints_.by_q[k];
  }
  for (int i = 0; i < nv * nv; ++i) by_x_[i] = derivatives_.tau_by_q[i] - by_x_[i] + by_v[i] / h_;
  by_x.SetFromDense(model, by_x_);
}

double NewtonEulerEquations::KineticEnergy() {
  return slipstick::dynamics::KineticEnergy<double>(world_.model(), v_, ws_);
}

/// M v / h as a derivative by x, plus the derivative of M.
void NewtonEulerEquations::DifferentiateEnergy(View<double> by_x) {
  const Model& model = world_.model();
  std::fill(by_x.begin(), by_x.end(), 0.0);
  for (int k = 0; k < model.nv(); ++k) {
    const double* M = &ws_.M[model.diagonal_entry(k)];
    by_x[k] += *M * v_[k];
    for (int j = model.dof_parent()[k]; j >= 0; j = model.dof_parent()[j]) {
      --M;
      by_x[k] += *M * v_[j];
      by_x[j] += *M * v_[k];
    }
  }
  ToDerivativeByX(by_x.data());
  dynamics::KineticEnergyGradient(model, v_, ws_, by_q_);
  for (int k = 0; k < model.nv(); ++k) by_x[k] = by_x[k] / h_ + by_q_[k];
}

}  // namespace slipstick::nmdp
