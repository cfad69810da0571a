#include "slipstick/laws/joint_forces.h"

#include <algorithm>
#include <cmath>

#include "slipstick/dynamics/configuration.h"

namespace slipstick::laws {

JointForces::JointForces(const World& world) : world_(world) {
  const int nv = world.model().nv();
  for (auto* numbers : {&active, &passive, &by_q, &by_v, &friction_}) numbers->resize(nv);
  for (auto* flags : {&at_limit, &slipping_}) flags->resize(nv);
  for (auto* vector : {&error_, &stretch_, &anchor_shift_}) vector->setZero(nv);
  const Model& model = world.model();
  for (int k = 0; k < nv; ++k) {
    const world::JointLaw& law = world.joint_laws()[k];
    const Joint& joint = model.joints()[model.dofs()[k].joint];
    if (std::isfinite(law.lower) || std::isfinite(law.upper))
      limited_.push_back({k, joint.q + k - joint.v, 0.0, 0.0, 0.0, 0.0, false});
    if (law.damping != 0.0) damped_.push_back(k);
  }
}

void JointForces::Evaluate(const Actuation& actuation, In<double> q, In<double> v,
                           const Eigen::VectorXd& q_held) {
  std::copy(actuation.tau.begin(), actuation.tau.end(), active.begin());
  for (auto* sums : {&passive, &by_q, &by_v}) std::fill(sums->begin(), sums->end(), 0.0);
  std::fill(at_limit.begin(), at_limit.end(), false);
  if (actuation.has_feedback()) AddFeedback(actuation, q, v);
  AddDamping(v);
  AddLimits(q, v);
  if (world_.has_dry_friction()) AddDryFriction(q, v, q_held);
}

void JointForces::MoveAlong(const Actuation& actuation, In<double> dq, In<double> dv) {
  for (int k = 0; k < world_.model().nv(); ++k) {
    const double all = by_q[k] * dq[k] + by_v[k] * dv[k];
    const double feedback =
        actuation.has_feedback() ? -actuation.kp[k] * dq[k] - actuation.kd[k] * dv[k] : 0.0;
    active[k] += feedback;
    passive[k] += all - feedback;
  }
}

bool JointForces::ReleaseFriction(In<double> dq, In<double> dv) {
  if (!world_.has_dry_friction()) return false;
  bool released = false;
  for (int k = 0; k < world_.model().nv(); ++k) {
    const world::JointLaw& law = world_.joint_laws()[k];
    if (law.friction == 0.0 || slipping_[k]) continue;
    const double moved = friction_[k] - law.friction_stiffness * dq[k] - law.friction_damping * dv[k];
    if (std::abs(moved) <= law.friction) continue;
    const double slips = std::copysign(law.friction, moved);
    passive[k] += slips - friction_[k];
    by_q[k] += law.friction_stiffness;
    by_v[k] += law.friction_damping;
    friction_[k] = slips;
    slipping_[k] = released = true;
  }
  return released;
}

void JointForces::AddFeedback(const Actuation& actuation, In<double> q, In<double> v) {
  FindFeedbackError(actuation, q);
  for (int k = 0; k < world_.model().nv(); ++k) {
    active[k] += actuation.kp[k] * error_[k] + actuation.kd[k] * (actuation.v_ref[k] - v[k]);
    by_q[k] -= actuation.kp[k];
    by_v[k] -= actuation.kd[k];
  }
}

/// Computes errors of orientations only if a joint with an orientation has stiffness (kp); a floating base
/// usually has none.
void JointForces::FindFeedbackError(const Actuation& actuation, In<double> q) {
  const auto turns = [&](const Joint& joint) {
    return joint.nq > joint.nv && (actuation.kp.segment(joint.v, joint.nv).array() != 0.0).any();
  };
  const auto& joints = world_.model().joints();
  if (std::any_of(joints.begin(), joints.end(), turns))
    return dynamics::Difference<double>(world_.model(), q, actuation.q_ref, View<double>(error_));
  for (const Joint& joint : joints)
    for (int k = 0; k < joint.nv; ++k)
      error_[joint.v + k] = joint.nq == joint.nv ? actuation.q_ref[joint.q + k] - q[joint.q + k] : 0.0;
}

void JointForces::AddDamping(In<double> v) {
  for (const int k : damped_) {
    const double damping = world_.joint_laws()[k].damping;
    passive[k] -= damping * v[k];
    by_v[k] -= damping;
  }
}

void JointForces::AddLimits(In<double> q, In<double> v) {
  for (LimitedDof& dof : limited_) {
    dof.force = dof.by_q = dof.by_v = 0.0;
    dof.released = false;
    const world::JointLaw& law = world_.joint_laws()[dof.v];
    const double beyond = q[dof.q] - std::clamp(q[dof.q], law.lower, law.upper);
    if (beyond == 0.0) continue;
    const double depth = std::abs(beyond);
    const double fraction = std::min(1.0, depth / kDampingDepth);  // as for contacts: no jump at the limit
    const double damping = fraction * law.limit_damping;
    const double force = -law.limit_stiffness * beyond - damping * v[dof.v];
    if (force * beyond >= 0.0) continue;  // limits do not pull
    const double build_up =               // of the damper, with depth
        fraction < 1.0 ? law.limit_damping * v[dof.v] / std::copysign(kDampingDepth, beyond) : 0.0;
    SetLimit(dof, std::copysign(1.0, beyond), force, -law.limit_stiffness - build_up, -damping);
  }
}

/// Replaces the contribution of the limit to the results.
void JointForces::SetLimit(LimitedDof& dof, double side, double force, double limit_by_q, double limit_by_v) {
  passive[dof.v] += force - dof.force;
  by_q[dof.v] += limit_by_q - dof.by_q;
  by_v[dof.v] += limit_by_v - dof.by_v;
  dof.side = side, dof.force = force, dof.by_q = limit_by_q, dof.by_v = limit_by_v;
  at_limit[dof.v] = limit_by_q != 0.0;
}

bool JointForces::ReviseLimits(In<double> q, In<double> v, In<double> dq, In<double> dv) {
  bool revised = false;
  for (LimitedDof& dof : limited_) {
    const world::JointLaw& law = world_.joint_laws()[dof.v];
    const double start = q[dof.q], end = start + dq[dof.v];
    if (at_limit[dof.v]) {
      if (dof.side * (dof.force + dof.by_q * dq[dof.v] + dof.by_v * dv[dof.v]) < 0.0) continue;
      SetLimit(dof, 0.0, 0.0, 0.0, 0.0);
      dof.released = revised = true;
    } else if (const double bound = std::clamp(end, law.lower, law.upper); end != bound && !dof.released) {
      SetLimit(dof, end > bound ? 1.0 : -1.0,
               -law.limit_stiffness * (start - bound) - law.limit_damping * v[dof.v], -law.limit_stiffness,
               -law.limit_damping);
      revised = true;
    }
  }
  return revised;
}

void JointForces::AddDryFriction(In<double> q, In<double> v, const Eigen::VectorXd& q_held) {
  dynamics::Difference<double>(world_.model(), q_held, q, View<double>(stretch_));
  for (int k = 0; k < world_.model().nv(); ++k) {
    const world::JointLaw& law = world_.joint_laws()[k];
    if (law.friction == 0.0) continue;
    const double trial = -law.friction_stiffness * stretch_[k] - law.friction_damping * v[k];
    const double force = std::clamp(trial, -law.friction, law.friction);
    passive[k] += force;
    friction_[k] = force;
    slipping_[k] = force != trial;
    if (slipping_[k]) continue;
    by_q[k] -= law.friction_stiffness;
    by_v[k] -= law.friction_damping;
  }
}

void JointForces::StoreMemory(In<double> q, In<double> v, double h, EvaluatedAt at, Eigen::VectorXd& q_held) {
  if (!world_.has_dry_friction()) return;
  anchor_shift_ = -stretch_;
  for (int k = 0; k < world_.model().nv(); ++k) {
    const world::JointLaw& law = world_.joint_laws()[k];
    if (law.friction == 0.0 || !slipping_[k]) continue;
    const double slide = h * v[k], before = at == EvaluatedAt::kStart ? stretch_[k] : stretch_[k] - slide;
    const double after = (law.friction_damping * before - h * friction_[k]) /
                         (law.friction_damping + h * law.friction_stiffness);
    anchor_shift_[k] = at == EvaluatedAt::kStart ? slide - after : -after;
  }
  dynamics::Integrate<double>(world_.model(), q, anchor_shift_, View<double>(q_held));
}

}  // namespace slipstick::laws
