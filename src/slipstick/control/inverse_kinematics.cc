#include "slipstick/control/inverse_kinematics.h"

#include <fmt/core.h>

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

#include "slipstick/control/joint_dofs.h"
#include "slipstick/core/error.h"
#include "slipstick/core/rotation_vector.h"
#include "slipstick/dynamics/configuration.h"
#include "slipstick/dynamics/energy.h"
#include "slipstick/dynamics/kinematics.h"

namespace slipstick::control {

using Eigen::MatrixXd;
using Eigen::VectorXd;

const char* Name(IkStatus status) {
  switch (status) {
    case IkStatus::kReached: return "reached";
    case IkStatus::kOutOfReach: return "out of reach";
    case IkStatus::kIterationLimit: return "iteration limit";
  }
  return "?";
}

namespace {

class Solver {
 public:
  Solver(const Model& model, const IkTargets& targets, const InverseKinematicsOptions& options,
         Workspace<double>& ws)
      : model_(model), targets_(targets), options_(options), ws_(ws), dofs_(options.dofs) {
    if (dofs_.empty() && !options.bases_float) dofs_ = SingleAxisDofs(model);
    if (dofs_.empty())
      for (int dof = 0; dof < model.nv(); ++dof) dofs_.push_back(dof);
    for (const int dof : dofs_)
      if (dof < 0 || dof >= model.nv())
        throw InputError(
            fmt::format("inverse kinematics of '{}': there is no dof {}; the model has dofs 0 to {}.",
                        model.name(), dof, model.nv() - 1));
    int rows = 0;
    for (const FrameTarget& target : targets.frames)
      rows += 3 * (target.p_WF.has_value() + target.R_WF.has_value());
    if (targets.center_of_mass) {
      CheckRoot(targets.center_of_mass->root);
      rows += 3;
    }
    e_.resize(rows);
    J_.resize(rows, dofs_.size());
    held_.resize(dofs_.size());
  }

  IkResult Run(VectorXd& q) {
    if (options_.respect_limits) ClampToLimits(q);
    double lambda = options_.damping;
    double cost = Measure(q);
    for (int k = 0; k < options_.max_iterations; ++k) {
      if (error_ <= options_.tolerance) return {IkStatus::kReached, error_, k};
      Linearise(q);
      if (IsStationary()) return {IkStatus::kOutOfReach, error_, k};
      if (!Improve(q, cost, lambda)) {
        Measure(q);  // at the accepted q, not at the last trial
        return {error_ <= options_.tolerance ? IkStatus::kReached : IkStatus::kOutOfReach, error_, k};
      }
    }
    return {error_ <= options_.tolerance ? IkStatus::kReached : IkStatus::kIterationLimit, error_,
            options_.max_iterations};
  }

 private:
  /// Target errors at q; returns the cost and stores the largest single error in error_.
  double Measure(const VectorXd& q) {
    dynamics::ForwardKinematics(model_, q, ws_);
    error_ = 0.0;
    int row = 0;
    for (const FrameTarget& target : targets_.frames) {
      const Pose X = dynamics::FramePose(model_, ws_, target.frame);
      if (target.p_WF) AddError(*target.p_WF - X.p, target.weight, row);
      if (target.R_WF) AddError(RotationVector(*target.R_WF * X.R.transpose()), target.weight, row);
    }
    if (const auto& com = targets_.center_of_mass)
      AddError(com->p_W - dynamics::CenterOfMass(model_, ws_, com->root), com->weight, row);
    return 0.5 * e_.squaredNorm();
  }

  void AddError(const Eigen::Vector3d& error, double weight, int& row) {
    error_ = std::max(error_, error.norm());
    e_.segment<3>(row) = weight * error;
    row += 3;
  }

  void AddRows(const MatrixXd& J, int& row) {
    for (size_t k = 0; k < dofs_.size(); ++k) J_.block<3, 1>(row, k) = J.col(dofs_[k]);
    row += 3;
  }

  void CheckRoot(int root) const {
    if (root < 0 || root >= model_.num_bodies() || model_.bodies()[root].parent != model::kWorld)
      throw InputError(
          fmt::format("inverse kinematics of '{}': the target of the centre of mass has root = {}, which is "
                      "not the root body of a tree; "
                      "find one with Model::body(name).",
                      model_.name(), root));
  }

