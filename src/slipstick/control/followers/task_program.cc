#include "slipstick/control/followers/task_program.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "slipstick/core/convert.h"
#include "slipstick/geometry/tangent_basis.h"

namespace slipstick::control {

using Eigen::Ref;
using Eigen::Vector3d;
using Eigen::VectorXd;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr int kRowsPerPoint = 5;  // of a friction pyramid

/// Added to the diagonal of every cost, relative to its largest entry: makes programs strictly convex where
/// tasks leave motions undetermined, and changes task accelerations by about this relative amount.
constexpr double kRegularization = 1e-8;

/// Weight of contact accelerations where contacts are soft, compared to tasks of weight 1.
constexpr double kContactWeight = 1e4;

bool HasEffortLimit(const model::Dof& dof) { return std::isfinite(dof.effort_limit); }
bool HasMotionLimit(const model::Dof& dof) {
  return std::isfinite(dof.lower) || std::isfinite(dof.upper) || std::isfinite(dof.velocity_limit);
}

}  // namespace

const solvers::QpProblem& TaskProgram::Make(const Kind& kind, const TaskSet& tasks, const VectorXd& q,
                                            const VectorXd& v) {
  const int level = kind.first_level ? 2 : 1;
  const int standing = kind.rigid_contacts ? terms_.num_contact_rows : 0,
            kept = level == 2 ? CountFirstLevel(tasks) : 0;
  const bool joints = options_.joint_limits && kind.joint_limits,
             efforts = options_.effort_limits && kind.effort_limits;
  qp_.Resize(terms_.num_variables(), terms_.unactuated + standing + kept,
             kRowsPerPoint * terms_.num_points + CountLimits(joints, efforts));

  AddCosts(level, tasks);
  AddForceCosts(level, tasks);
  if (!kind.rigid_contacts)
    AddSquares(terms_.J_contacts.topRows(terms_.num_contact_rows),
               terms_.desired_at_contacts.head(terms_.num_contact_rows), kContactWeight);
  Regularize();

  int equation = 0, bound = 0;
  AddEquationsOfMotion(equation);
  if (kind.rigid_contacts) AddContactConstraints(equation);
  if (level == 2) FixFirstLevel(tasks, equation);
  AddFrictionPyramids(tasks, bound);
  if (efforts) AddEffortLimits(bound);
  if (joints) AddJointLimits(q, v, bound);
  if (level == 2) ShiftOrigin(*kind.first_level);
  return qp_;
}

// --- costs ---

void TaskProgram::AddCosts(int level, const TaskSet& tasks) {
  for (const TaskTerms::Block& block : terms_.blocks)
    if (block.importance.level == level)
      AddSquares(terms_.J.middleRows(block.first, block.rows),
                 terms_.desired.segment(block.first, block.rows), block.importance.weight);
  if (!tasks.posture || !IsOn(tasks.posture->importance, level)) return;
  const double weight = tasks.posture->importance.weight;
  for (int k = terms_.unactuated; k < terms_.n; ++k) {
    qp_.H()(k, k) += weight;
    qp_.g()[k] -= weight * terms_.desired_posture[k];
  }
}

/// ½ weight |J a - desired|², in the lower half of H.
void TaskProgram::AddSquares(const Ref<const solvers::RowMatrixXd>& J, const Ref<const VectorXd>& desired,
                             double weight) {
  auto H = qp_.H();
  auto g = qp_.g();
  for (int r = 0; r < J.rows(); ++r) {
    const double* row = J.row(r).data();
    for (int k = 0; k < terms_.n; ++k) {
      const double scaled = weight * row[k];
      if (scaled == 0.0) continue;  // most entries are zero: few dofs move a foot
      g[k] -= scaled * desired[r];
      double* column = &H(0, k);
      for (int i = k; i < terms_.n; ++i) column[i] += scaled * row[i];
    }
  }
}

void TaskProgram::AddForceCosts(int level, const TaskSet& tasks) {
  ForEachActive(tasks.contacts, [&](const TaskContact& contact, int point) {
    if (!IsOn(contact.force_importance, level)) return;
    const double weight = contact.force_importance.weight, unit = terms_.force_unit;
    for (int i = 0; i < 3 * static_cast<int>(contact.points.size()); ++i) {
      const int entry = terms_.n + 3 * point + i;
      qp_.H()(entry, entry) += weight * unit * unit;
      qp_.g()[entry] -= weight * unit * contact.force[i % 3];
    }
  });
}

void TaskProgram::Regularize() {
  const double largest = qp_.H().diagonal().maxCoeff();
  qp_.H().diagonal().array() += kRegularization * (largest > 0.0 ? largest : 1.0);  // the cost may be zero
}

// --- equations ---

template <class Row>
void TaskProgram::FillForceOfDof(int k, Row row) const {
  row.head(terms_.n) = terms_.M.row(k);
  for (int i = 0; i < 3 * terms_.num_points; ++i)
    row[terms_.n + i] = -terms_.force_unit * terms_.J_points(i, k);
}

void TaskProgram::AddEquationsOfMotion(int& row) {
  for (int k = 0; k < terms_.unactuated; ++k, ++row) {
    FillForceOfDof(k, qp_.A().row(row));
    qp_.b()[row] = -terms_.bias[k];
  }
}

void TaskProgram::AddContactConstraints(int& row) {
  const int rows = terms_.num_contact_rows;
  qp_.A().block(row, 0, rows, terms_.n) = terms_.J_contacts.topRows(rows);
  qp_.b().segment(row, rows) = terms_.desired_at_contacts.head(rows);
  row += rows;
}

