#include "slipstick/contact/joint_step.h"

#include "slipstick/contact/external_wrenches.h"

namespace slipstick::contact {
namespace {

/// A joint has two limits, and its friction is released once. Longer cycles between several joints are cut
/// off.
constexpr int kMaxRevisions = 8;

}  // namespace

JointStep::JointStep(const World& world, JointTreatment treatment)
    : world_(world), is_implicit_(treatment == JointTreatment::kImplicit), joints_(world) {
  for (auto* vector : {&added_inertia_, &external_, &dq_, &dv_}) vector->setZero(world.model().nv());
}

void JointStep::Begin(const Actuation& actuation, double h, const State& start, const Workspace<double>& ws) {
  actuation_ = &actuation;
  start_ = &start;
  h_ = h;
  revisions_ = 0;
  joints_.Evaluate(actuation, start.q, start.v, start.q_held);
  external_.setZero();
  AddExternalWrenches(world_.model(), ws, actuation, external_.data());
  if (is_implicit_) FindAddedInertia();
}

void JointStep::FindAddedInertia() {
  for (int k = 0; k < world_.model().nv(); ++k)
    added_inertia_[k] = -h_ * (joints_.by_v[k] + h_ * joints_.by_q[k]);  // M̂ - M of (S3)
}

void JointStep::FindImpulse(const Workspace<double>& ws, Eigen::VectorXd& impulse) const {
  for (int k = 0; k < world_.model().nv(); ++k)  // h (j + h j_q v + f_ext - bias) of (S4)
    impulse[k] =
        h_ * (joints_.active[k] + joints_.passive[k] +
              (is_implicit_ ? h_ * joints_.by_q[k] * start_->v[k] : 0.0) + external_[k] - ws.bias[k]);
}

void JointStep::FindMove(const Eigen::VectorXd& v_end) {
  dq_ = h_ * v_end;  // (S2)
  dv_ = v_end - start_->v;
}

bool JointStep::Revise(const Eigen::VectorXd& v_end) {
  if (!is_implicit_ || ++revisions_ > kMaxRevisions) return false;
  FindMove(v_end);
  const bool released = joints_.ReleaseFriction(dq_, dv_);
  const bool revised = joints_.ReviseLimits(start_->q, start_->v, dq_, dv_);
  if (released || revised) FindAddedInertia();
  return released || revised;
}

void JointStep::Finish(const Eigen::VectorXd& v_end, View<const char> moves, EnergyReport& energy,
                       State& state) {
  FindMove(v_end);
  if (is_implicit_) joints_.MoveAlong(*actuation_, dq_, dv_);
  for (int k = 0; k < dq_.size(); ++k) {
    if (!moves[k]) continue;
    energy.actuation_work += (joints_.active[k] + external_[k]) * dq_[k];
    energy.joint_work += joints_.passive[k] * dq_[k];
  }
  if (!world_.has_dry_friction()) return;
  held_ = state.q_held;
  joints_.StoreMemory(start_->q, v_end, h_, laws::EvaluatedAt::kStart, state.q_held);
  for (const Joint& joint : world_.model().joints())
    if (joint.nv > 0 && !moves[joint.v])
      state.q_held.segment(joint.q, joint.nq) = held_.segment(joint.q, joint.nq);
}

}  // namespace slipstick::contact
