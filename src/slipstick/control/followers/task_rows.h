// Linear equations of tasks for the accelerations of a robot:  J a = desired,  where desired = ẍ* - J̇ v.
#pragma once

#include "slipstick/control/followers/task_space_tasks.h"
#include "slipstick/core/eigen.h"
#include "slipstick/dynamics/workspace.h"
#include "slipstick/solvers/qp/dense_qp.h"

namespace slipstick::control {

/// One tree of a model at one state. The model must outlive it.
class TaskRows {
 public:
  using Rows = Eigen::Ref<solvers::RowMatrixXd>;
  using Desired = Eigen::Ref<Eigen::VectorXd>;
  static constexpr int kMaxRows = 6;  ///< of one task, except the posture task

  /// For the tree with this root body.
  TaskRows(const Model& model, int root);

  /// Computes poses, velocities, M and bias at this state; all functions below use them. Does not allocate.
  void Evaluate(const Eigen::VectorXd& q, const Eigen::VectorXd& v);

  const Model& model() const { return model_; }
  const Workspace<double>& ws() const { return ws_; }
  int first_dof() const { return first_; }  ///< columns are dofs of the tree, counted from this one
  int num_dofs() const { return num_dofs_; }
  /// The first dofs of the tree: those of a floating or planar root.
  int num_unactuated() const { return num_unactuated_; }

  /// Each fills the first rows of J and desired and returns their number.
  int Fill(const CenterOfMassTask& task, Rows J, Desired desired) const;
  int Fill(const FrameTask& task, Rows J, Desired desired) const;
  /// Rows of a contact: zero acceleration plus feedback. Three rows for a point, six for a sole.
  int Fill(const TaskContact& contact, Rows J, Desired desired) const;
  static int NumRows(const TaskContact& contact) { return contact.is_sole() ? 6 : 3; }

  /// Desired acceleration of each dof, num_dofs() entries; zero for unactuated dofs.
  void DesiredPostureAcceleration(const PostureTask& task, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                  Desired desired);

  /// 3 x num_dofs(): Jacobian of the velocity of a point of a frame.
  void PointJacobian(int frame, const Eigen::Vector3d& p_F, Rows J) const;

 private:
  void FillOrigin(int frame, const Eigen::Vector3d& p_F, const PointMotion& target, const TaskGains& gains,
                  Rows J, Desired desired) const;
  void FillOrientation(int frame, const OrientationMotion& target, const TaskGains& gains, Rows J,
                       Desired desired) const;

  const Model& model_;
  int root_, first_, num_dofs_, num_unactuated_;
  Workspace<double> ws_;
  Eigen::VectorXd difference_;  ///< of configurations
};

}  // namespace slipstick::control
