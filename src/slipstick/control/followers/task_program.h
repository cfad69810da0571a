// The quadratic programs of task-space inverse dynamics (equations in task_space.h), over accelerations and
// contact forces, the latter in units of TaskTerms::force_unit.
#pragma once

#include "slipstick/control/followers/task_space_options.h"
#include "slipstick/control/followers/task_terms.h"
#include "slipstick/solvers/qp/dense_qp.h"

namespace slipstick::control {

class TaskProgram {
 public:
  TaskProgram(const TaskTerms& terms, const TaskSpaceOptions& options) : terms_(terms), options_(options) {}

  /// Selects the constraints and the level of the program.
  struct Kind {
    bool joint_limits = true, effort_limits = true;  ///< enforced, if the options enable them
    /// Contact accelerations are equality constraints; false: a cost with a large weight.
    bool rigid_contacts = true;
    /// Null: the program of the first level. Otherwise the solution of the first level, and this is the
    /// program of the second level for the increment.
    const Eigen::VectorXd* first_level = nullptr;
  };
  /// Valid until the next call. The terms must have been evaluated for these tasks at q and v.
  const solvers::QpProblem& Make(const Kind& kind, const TaskSet& tasks, const Eigen::VectorXd& q,
                                 const Eigen::VectorXd& v);

 private:
  void AddCosts(int level, const TaskSet& tasks);
  void AddSquares(const Eigen::Ref<const solvers::RowMatrixXd>& J,
                  const Eigen::Ref<const Eigen::VectorXd>& desired, double weight);
  void AddForceCosts(int level, const TaskSet& tasks);
  void Regularize();
  void AddEquationsOfMotion(int& row);
  void AddContactConstraints(int& row);
  int CountFirstLevel(const TaskSet& tasks) const;
  void FixFirstLevel(const TaskSet& tasks, int& row);
  void ShiftOrigin(const Eigen::VectorXd& first_level);
  void AddFrictionPyramids(const TaskSet& tasks, int& row);
  int CountLimits(bool joints, bool efforts) const;
  void AddEffortLimits(int& row);
  void AddJointLimits(const Eigen::VectorXd& q, const Eigen::VectorXd& v, int& row);

  /// M a - Jᵀ f of one dof, as a row over the variables (a, f / force_unit).
  template <class Row>
  void FillForceOfDof(int k, Row row) const;
  const model::Dof& dof(int k) const { return terms_.rows.model().dofs()[terms_.first + k]; }

  const TaskTerms& terms_;
  const TaskSpaceOptions& options_;
  solvers::QpProblem qp_;
};

}  // namespace slipstick::control
