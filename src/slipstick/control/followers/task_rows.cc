#include "slipstick/control/followers/task_rows.h"

#include "slipstick/core/convert.h"
#include "slipstick/core/rotation_vector.h"
#include "slipstick/dynamics/configuration.h"
#include "slipstick/dynamics/contact_space.h"
#include "slipstick/dynamics/kinematics.h"

namespace slipstick::control {

using Eigen::Vector3d;
using Eigen::VectorXd;

namespace {

bool IsFree(JointKind kind) { return kind == JointKind::kFloating || kind == JointKind::kPlanar; }

dynamics::BodyPoint<double> PointOf(const Frame& frame, const Vector3d& p_F) {
  return {frame.body, FromEigen(frame.X_BF * p_F)};
}

}  // namespace

TaskRows::TaskRows(const Model& model, int root)
    : model_(model),
      root_(root),
      first_(model.joints()[root].v),
      ws_(model),
      difference_(VectorXd::Zero(model.nv())) {
  const int last_body = model.subtree_end()[root] - 1;
  num_dofs_ = model.last_dof()[last_body] + 1 - first_;
  num_unactuated_ = IsFree(model.joints()[root].kind) ? model.joints()[root].nv : 0;
}

void TaskRows::Evaluate(const VectorXd& q, const VectorXd& v) {
  slipstick::dynamics::Evaluate<double>(model_, q, v, {}, ws_);
}

/// Dof k moves its subtree as one composite body; the sweep for M left its mass and first moment in ws_.
int TaskRows::Fill(const CenterOfMassTask& task, Rows J, Desired desired) const {
  const RigidInertia<double>& all = ws_.body[root_].I;
  Vec3<double> velocity = Vec3<double>::Zero();
  for (int i = root_; i < model_.subtree_end()[root_]; ++i) {
    const model::SweepBody& b = model_.sweep()[i];
    const RigidInertia<double>& carried = ws_.body[i].I;
    for (int k = b.v; k < b.v + b.nv; ++k) {
      const Motion<double>& s = ws_.subspace[k];
      J.col(k - first_).head<3>() = ToEigen(carried.mass * s.lin + Cross(s.ang, carried.h)) / all.mass;
    }
    velocity += b.mass * dynamics::PointVelocity(ws_, dynamics::BodyPoint<double>{i, b.com});
  }
  // The base force at zero joint acceleration is mass times (J̇ v - gravity).
  const Vector3d Jdot_v = ToEigen(ws_.body[root_].f.lin) / all.mass + model_.gravity();
  const Vector3d p = ToEigen(ws_.origin[root_]) + ToEigen(all.h) / all.mass, v = ToEigen(velocity) / all.mass;
  desired.head<3>() =
      task.target.a + task.gains.kp * (task.target.p - p) + task.gains.kd * (task.target.v - v) - Jdot_v;
  return 3;
}

int TaskRows::Fill(const FrameTask& task, Rows J, Desired desired) const {
  int row = 0;
  if (task.origin) {
    FillOrigin(task.frame, Vector3d::Zero(), *task.origin, task.gains, J.topRows(3), desired.head(3));
    row += 3;
  }
  if (task.orientation) {
    FillOrientation(task.frame, *task.orientation, task.gains, J.middleRows(row, 3), desired.segment(row, 3));
    row += 3;
  }
  return row;
}

/// Without a target pose, the target is the current pose: only the velocity is damped.
int TaskRows::Fill(const TaskContact& contact, Rows J, Desired desired) const {
  const Pose X = contact.X_WF.value_or(dynamics::FramePose(model_, ws_, contact.frame));
  const Vector3d p_F = contact.is_sole() ? Vector3d::Zero() : contact.points[0];
  FillOrigin(contact.frame, p_F, {X * p_F}, contact.gains, J.topRows(3), desired.head(3));
  if (!contact.is_sole()) return 3;
  FillOrientation(contact.frame, {X.R}, contact.gains, J.middleRows(3, 3), desired.segment(3, 3));
  return 6;
}

void TaskRows::FillOrigin(int frame, const Vector3d& p_F, const PointMotion& target, const TaskGains& gains,
                          Rows J, Desired desired) const {
  const dynamics::BodyPoint<double> point = PointOf(model_.frames()[frame], p_F);
  PointJacobian(frame, p_F, J.topRows(3));
  const Vector3d p = ToEigen(dynamics::PointPosition(model_, ws_, point)),
                 v = ToEigen(dynamics::PointVelocity(ws_, point));
  desired = target.a + gains.kp * (target.p - p) + gains.kd * (target.v - v) -
            ToEigen(dynamics::PointBiasAcceleration(ws_, point));
}

void TaskRows::FillOrientation(int frame, const OrientationMotion& target, const TaskGains& gains, Rows J,
                               Desired desired) const {
  const Frame& f = model_.frames()[frame];
  const dynamics::BodyState<double>& body = ws_.body[f.body];
  J.setZero();
  for (int k = model_.last_dof()[f.body]; k >= 0; k = model_.dof_parent()[k])
    J.col(k - first_) = ToEigen(ws_.subspace[k].ang);
  const Eigen::Matrix3d R = ToEigen(body.R) * f.X_BF.R;
  const Vector3d to_go = RotationVector(target.R * R.transpose());
  desired = target.omega_dot + gains.kp * to_go + gains.kd * (target.omega - ToEigen(body.v.ang)) -
            ToEigen(body.a.ang);
}

void TaskRows::PointJacobian(int frame, const Vector3d& p_F, Rows J) const {
  const Frame& f = model_.frames()[frame];
  const dynamics::BodyState<double>& body = ws_.body[f.body];
  const Vec3<double> p = body.p + body.R * FromEigen(f.X_BF * p_F);
  J.setZero();
  for (int k = model_.last_dof()[f.body]; k >= 0; k = model_.dof_parent()[k])
    J.col(k - first_) = ToEigen(PointVelocity(ws_.subspace[k], p));
}

void TaskRows::DesiredPostureAcceleration(const PostureTask& task, const VectorXd& q, const VectorXd& v,
                                          Desired desired) {
  dynamics::Difference<double>(model_, q, task.q, View<double>(difference_));
  desired.setZero();
  for (int k = num_unactuated_; k < num_dofs_; ++k) {
    const int dof = first_ + k;
    const double v_target = task.v.size() > 0 ? task.v[dof] : 0.0,
                 a_target = task.a.size() > 0 ? task.a[dof] : 0.0;
    desired[k] = a_target + task.gains.kp * difference_[dof] + task.gains.kd * (v_target - v[dof]);
  }
}

}  // namespace slipstick::control
