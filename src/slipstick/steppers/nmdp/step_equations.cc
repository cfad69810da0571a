#include "slipstick/steppers/nmdp/step_equations.h"

#include <algorithm>
#include <cmath>

#include "slipstick/contact/contact_stiffness.h"
#include "slipstick/core/convert.h"
#include "slipstick/core/rotation.h"
#include "slipstick/dynamics/body_frame.h"
#include "slipstick/dynamics/configuration.h"
#include "slipstick/dynamics/derivatives.h"
#include "slipstick/dynamics/energy.h"
#include "slipstick/dynamics/inverse_dynamics.h"
#include "slipstick/dynamics/mass_matrix.h"
#include "slipstick/dynamics/position_based.h"

namespace slipstick::nmdp {

StepEquations::StepEquations(const World& world)
    : world_(world),
      start_problem_(world, {.joints = contact::JointTreatment::kExplicit}),
      end_problem_(world, {.joints = contact::JointTreatment::kExplicit}),
      ws_(end_problem_.workspace()),
      joints_(end_problem_.joints().forces()) {
  const Model& model = world.model();
  q_ = model.neutral();
  v_ = residual_ = displacement_ = dv_ = Eigen::VectorXd::Zero(model.nv());
  for (const Joint& joint : model.joints())
    if (joint.nq > joint.nv) rotations_.push_back(joint.v + joint.nv - 3);
}

void StepEquations::Begin(const Actuation& actuation, double h, const State& state) {
  actuation_ = &actuation;
  start_ = &state;
  h_ = h;
  start_problem_.Evaluate({&actuation, h, &state, &state.q, &state.v});
}

void StepEquations::Place(const Eigen::VectorXd& v) {
  v_ = v;
  displacement_ = h_ * v;
  dynamics::Integrate<double>(world_.model(), start_->q, displacement_, View<double>(q_));
  end_problem_.EvaluatePoses({actuation_, h_, start_, &q_, &v_, nullptr, nullptr, laws::EvaluatedAt::kEnd});
}

void StepEquations::Evaluate(View<const BodyLoad> contact_loads) {
  const Model& model = world_.model();
  loads_.clear();
  for (const ExternalWrench& wrench : actuation_->wrenches)
    loads_.push_back({wrench.body, dynamics::ToWorld(model, ws_, wrench.body, FromEigen(wrench.p_B)),
                      FromEigen(wrench.force), FromEigen(wrench.moment)});
  loads_.insert(loads_.end(), contact_loads.begin(), contact_loads.end());
  EvaluateInertia();
  for (int k = 0; k < model.nv(); ++k) residual_[k] -= joints_.active[k] + joints_.passive[k];
}

void StepEquations::ToDerivativeByX(double* row) const {
  for (const int at : rotations_) {
    const Mat3<double> J =
        LeftJacobianInverse({displacement_[at], displacement_[at + 1], displacement_[at + 2]});
    const Vec3<double> turned = TransposeTimes(J, Vec3<double>{row[at], row[at + 1], row[at + 2]});
    row[at] = turned.x, row[at + 1] = turned.y, row[at + 2] = turned.z;
  }
}

void StepEquations::ToVelocity(const Eigen::VectorXd& dx, Eigen::VectorXd& dv) const {
  dynamics::TangentRate(world_.model(), displacement_, dx, View<double>(dv));
  dv /= h_;
}

double StepEquations::ResidualSpeed() const {
  double largest = 0.0;
  for (int k = 0; k < residual_.size(); ++k) {
    const double speed = std::abs(residual_[k]) * h_ / world_.joint_laws()[k].inertia;
    if (!(speed <= largest)) largest = speed;  // also if NaN
  }
  return largest;
}

void StepEquations::Commit(View<const contact::ContactOutcome> outcomes, double fraction, State& state,
                           StepReport& report) {
  dv_ = v_ - state.v;
  end_problem_.Commit(outcomes, {displacement_, dv_, fraction}, state, report);
}

namespace {

/// (1), (2) and (6).
class NewtonEulerEquations : public StepEquations {
 public:
  explicit NewtonEulerEquations(const World& world)
      : StepEquations(world),
        stiffness_(world, {}),
        derivatives_(world.model()),
        by_x_(static_cast<size_t>(world.model().nv()) * world.model().nv()),
        by_q_(world.model().nv()),
        a_(Eigen::VectorXd::Zero(world.model().nv())) {}

