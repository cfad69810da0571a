// Task-space inverse dynamics: joint torques that best realize several tasks under contact and actuator
// limits.
//
// With u the unactuated rows (those of a floating base) and j the actuated ones, one quadratic program over
// accelerations a and contact forces f:
//
//   minimise    Σ w |J_task a - (ẍ* - J̇ v)|² + Σ w |f - f*|²
//   subject to  [M a + bias]_u = (Jᵀ f)_u                       the base is not actuated
//               J_contact a = ẍ_contact* - J̇ v                   rigid contacts
//               f in friction pyramids, min <= f_n <= max
//               -limit <= [M a + bias - Jᵀ f]_j <= limit         torques, which follow from a and f
//               joints stay within their limits over a horizon   (TaskSpaceOptions::limit_horizon)
//
// bias includes the viscous damping of the joints. With two levels, tasks of level 2 are optimised in the
// null space of the tasks of level 1: a second program for the increment, with J_1 a = 0 among its equations.
//
// If there is no solution, constraints are dropped in a fixed order and the status reports it: first joint
// limits, then effort limits, then the contact constraints become costs. The last program always has a
// solution.
#pragma once

#include "slipstick/control/followers/task_program.h"
#include "slipstick/control/followers/task_space_options.h"
#include "slipstick/control/followers/task_space_tasks.h"
#include "slipstick/control/followers/task_terms.h"
#include "slipstick/solvers/qp/dense_qp.h"

namespace slipstick::control {

enum class TaskSpaceStatus {
  kSolved,
  kFirstLevelOnly,  ///< the program of the second level failed (rounding): solution of the first level alone
  kBeyondLimits,    ///< infeasible within joint and effort limits: these were dropped
  kSoftContacts,    ///< infeasible with rigid contacts, too: contact accelerations became a cost with a large
                    ///< weight
  kFailed,          ///< non-finite input or failure of the solver: torques are zero
};
const char* Name(TaskSpaceStatus status);

struct TaskSpaceSolution {
  TaskSpaceStatus status = TaskSpaceStatus::kFailed;
  Eigen::VectorXd a;  ///< nv of the model; zero for dofs outside the robot
  /// nv; zero for unactuated dofs. Clamped to the effort limits if these are enabled.
  Eigen::VectorXd tau;
  /// Contact forces on the robot, three per point of every contact, in order; zero for inactive contacts.
  /// World axes, N.
  Eigen::VectorXd f;
  int iterations = 0;     ///< active-set changes, summed over all programs
  double residual = 0.0;  ///< largest residual of all programs (QpReport)
};

class TaskSpace {
 public:
  /// For the tree of the model with this root body. The model must outlive it.
  explicit TaskSpace(const Model& model, int root = 0, const TaskSpaceOptions& options = {});
  TaskSpace(const TaskSpace&) = delete;
  TaskSpace& operator=(const TaskSpace&) = delete;

  /// Valid until the next call. Allocates only if the set of tasks is larger than any before. InputError for
  /// frames outside the tree, contacts without points, and invalid weights, levels or sizes.
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
  /// Accelerations, then forces of the points. Sized for the largest program so far.
  Eigen::VectorXd x_, first_level_;
  TaskSpaceSolution out_;
};

}  // namespace slipstick::control
