// Task-space inverse dynamics: the torques with which a robot does several things at once, as well as its
// contacts and motors allow.
//
// With u the unactuated rows (those of a free base) and j the driven ones, one quadratic program over
// accelerations a and contact forces f:
//
//   minimise    Σ w |J_task a - (ẍ* - J̇ v)|² + Σ w |f - f*|²
//   subject to  [M a + bias]_u = (Jᵀ f)_u                       nobody drives the base
//               J_contact a = ẍ_contact* - J̇ v                   what stands stays (rigid contacts)
//               f in friction pyramids, min <= f_n <= max
//               -limit <= [M a + bias - Jᵀ f]_j <= limit         torques, which follow from a and f
//               joints stay within their limits for a while      (TaskSpaceOptions::limit_horizon)
//
// bias includes the viscous damping of the joints. With two levels, tasks of level 2 are optimised over what
// leaves the result of level 1 as it is: a second program, for what is added to it, with J_1 a = 0 among its
// equations.
//
// What cannot be had is given up in a fixed order, and the status says so: first the limits of joints, then
// those of motors, then that contacts stand still. What remains always has a solution.
#pragma once

#include "slipstick/control/followers/task_program.h"
#include "slipstick/control/followers/task_space_options.h"
#include "slipstick/control/followers/task_space_tasks.h"
#include "slipstick/control/followers/task_terms.h"
#include "slipstick/solvers/qp/dense_qp.h"

namespace slipstick::control {

enum class TaskSpaceStatus {
  kSolved,
  kFirstLevelOnly,  ///< tasks of the second level were left out: rounding left no room for them
  kBeyondLimits,    ///< no solution was found within the limits of motors and joints: these were left out
  kSoftContacts,    ///< nor with contacts that stand still: these are tasks of a large weight now
  kFailed,          ///< the numbers mean nothing: torques are zero
};
const char* Name(TaskSpaceStatus status);

struct TaskSpaceSolution {
  TaskSpaceStatus status = TaskSpaceStatus::kFailed;
  Eigen::VectorXd a;  ///< nv of the model; zero for what is not the robot
  /// nv; zero where no motor drives. What a motor cannot give of it is cut off, if the limits of motors were
  /// to be kept.
  Eigen::VectorXd tau;
  /// Three per point of every contact, in their order; zero for those that are not active. On the robot,
  /// world axes, N.
  Eigen::VectorXd f;
  int iterations = 0;     ///< changes of active sets, of all programs that were solved
  double residual = 0.0;  ///< the largest of their residuals (QpReport)
};

class TaskSpace {
 public:
  /// For the tree of the model that hangs on this root body. The model must outlive it.
  explicit TaskSpace(const Model& model, int root = 0, const TaskSpaceOptions& options = {});
  TaskSpace(const TaskSpace&) = delete;
  TaskSpace& operator=(const TaskSpace&) = delete;

  /// Valid until the next call. Allocates only for sets of tasks that are larger than any before. InputError
  /// for frames that are not part of the tree, contacts without points, and weights, levels or sizes that
  /// make no sense.
  const TaskSpaceSolution& Solve(const Eigen::VectorXd& q, const Eigen::VectorXd& v, const TaskSet& tasks);

 private:
  void Check(const TaskSet& tasks) const;
  bool SolveAs(TaskSpaceStatus status, TaskProgram::Kind kind, const TaskSet& tasks, const Eigen::VectorXd& q,
               const Eigen::VectorXd& v);
  bool SolveProgram(const solvers::QpProblem& program, solvers::QpActiveSet& active);
  auto x() { return x_.head(terms_.num_variables()); }
  double WithinLimit(int k, double tau) const;
  void ReadSolution(const TaskSet& tasks);

  int root_;
  TaskSpaceOptions options_;
  TaskTerms terms_;
  TaskProgram program_;
  solvers::DenseQp solver_;
  solvers::QpActiveSet active_[2];  ///< per level
  /// Accelerations, then forces of the points. As long as the longest so far: what stands on fewer feet has
  /// fewer variables.
  Eigen::VectorXd x_, first_level_;
  TaskSpaceSolution out_;
};

}  // namespace slipstick::control