int TaskProgram::CountFirstLevel(const TaskSet& tasks) const {
  int rows = 0;
  for (const TaskTerms::Block& block : terms_.blocks)
    if (block.importance.level == 1) rows += block.rows;
  if (tasks.posture && IsOn(tasks.posture->importance, 1)) rows += terms_.n - terms_.unactuated;
  ForEachActive(tasks.contacts, [&](const TaskContact& contact, int) {
    if (IsOn(contact.force_importance, 1)) rows += 3 * static_cast<int>(contact.points.size());
  });
  return rows;
}

/// Equality constraints J_1 x = 0: the increment of the second level does not change tasks of the first.
void TaskProgram::FixFirstLevel(const TaskSet& tasks, int& row) {
  for (const TaskTerms::Block& block : terms_.blocks) {
    if (block.importance.level != 1) continue;
    qp_.A().block(row, 0, block.rows, terms_.n) = terms_.J.middleRows(block.first, block.rows);
    row += block.rows;
  }
  const auto keep = [&](int entry) { qp_.A()(row++, entry) = 1.0; };
  if (tasks.posture && IsOn(tasks.posture->importance, 1))
    for (int k = terms_.unactuated; k < terms_.n; ++k) keep(k);
  ForEachActive(tasks.contacts, [&](const TaskContact& contact, int point) {
    if (!IsOn(contact.force_importance, 1)) return;
    for (int i = 0; i < 3 * static_cast<int>(contact.points.size()); ++i) keep(terms_.n + 3 * point + i);
  });
}

/// Shifts the origin of x to the solution of the first level: x is now the increment. The first level
/// satisfies all equations, so their right-hand sides become exactly zero; it is feasible, so bounds are
/// clamped to include x = 0. Rounding errors of the first level cannot make the second one infeasible.
void TaskProgram::ShiftOrigin(const VectorXd& first_level) {
  const auto x = first_level.head(terms_.num_variables());
  qp_.g().noalias() += qp_.H().selfadjointView<Eigen::Lower>() * x;
  qp_.b().setZero();
  for (int row = 0; row < qp_.inequalities(); ++row) {
    const double value = qp_.C().row(row).dot(x);
    qp_.lower()[row] = std::min(qp_.lower()[row] - value, 0.0);
    qp_.upper()[row] = std::max(qp_.upper()[row] - value, 0.0);
  }
}

// --- bounds ---

/// For every point: min <= n · f <= max, and |t · f| <= mu / √2 n · f for two tangents t, a pyramid inside
/// the cone.
void TaskProgram::AddFrictionPyramids(const TaskSet& tasks, int& row) {
  ForEachActive(tasks.contacts, [&](const TaskContact& contact, int point) {
    const Mat3<double> basis = geometry::TangentBasis(FromEigen(contact.normal));
    const Vector3d slope = contact.friction / std::sqrt(2.0) * contact.normal;
    for (size_t i = 0; i < contact.points.size(); ++i, ++point) {
      const auto add = [&](const Vector3d& direction, double lower, double upper) {
        qp_.C().row(row).segment<3>(terms_.n + 3 * point) = direction.transpose();
        qp_.lower()[row] = lower, qp_.upper()[row] = upper;
        ++row;
      };
      add(contact.normal, contact.min_normal / terms_.force_unit, contact.max_normal / terms_.force_unit);
      for (const Vector3d& t : {ToEigen(basis.x), ToEigen(basis.y)}) {
        add(slope - t, 0.0, kInfinity);
        add(slope + t, 0.0, kInfinity);
      }
    }
  });
}

int TaskProgram::CountLimits(bool joints, bool efforts) const {
  int count = 0;
  for (int k = terms_.unactuated; k < terms_.n; ++k)
    count += (efforts && HasEffortLimit(dof(k))) + (joints && HasMotionLimit(dof(k)));
  return count;
}

void TaskProgram::AddEffortLimits(int& row) {
  for (int k = terms_.unactuated; k < terms_.n; ++k) {
    if (!HasEffortLimit(dof(k))) continue;
    FillForceOfDof(k, qp_.C().row(row));
    qp_.lower()[row] = -dof(k).effort_limit - terms_.bias[k];
    qp_.upper()[row] = dof(k).effort_limit - terms_.bias[k];
    ++row;
  }
}

/// Bounds the velocity v + a T and the position q + v T + a T²/2 after the horizon T at constant
/// acceleration.
void TaskProgram::AddJointLimits(const VectorXd& q, const VectorXd& v, int& row) {
  const double T = options_.limit_horizon;
  for (int k = terms_.unactuated; k < terms_.n; ++k) {
    if (!HasMotionLimit(dof(k))) continue;
    const int i = terms_.first + k;
    const Joint& joint = terms_.rows.model().joints()[dof(k).joint];
    double lower = (-dof(k).velocity_limit - v[i]) / T, upper = (dof(k).velocity_limit - v[i]) / T;
    if (joint.nq == joint.nv) {  // otherwise it has no position limits
      const double coasting = q[joint.q + i - joint.v] + v[i] * T;
      lower = std::max(lower, 2.0 * (dof(k).lower - coasting) / (T * T));
      upper = std::min(upper, 2.0 * (dof(k).upper - coasting) / (T * T));
    }
    if (lower > upper)
      lower = upper = 0.5 * (lower + upper);  // bounds conflict at this speed: use their mean
    qp_.C()(row, k) = 1.0;
    qp_.lower()[row] = lower, qp_.upper()[row] = upper;
    ++row;
  }
}

}  // namespace slipstick::control
