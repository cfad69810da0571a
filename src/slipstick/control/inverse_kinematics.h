// Inverse kinematics: a configuration that meets targets for several frames and for the centre of mass.
//
// Minimises  ½ Σ w² |e|²  over the dofs that may move, where e is the position error of each target (and the
// rotation error, where an orientation is given), by damped Gauss-Newton steps on the configuration manifold:
//
//   (Jᵀ J + λ I) d = Jᵀ e,   q <- Integrate(q, d)
//
// λ shrinks when a step lowers the cost and grows when it does not. A dof at its limit whose gradient points
// outward is held there.
#pragma once

#include <optional>
#include <vector>

#include "slipstick/core/eigen.h"
#include "slipstick/dynamics/workspace.h"

namespace slipstick::control {

struct FrameTarget {
  int frame = 0;                             ///< Model::frame(name)
  std::optional<Eigen::Vector3d> p_WF = {};  ///< target position of its origin; empty: free
  std::optional<Eigen::Matrix3d> R_WF = {};  ///< target orientation; empty: free
  double weight = 1.0;                       ///< matters only where not all targets can be met
};

/// Target for the centre of mass of one tree of bodies.
struct CenterOfMassTarget {
  Eigen::Vector3d p_W;  ///< target position
  int root = 0;         ///< root body of the tree
  double weight = 1.0;
};

struct IkTargets {
  std::vector<FrameTarget> frames;
  std::optional<CenterOfMassTarget> center_of_mass = {};
};

struct InverseKinematicsOptions {
  /// The dofs that may move. Empty: the dofs of all single-axis joints, and all other dofs too if
  /// bases_float.
  std::vector<int> dofs;
  bool bases_float = false;  ///< if no dofs are given, floating bases may move, too
  double tolerance = 1e-10;  ///< m and rad, of the largest error
  int max_iterations = 200;
  double damping = 1e-6;  ///< λ of the first step, m²
  bool respect_limits = true;
};

enum class IkStatus {
  kReached,         ///< all targets are met to the tolerance
  kOutOfReach,      ///< no step lowers the cost: the best compromise within the limits
  kIterationLimit,  ///< the cost was still decreasing
};
const char* Name(IkStatus status);

struct IkResult {
  IkStatus status;
  double error;  ///< of the worst target, m or rad
  int iterations;
};

/// q is the initial guess on entry and the solution on return. Of several solutions it finds a local minimum
/// near the guess: a knee keeps its bend. InputError for frames, roots and dofs that do not exist.
IkResult SolveInverseKinematics(const Model& model, const IkTargets& targets, Eigen::VectorXd& q,
                                Workspace<double>& ws, const InverseKinematicsOptions& options = {});
/// With frame targets only.
IkResult SolveInverseKinematics(const Model& model, const std::vector<FrameTarget>& frames,
                                Eigen::VectorXd& q, Workspace<double>& ws,
                                const InverseKinematicsOptions& options = {});

}  // namespace slipstick::control
