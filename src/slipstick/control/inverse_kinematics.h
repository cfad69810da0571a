// Inverse kinematics: the configuration that brings several frames, and the centre of mass, to wanted places
// at once.
//
// Minimises  ½ Σ w² |e|²  over the dofs that may move, where e is the distance to go of each target (and the
// rotation to go, where an orientation is wanted), by damped Gauss-Newton steps on the configuration
// manifold:
//
//   (Jᵀ J + λ I) d = Jᵀ e,   q <- Integrate(q, d)
//
// λ shrinks when a step helps and grows when it does not. A dof that stands at its limit and wants out is
// held there.
#pragma once

#include <optional>
#include <vector>

#include "slipstick/core/eigen.h"
#include "slipstick/dynamics/workspace.h"

namespace slipstick::control {

struct FrameTarget {
  int frame = 0;                             ///< Model::frame(name)
  std::optional<Eigen::Vector3d> p_WF = {};  ///< where its origin should be; without: anywhere
  std::optional<Eigen::Matrix3d> R_WF = {};  ///< how it should be turned; without: as it likes
  double weight = 1.0;                       ///< matters only where not all targets can be met
};

/// Of the tree of bodies that hangs on a root.
struct CenterOfMassTarget {
  Eigen::Vector3d p_W;  ///< where it should be
  int root = 0;
  double weight = 1.0;
};

struct IkTargets {
  std::vector<FrameTarget> frames;
  std::optional<CenterOfMassTarget> center_of_mass = {};
};

struct InverseKinematicsOptions {
  /// The dofs that may move. Empty: those of all joints with one axis, and free bodies stay where they are
  /// unless they float along.
  std::vector<int> dofs;
  bool bases_float = false;  ///< free bodies may move, too, if no dofs are given
  double tolerance = 1e-10;  ///< m and rad, of the largest error
  int max_iterations = 200;
  double damping = 1e-6;  ///< λ of the first step, m²
  bool respect_limits = true;
};

enum class IkStatus {
  kReached,         ///< all targets are met to the tolerance
  kOutOfReach,      ///< no step brings them nearer: the best compromise within the limits
  kIterationLimit,  ///< it was still getting nearer
};
const char* Name(IkStatus status);

struct IkResult {
  IkStatus status;
  double error;  ///< of the worst target, m or rad
  int iterations;
};

/// Moves q, which is the first guess, to the solution. Of several solutions it finds the one that is downhill
/// from the guess: a knee keeps its bend. InputError for frames, roots and dofs that do not exist.
IkResult SolveInverseKinematics(const Model& model, const IkTargets& targets, Eigen::VectorXd& q,
                                Workspace<double>& ws, const InverseKinematicsOptions& options = {});
/// With frames alone.
IkResult SolveInverseKinematics(const Model& model, const std::vector<FrameTarget>& frames,
                                Eigen::VectorXd& q, Workspace<double>& ws,
                                const InverseKinematicsOptions& options = {});

}  // namespace slipstick::control
