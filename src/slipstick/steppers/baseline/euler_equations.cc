#include "slipstick/steppers/baseline/euler_equations.h"

#include "slipstick/core/rotation.h"
#include "slipstick/dynamics/configuration.h"

namespace slipstick::baseline {

EulerEquations::EulerEquations(const World& world, const laws::CompliantOptions& contact)
    : NewtonEquations(InertiaOfDofs(world)), world_(world), dynamics_(world, contact) {
  q_ = world.model().neutral();
  d_start_ = v_start_ = v_ = a_ = displacement_ = Eigen::VectorXd::Zero(world.model().nv());
}

void EulerEquations::BeginEuler(const Start& start) {
  start_ = &start;
  seconds_ = start.h;
  d_start_.setZero();
  v_start_ = start.state.v;
}

bool EulerEquations::BeginTrapezoid(const Start& start) {
  start_ = &start;
  seconds_ = 0.5 * start.h;
  dynamics_.EvaluateStart(start.first, start.h, start.state);
  if (!dynamics_.Accelerate(a_)) return false;
  d_start_ = seconds_ * start.state.v;
  v_start_ = start.state.v + seconds_ * a_;
  return true;
}

void EulerEquations::Evaluate(const Eigen::VectorXd& v) {
  v_ = v;
  displacement_ = d_start_ + seconds_ * v;
  dynamics::Integrate<double>(world_.model(), start_->state.q, displacement_, View<double>(q_));
  a_ = (v - v_start_) / seconds_;
  dynamics_.Evaluate(*start_, q_, v_, a_, residual_.data());
}

void EulerEquations::Form(View<double> rows) {
  std::copy(dynamics_.by_q.begin(), dynamics_.by_q.end(), rows.begin());
  ApplyIntegrateJacobian(rows);
  for (int i = 0; i < rows.size(); ++i) rows[i] = seconds_ * rows[i] + dynamics_.by_v[i];
  dynamics_.AddMass(seconds_, size(), rows.data());
}

/// ∂r/∂q · ∂integrate/∂d, which is the left Jacobian of d for rotations and the identity otherwise.
void EulerEquations::ApplyIntegrateJacobian(View<double> rows) const {
  const Model& model = world_.model();
  for (const Joint& joint : model.joints()) {
    if (joint.nq == joint.nv) continue;
    const int at = joint.v + joint.nv - 3;
    const Mat3<double> J = LeftJacobian({displacement_[at], displacement_[at + 1], displacement_[at + 2]});
    for (int k = 0; k < model.nv(); ++k) {
      double* row = &rows[k * model.nv() + at];
      const Vec3<double> turned = TransposeTimes(J, Vec3<double>{row[0], row[1], row[2]});
      row[0] = turned.x, row[1] = turned.y, row[2] = turned.z;
    }
  }
}

}  // namespace slipstick::baseline
