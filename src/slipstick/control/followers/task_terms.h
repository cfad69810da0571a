// Matrices of the quadratic programs of task-space inverse dynamics at one state: dynamics, tasks, contacts.
#pragma once

#include <vector>

#include "slipstick/control/followers/task_rows.h"
#include "slipstick/control/followers/task_space_tasks.h"
#include "slipstick/core/eigen.h"

namespace slipstick::control {

struct TaskTerms {
  TaskTerms(const Model& model, int root);

  /// Allocates only if the set of tasks is larger than any before.
  void Evaluate(const Eigen::VectorXd& q, const Eigen::VectorXd& v, const TaskSet& tasks);

  TaskRows rows;
  int n;           ///< dofs of the tree
  int first;       ///< index of the first one in the model
  int unactuated;  ///< number of unactuated dofs, which come first

  solvers::RowMatrixXd M;  ///< n x n
  Eigen::VectorXd bias;    ///< n; includes the viscous damping of the joints

  /// Rows of one task in J a = desired.
  struct Block {
    int first, rows;
    TaskImportance importance;
  };
  std::vector<Block> blocks;
  solvers::RowMatrixXd J;
  Eigen::VectorXd desired;
  Eigen::VectorXd desired_posture;  ///< n

  /// N; scale of the force variables: the weight of the robot, or mass times 1 m/s² without gravity, so that
  /// forces and accelerations have similar size.
  double force_unit;

  // Active contacts.
  int num_contact_rows = 0, num_points = 0;
  solvers::RowMatrixXd J_contacts;  ///< J_contacts a = desired_at_contacts
  Eigen::VectorXd desired_at_contacts;
  solvers::RowMatrixXd J_points;  ///< three rows per point

  bool has_level_2 = false;

  int num_variables() const { return n + 3 * num_points; }  ///< accelerations, then forces

 private:
  void ReadDynamics(const Eigen::VectorXd& v);
  void EvaluateTasks(const Eigen::VectorXd& q, const Eigen::VectorXd& v, const TaskSet& tasks);
  void EvaluateContacts(const TaskSet& tasks);
  void ClearVanishing(int row);
};

/// Whether a task is active on this level.
inline bool IsOn(const TaskImportance& importance, int level) {
  return importance.level == level && importance.weight > 0.0;
}

/// Calls visit(contact, its first point among those of active contacts).
template <class Visit>
void ForEachActive(const std::vector<TaskContact>& contacts, Visit visit) {
  int point = 0;
  for (const TaskContact& contact : contacts) {
    if (!contact.active) continue;
    visit(contact, point);
    point += static_cast<int>(contact.points.size());
  }
}

}  // namespace slipstick::control
