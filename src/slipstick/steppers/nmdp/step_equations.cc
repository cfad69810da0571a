#include "slipstick/steppers/nmdp/step_equations.h"

#include <cmath>

#include "slipstick/core/convert.h"
#include "slipstick/core/rotation.h"
#include "slipstick/dynamics/body_frame.h"
#include "slipstick/dynamics/configuration.h"

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

}  // namespace slipstick::nmdp
