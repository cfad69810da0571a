#include "slipstick/control/followers/task_terms.h"

#include <algorithm>

namespace slipstick::control {

using Eigen::Vector3d;
using Eigen::VectorXd;

TaskTerms::TaskTerms(const Model& model, int root)
    : rows(model, root),
      n(rows.num_dofs()),
      first(rows.first_dof()),
      unactuated(rows.num_unactuated()),
      M(solvers::RowMatrixXd::Zero(n, n)),
      bias(VectorXd::Zero(n)),
      J(0, n),
      desired_posture(VectorXd::Zero(n)),
      J_contacts(0, n),
      J_points(0, n) {
  force_unit = model.tree_mass(root) * std::max(1.0, model.gravity().norm());
}

void TaskTerms::Evaluate(const VectorXd& q, const VectorXd& v, const TaskSet& tasks) {
  rows.Evaluate(q, v);
  ReadDynamics(v);
  has_level_2 = false;
  EvaluateTasks(q, v, tasks);
  EvaluateContacts(tasks);
}

void TaskTerms::ReadDynamics(const VectorXd& v) {
  const Model& model = rows.model();
  for (int k = 0; k < n; ++k) {
    const int dof = first + k;
    int entry = model.diagonal_entry(dof);
    for (int i = dof; i >= 0; i = model.dof_parent()[i])
      M(k, i - first) = M(i - first, k) = rows.ws().M[entry--];
    bias[k] = rows.ws().bias[dof] + model.dofs()[dof].damping * v[dof];
  }
}

void TaskTerms::EvaluateTasks(const VectorXd& q, const VectorXd& v, const TaskSet& tasks) {
  constexpr int kMaxRows = TaskRows::kMaxRows;
  const int room = kMaxRows * (1 + static_cast<int>(tasks.frames.size()));
  if (J.rows() < room) J.resize(room, n), desired.resize(room);
  blocks.clear();
  int row = 0;
  const auto add = [&](const auto& task) {
    if (task.importance.weight == 0.0) return;  // weight 0: the task is absent on both levels
    const int size = rows.Fill(task, J.middleRows(row, kMaxRows), desired.segment(row, kMaxRows));
    blocks.push_back({row, size, task.importance});
    row += size;
    has_level_2 |= task.importance.level == 2;
  };
  if (tasks.center_of_mass) add(*tasks.center_of_mass);
  for (const FrameTask& task : tasks.frames) add(task);
  if (!tasks.posture) return;
  rows.DesiredPostureAcceleration(*tasks.posture, q, v, desired_posture);
  has_level_2 |= IsOn(tasks.posture->importance, 2);
}

/// Zeroes rows in which no joint can move the contact (out of plane for a planar robot): rounding errors must
/// not become constraints.
void TaskTerms::ClearVanishing(int row) {
  constexpr double kRounding = 1e-12;  // for lever arms of a metre
  if (J_contacts.row(row).cwiseAbs().maxCoeff() > kRounding) return;
  J_contacts.row(row).setZero();
  desired_at_contacts[row] = 0.0;
}

void TaskTerms::EvaluateContacts(const TaskSet& tasks) {
  num_contact_rows = num_points = 0;
  ForEachActive(tasks.contacts, [&](const TaskContact& contact, int) {
    num_contact_rows += TaskRows::NumRows(contact);
    num_points += static_cast<int>(contact.points.size());
    has_level_2 |= IsOn(contact.force_importance, 2);
  });
  if (J_contacts.rows() < num_contact_rows)
    J_contacts.resize(num_contact_rows, n), desired_at_contacts.resize(num_contact_rows);
  if (J_points.rows() < 3 * num_points) J_points.resize(3 * num_points, n);
  int row = 0;
  ForEachActive(tasks.contacts, [&](const TaskContact& contact, int point) {
    const int size = TaskRows::NumRows(contact);
    rows.Fill(contact, J_contacts.middleRows(row, size), desired_at_contacts.segment(row, size));
    for (const int end = row + size; row < end; ++row) ClearVanishing(row);
    for (const Vector3d& p_F : contact.points)
      rows.PointJacobian(contact.frame, p_F, J_points.middleRows(3 * point++, 3));
  });
}

}  // namespace slipstick::control