  /// ∂G/∂q + (∂G/∂v + M/h) / h, since v = d/h and a = (v - v₋)/h.
  void Differentiate(dynamics::TreeMatrix& by_x) override {
    const Model& model = world_.model();
    const int nv = model.nv();
    dynamics::InverseDynamicsDerivativesAtCurrentForces<double>(model, v_, a_, ws_, derivatives_);
    std::vector<double>& by_v = derivatives_.tau_by_v;
    ForEachOfMass([&](int k, int j, double M) { by_v[k * nv + j] += M / h_; });
    std::fill(by_x_.begin(), by_x_.end(), 0.0);
    for (const BodyLoad& load : loads_)
      stiffness_.AddWrench(ws_, load.body, load.p_W, load.force, load.moment, by_x_.data());
    for (int k = 0; k < nv; ++k) {
      by_v[k * nv + k] -= joints_.by_v[k];
      ToDerivativeByX(&by_v[k * nv]);
      by_x_[k * nv + k] += joints_.by_q[k];
    }
    for (int i = 0; i < nv * nv; ++i) by_x_[i] = derivatives_.tau_by_q[i] - by_x_[i] + by_v[i] / h_;
    by_x.SetFromDense(model, by_x_);
  }

  double KineticEnergy() override {
    return slipstick::dynamics::KineticEnergy<double>(world_.model(), v_, ws_);
  }

  /// M v / h as a derivative by x, plus the derivative of M.
  void DifferentiateEnergy(View<double> by_x) override {
    std::fill(by_x.begin(), by_x.end(), 0.0);
    ForEachOfMass([&](int k, int j, double M) { by_x[k] += M * v_[j]; });
    ToDerivativeByX(by_x.data());
    dynamics::KineticEnergyGradient(world_.model(), v_, ws_, by_q_);
    for (int k = 0; k < by_x.size(); ++k) by_x[k] = by_x[k] / h_ + by_q_[k];
  }

 private:
  void EvaluateInertia() override {
    const Model& model = world_.model();
    a_ = (v_ - start_->v) / h_;  // (2), with the length of the sub-step
    residual_ = dynamics::InverseDynamicsAtCurrentPoses<double>(model, v_, a_, ws_);
    for (const BodyLoad& load : loads_)
      dynamics::AddForceAt(model, ws_, load.body, load.p_W, -load.force, -load.moment, residual_.data());
  }

  contact::ContactStiffness stiffness_;
  DynamicsDerivatives<double> derivatives_;
  std::vector<double> by_x_;  ///< nv x nv, row-major
  std::vector<double> by_q_;  ///< derivative of the kinetic energy
  Eigen::VectorXd a_;
};

/// (4) and (12).
class PositionBasedEquations : public StepEquations {
 public:
  explicit PositionBasedEquations(const World& world)
      : StepEquations(world), inertia_(world.model()), q_before_(world.model().neutral()) {}

  void Begin(const Actuation& actuation, double h, const State& state) override {
    StepEquations::Begin(actuation, h, state);
    displacement_ = -h * state.v;
    dynamics::Integrate<double>(world_.model(), state.q, displacement_, View<double>(q_before_));
    inertia_.Begin(state.q, q_before_, h);
  }

  void Differentiate(dynamics::TreeMatrix& by_x) override {
    inertia_.Evaluate(q_, ws_, true);
    by_x = inertia_.hessian;
    for (int k = 0; k < world_.model().nv(); ++k)
      by_x.lower[world_.model().diagonal_entry(k)] -= joints_.by_q[k] + joints_.by_v[k] / h_;
  }

  double KineticEnergy() override {
    inertia_.EvaluateKineticEnergy(q_, ws_, false);
    return inertia_.kinetic_energy;
  }

  void DifferentiateEnergy(View<double> by_x) override {
    inertia_.EvaluateKineticEnergy(q_, ws_, false);
    std::copy(inertia_.kinetic_gradient.begin(), inertia_.kinetic_gradient.end(), by_x.begin());
    dynamics::MassMatrix<double>(world_.model(), q_, ws_);
  }

 private:
  void EvaluateInertia() override {
    inertia_.ClearForces();
    for (const BodyLoad& load : loads_) inertia_.AddWrench(load.body, load.p_W, load.force, load.moment);
    inertia_.Evaluate(q_, ws_, false);
    std::copy(inertia_.gradient.begin(), inertia_.gradient.end(), residual_.begin());
  }

  dynamics::PositionBasedDynamics inertia_;
  Eigen::VectorXd q_before_;
};

}  // namespace

std::unique_ptr<StepEquations> StepEquations::Make(const World& world, StepInertia inertia) {
  if (inertia == StepInertia::kNewtonEuler) return std::make_unique<NewtonEulerEquations>(world);
  return std::make_unique<PositionBasedEquations>(world);
}

}  // namespace slipstick::nmdp
