#include "slipstick/contact/joint_step.h"

#include "slipstick/core/convert.h"
#include "slipstick/dynamics/body_frame.h"

namespace slipstick::contact {
namespace {

/// A joint has two limits, and its friction is released once. Longer cycles between several joints are cut
/// off.
constexpr int kMaxRevisions = 8;
/// r_s of (S6): a joint is stiff if its spring and damper add more than this many times its inertia.
constexpr double kStiffJoint = 20.0;

/// θ of (S6), from 1/2 (trapezoidal rule, second order) for soft joints to 1 for stiff ones. θ = 1 keeps
/// stiff dampers from oscillating, (S5), but not stiff springs, if φ = 1/2 (steppers/README.md). See also
/// (S14).
double SecondOrderTheta(double stiffness) {
  const double square = stiffness * stiffness;
  return 0.5 + 0.5 * square / (square + kStiffJoint * kStiffJoint);
}

}  // namespace

void AddExternalWrenches(const Model& model, const Workspace<double>& ws, const Actuation& actuation,
                         double* tau) {
  for (const ExternalWrench& wrench : actuation.wrenches)
    dynamics::AddForceAt(model, ws, wrench.body,
                         dynamics::ToWorld(model, ws, wrench.body, FromEigen(wrench.p_B)),
                         FromEigen(wrench.force), FromEigen(wrench.moment), tau);
}

JointStep::JointStep(const World& world, JointTreatment treatment, double phi)
    : world_(world), treatment_(treatment), phi_(phi), joints_(world) {
  for (auto* vector : {&theta_, &added_inertia_, &external_, &theta_dq_, &theta_dv_})
    vector->setZero(world.model().nv());
}

void JointStep::Begin(const Actuation& actuation, double h, In<double> q, In<double> v,
                      const Eigen::VectorXd& q_held, laws::EvaluatedAt at, const Workspace<double>& ws) {
  actuation_ = &actuation;
  q_ = q, v_ = v, q_held_ = &q_held;
  h_ = h;
  at_ = at;
  revisions_ = 0;
  joints_.Evaluate(actuation, q, v, q_held);
  external_.setZero();
  AddExternalWrenches(world_.model(), ws, actuation, external_.data());
  FindAddedInertia();
}

void JointStep::SetLength(double h) {
  h_ = h;
  if (revisions_ > 0) joints_.Evaluate(*actuation_, q_, v_, *q_held_);
  revisions_ = 0;
  FindAddedInertia();
}

void JointStep::FindAddedInertia() {
  if (treatment_ == JointTreatment::kExplicit) return;
  has_added_inertia_ = false;
  for (int k = 0; k < world_.model().nv(); ++k) {
    const double response = -h_ * (joints_.by_v[k] + phi_ * h_ * joints_.by_q[k]);
    const bool second_order = treatment_ == JointTreatment::kSecondOrder && !joints_.at_limit[k];
    theta_[k] = second_order ? SecondOrderTheta(response / world_.joint_laws()[k].inertia) : 1.0;
    added_inertia_[k] = theta_[k] * response;  // M̂ - M of (S3)
    has_added_inertia_ |= response != 0.0;
  }
}

void JointStep::FindFreeForce(const Workspace<double>& ws, Eigen::VectorXd& force) const {
  for (int k = 0; k < world_.model().nv(); ++k)
    force[k] = total(k) - ws.bias[k] + theta_[k] * h_ * joints_.by_q[k] * v_[k];
}

bool JointStep::Revise(In<double> dq, In<double> dv) {
  if (treatment_ == JointTreatment::kExplicit || is_undecided()) return false;
  const bool released = joints_.ReleaseFriction(dq, dv);
  const bool revised = joints_.ReviseLimits(q_, v_, dq, dv);
  if (!released && !revised) return false;
  ++revisions_;
  FindAddedInertia();
  return true;
}

bool JointStep::is_undecided() const { return revisions_ == kMaxRevisions; }

void JointStep::MoveToMean(In<double> dq, In<double> dv) {
  if (treatment_ == JointTreatment::kExplicit) return;
  for (int k = 0; k < world_.model().nv(); ++k)
    theta_dq_[k] = theta_[k] * dq[k], theta_dv_[k] = theta_[k] * dv[k];
  joints_.MoveAlong(*actuation_, theta_dq_, theta_dv_);
}

void JointStep::AddWork(In<double> dq, double weight, EnergyReport& energy) const {
  double actuation = 0.0, joints = 0.0;
  for (int k = 0; k < world_.model().nv(); ++k) {
    actuation += (joints_.active[k] + external_[k]) * dq[k];
    joints += joints_.passive[k] * dq[k];
  }
  energy.actuation_work += weight * actuation;
  energy.joint_work += weight * joints;
}

void JointStep::StoreAnchors(In<double> mean_v, Eigen::VectorXd& q_held) {
  joints_.StoreMemory(q_, mean_v, h_, at_, q_held);
}

}  // namespace slipstick::contact