  /// The dofs of a tree move only that tree, so the Jacobian of the overall centre of mass, scaled by the
  /// masses, is that of the tree.
  MatrixXd CenterOfTreeJacobian(int root) const {
    MatrixXd J = model_.total_mass() / model_.tree_mass(root) * dynamics::CenterOfMassJacobian(model_, ws_);
    const int first = model_.joints()[root].v, end = model_.last_dof()[model_.subtree_end()[root] - 1] + 1;
    J.leftCols(first).setZero();
    J.rightCols(model_.nv() - end).setZero();
    return J;
  }

  /// J and the descent direction g = Jᵀ e at the q of the last Measure; dofs at a limit that g points beyond
  /// are held.
  void Linearise(const VectorXd& q) {
    int row = 0;
    for (const FrameTarget& target : targets_.frames) {
      const MatrixXd J = dynamics::FrameJacobian(model_, ws_, target.frame);
      if (target.p_WF) AddRows(target.weight * J.topRows(3), row);
      if (target.R_WF) AddRows(target.weight * J.bottomRows(3), row);
    }
    if (const auto& com = targets_.center_of_mass)
      AddRows(com->weight * CenterOfTreeJacobian(com->root), row);
    g_ = J_.transpose() * e_;
    for (size_t k = 0; k < dofs_.size(); ++k) {
      held_[k] = options_.respect_limits && PointsBeyondLimit(q, dofs_[k], g_[k]);
      if (!held_[k]) continue;
      g_[k] = 0.0;
      J_.col(k).setZero();
    }
  }

  /// Stationary point: the gradient is negligible compared to its bound |J| |e|.
  bool IsStationary() const { return g_.norm() <= 1e-9 * (1e-300 + J_.norm() * e_.norm()); }

  /// Tries steps with growing damping until one lowers the cost. False if none does.
  bool Improve(VectorXd& q, double& cost, double& lambda) {
    const MatrixXd H = J_.transpose() * J_;
    constexpr double kMaxDamping = 1e6;
    for (; lambda < kMaxDamping; lambda *= 4.0) {
      MatrixXd damped = H;
      damped.diagonal().array() += lambda;
      const VectorXd step = damped.ldlt().solve(g_);
      VectorXd d = VectorXd::Zero(model_.nv());
      for (size_t k = 0; k < dofs_.size(); ++k)
        if (!held_[k]) d[dofs_[k]] = step[k];
      VectorXd trial = dynamics::Integrate(model_, q, d);
      if (options_.respect_limits) ClampToLimits(trial);
      const double trial_cost = Measure(trial);
      if (!(trial_cost < cost)) continue;
      q = trial;
      cost = trial_cost;
      lambda = std::max(lambda / 10.0, 1e-14);
      return true;
    }
    return false;
  }

  /// The entry of q that is the coordinate of a dof, or -1 for a dof of a quaternion or a free body, which
  /// has no limits.
  int Coordinate(int dof) const {
    const Joint& joint = model_.joints()[model_.dofs()[dof].joint];
    return joint.nq == joint.nv ? joint.q + dof - joint.v : -1;
  }

  void ClampToLimits(VectorXd& q) const {
    for (const int dof : dofs_)
      if (const int i = Coordinate(dof); i >= 0)
        q[i] = std::clamp(q[i], model_.dofs()[dof].lower, model_.dofs()[dof].upper);
  }

  bool PointsBeyondLimit(const VectorXd& q, int dof, double g) const {
    const int i = Coordinate(dof);
    if (i < 0) return false;
    return (q[i] <= model_.dofs()[dof].lower && g < 0.0) || (q[i] >= model_.dofs()[dof].upper && g > 0.0);
  }

  const Model& model_;
  const IkTargets& targets_;
  const InverseKinematicsOptions& options_;
  Workspace<double>& ws_;
  std::vector<int> dofs_;
  std::vector<char> held_;
  VectorXd e_, g_;
  MatrixXd J_;
  double error_ = 0.0;
};

}  // namespace

IkResult SolveInverseKinematics(const Model& model, const IkTargets& targets, VectorXd& q,
                                Workspace<double>& ws, const InverseKinematicsOptions& options) {
  model.CheckConfigurationSize(static_cast<int>(q.size()), "q");
  return Solver(model, targets, options, ws).Run(q);
}

IkResult SolveInverseKinematics(const Model& model, const std::vector<FrameTarget>& frames, VectorXd& q,
                                Workspace<double>& ws, const InverseKinematicsOptions& options) {
  return SolveInverseKinematics(model, IkTargets{frames}, q, ws, options);
}

}  // namespace slipstick::control
