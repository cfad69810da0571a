// Contact forces and joint torques for desired accelerations of the base and the feet, at any state.
//
// With u the six unactuated rows of the floating base and j the actuated joints, the equations of motion of a
// robot on its feet are
//
//   [ M a + bias ]_u =         (Jᵀ f)_u      the base is not actuated
//   [ M a + bias ]_j = tau_j + (Jᵀ f)_j
//
// 1. Joint accelerations: J_j a_j = a_feet - J̇ v - J_u a_u, damped least squares.
// 2. Contact forces of the standing feet: distributed to produce [M a + bias]_u (force_distribution.h).
// 3. Joint torques: from the lower rows, exactly. The residual is the error of the upper rows.
#pragma once

#include <vector>

#include "slipstick/control/followers/force_distribution.h"
#include "slipstick/control/legged_robot.h"
#include "slipstick/core/eigen.h"

namespace slipstick::control {

using Vector6d = Eigen::Matrix<double, 6, 1>;

struct FootTask {
  bool in_stance = true;                                   ///< it may exert force on the ground
  Eigen::Vector3d acceleration = Eigen::Vector3d::Zero();  ///< of its origin, m/s²; zero in stance
};

struct WholeBodyTask {
  Vector6d base_acceleration = Vector6d::Zero();  ///< linear, angular; world axes
  std::vector<FootTask> feet;                     ///< one per foot
};

struct WholeBodyForces {
  Eigen::VectorXd a;    ///< nv; zero for dofs outside the robot
  Eigen::VectorXd f;    ///< three per foot, on the robot, world axes, N; zero for swinging feet
  Eigen::VectorXd tau;  ///< nv; zero except for the joints of the robot
  Vector6d missing;     ///< [M a + bias - Jᵀ f]_u: force and moment that the feet cannot provide, N and N m
  double residual = 0.0;  ///< its weighted length, N
};

class WholeBody {
 public:
  explicit WholeBody(const LeggedRobot& robot, const ForceDistributionOptions& options = {});

  const LeggedRobot& robot() const { return robot_; }

  /// Valid until the next call. Does not allocate.
  const WholeBodyForces& Solve(const Eigen::VectorXd& q, const Eigen::VectorXd& v, const WholeBodyTask& task);

 private:
  void JointAccelerations(const WholeBodyTask& task);
  void ContactForces(const WholeBodyTask& task);
  void Torques();

  LeggedRobot robot_;
  Workspace<double> ws_;
  ForceDistribution distribution_;
  Vector6d weights_;
  WholeBodyForces out_;
  Eigen::MatrixXd J_u_, J_j_;  ///< rows of all feet; columns of the base, of the joints
  Eigen::MatrixXd JJt_, A_;    ///< normal equations of step 1; columns of standing feet of J_uᵀ
  Eigen::VectorXd rhs_, a_j_, f_standing_;
  Eigen::VectorXd total_;  ///< M a + bias
};

}  // namespace slipstick::control
