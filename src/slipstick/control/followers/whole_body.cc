#include "slipstick/control/followers/whole_body.h"

#include <cassert>

#include "slipstick/core/convert.h"
#include "slipstick/dynamics/contact_space.h"
#include "slipstick/dynamics/inverse_dynamics.h"
#include "slipstick/solvers/linear/cholesky.h"

namespace slipstick::control {

using Eigen::MatrixXd;
using Eigen::VectorXd;

WholeBody::WholeBody(const LeggedRobot& robot, const ForceDistributionOptions& options)
    : robot_(robot),
      ws_(*robot.model, robot.num_feet()),
      distribution_(6, robot.num_feet(), options),
      J_u_(3 * robot.num_feet(), 6),
      J_j_(3 * robot.num_feet(), robot.num_joints()),
      JJt_(3 * robot.num_feet(), 3 * robot.num_feet()),
      A_(6, 3 * robot.num_feet()),
      rhs_(3 * robot.num_feet()),
      a_j_(robot.num_joints()),
      f_standing_(3 * robot.num_feet()),
      total_(robot.model->nv()) {
  robot.RequireFloatingBase("whole-body control");
  weights_ << 1.0, 1.0, 1.0, Eigen::Vector3d::Constant(options.moment_weight);
  out_.a = VectorXd::Zero(robot.model->nv());
  out_.tau = VectorXd::Zero(robot.model->nv());
  out_.f = VectorXd::Zero(3 * robot.num_feet());
}

const WholeBodyForces& WholeBody::Solve(const VectorXd& q, const VectorXd& v, const WholeBodyTask& task) {
  assert(static_cast<int>(task.feet.size()) == robot_.num_feet());
  const Model& model = *robot_.model;
  dynamics::Evaluate(model, q, v, robot_.soles, ws_);
  JointAccelerations(task);
  total_ = dynamics::InverseDynamics(model, q, v, out_.a, ws_);
  ContactForces(task);
  Torques();
  return out_;
}

/// Step 1, with a_j = J_jᵀ (J_j J_jᵀ + λ I)⁻¹ (...): the minimum-norm solution.
void WholeBody::JointAccelerations(const WholeBodyTask& task) {
  const Model& model = *robot_.model;
  const int m = robot_.num_feet(), first_joint = robot_.base_v + 6;
  J_j_.setZero();
  for (int c = 0; c < m; ++c) {
    const dynamics::PointState<double>& foot = ws_.point[c];
    const Vec3<double>* J = ws_.jacobian.data() + foot.path_start;
    for (int k = model.last_dof()[foot.body]; k >= 0; k = model.dof_parent()[k]) {
      const Eigen::Vector3d column = ToEigen(J[model.depth()[k]]);
      if (k >= first_joint) J_j_.block<3, 1>(3 * c, k - first_joint) = column;
      if (k < first_joint) J_u_.block<3, 1>(3 * c, k - robot_.base_v) = column;
    }
    rhs_.segment<3>(3 * c) = task.feet[c].acceleration - ToEigen(foot.Jdot_v);
  }
  rhs_.noalias() -= J_u_.lazyProduct(task.base_acceleration);
  JJt_.noalias() = J_j_.lazyProduct(J_j_.transpose());
  // m²; bounds joint accelerations of a leg within about 1 % of its full length
  constexpr double kDamping = 1e-8;
  JJt_.diagonal().array() += kDamping;
  solvers::SolvePositiveDefinite(JJt_, rhs_);
  a_j_.noalias() = J_j_.transpose().lazyProduct(rhs_);
  out_.a.segment<6>(robot_.base_v) = task.base_acceleration;
  out_.a.segment(first_joint, robot_.num_joints()) = a_j_;
}

/// Step 2. The columns of A are those of the standing feet.
void WholeBody::ContactForces(const WholeBodyTask& task) {
  int standing = 0;
  for (int c = 0; c < robot_.num_feet(); ++c)
    if (task.feet[c].in_stance) A_.middleCols<3>(3 * standing++) = J_u_.middleRows<3>(3 * c).transpose();
  out_.missing = total_.segment<6>(robot_.base_v);
  out_.residual =
      distribution_.Solve(A_.leftCols(3 * standing), out_.missing, weights_, f_standing_.head(3 * standing));
  standing = 0;
  out_.f.setZero();
  for (int c = 0; c < robot_.num_feet(); ++c)
    if (task.feet[c].in_stance) out_.f.segment<3>(3 * c) = f_standing_.segment<3>(3 * standing++);
  out_.missing.noalias() -= J_u_.transpose().lazyProduct(out_.f);
}

/// Step 3.
void WholeBody::Torques() {
  const int first_joint = robot_.base_v + 6, n = robot_.num_joints();
  out_.tau.segment(first_joint, n) = total_.segment(first_joint, n);
  out_.tau.segment(first_joint, n).noalias() -= J_j_.transpose().lazyProduct(out_.f);
}

}  // namespace slipstick::control
