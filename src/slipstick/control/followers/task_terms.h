// The numbers of which the programs of task-space inverse dynamics are made, at one state: dynamics, tasks
// and contacts as matrices.
#pragma once

#include <vector>

#include "slipstick/control/followers/task_rows.h"
#include "slipstick/control/followers/task_space_tasks.h"
#include "slipstick/core/eigen.h"

namespace slipstick::control {

struct TaskTerms {
  TaskTerms(const Model& model, int root);

  /// Allocates only for sets of tasks that are larger than any before.
  void Evaluate(const Eigen::VectorXd& q, const Eigen::VectorXd& v, const TaskSet& tasks);

  TaskRows rows;
  int n;           ///< dofs of the tree
  int first;       ///< the first of them in the model
  int unactuated;  ///< so many of them, at the beginning, have no motor

  solvers::RowMatrixXd M;  ///< n x n
  Eigen::VectorXd bias;    ///< n; with the damping of the joints

  /// J a = wanted of one task after the other.
  struct Block {
    int first, rows;
    TaskImportance importance;
  };
  std::vector<Block> blocks;
  solvers::RowMatrixXd J;
  Eigen::VectorXd wanted;
  Eigen::VectorXd wanted_posture;  ///< n

  /// N; forces are counted in the weight of the robot, or its mass where nothing weighs: then they are as
  /// large as accelerations.
  double force_unit;

  // Contacts that are active.
  int num_contact_rows = 0, num_points = 0;
  solvers::RowMatrixXd J_contacts;  ///< what must not accelerate but as wanted_of_contacts says
  Eigen::VectorXd wanted_of_contacts;
  solvers::RowMatrixXd J_points;  ///< three rows per point

  bool has_level_2 = false;

  int num_variables() const { return n + 3 * num_points; }  ///< accelerations, then forces

 private:
  void ReadDynamics(const Eigen::VectorXd& v);
  void EvaluateTasks(const Eigen::VectorXd& q, const Eigen::VectorXd& v, const TaskSet& tasks);
  void EvaluateContacts(const TaskSet& tasks);
  void ClearVanishing(int row);
};

/// Whether a task counts on this level.
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
