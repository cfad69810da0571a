#include "steppers/nmdp/dissipation.h"

#include <algorithm>

namespace slipstick {
namespace {

/// Of the largest: rows of W that others leave no more than this of follow from them.
constexpr double kDependent = 1e-8;

using ConstMatrix = Eigen::Map<const Eigen::MatrixXd>;

ConstMatrix SlipByForce(const ContactResponse& response) {
  return {response.slip_by_force().data(), response.rows(), response.rows()};
}

}  // namespace

Dissipation::Dissipation(const World& world, Objective objective)
    : world_(world), objective_(objective), by_x_(world.model().nv) {}

void Dissipation::Begin(const StepContacts& contacts, const ContactResponse& response, double h) {
  const int rows = contacts.num_rows();
  for (auto* matrix : {&metric_, &metric_C_, &curvature_}) matrix->resize(rows, rows);
  for (auto* vector : {&slip_, &weighted_, &gradient_}) vector->resize(rows);
  if (objective_ == Objective::kEffective) return SetInverseInertia(contacts, response, h);
  metric_.setIdentity();
  for (const StepContact& contact : contacts.contacts())
    for (int r = contact.row + 3; r < contact.row + contact.rows; ++r)
      metric_(r, r) = contact.space->radius() * contact.space->radius();
}

void Dissipation::SetInverseInertia(const StepContacts& contacts, const ContactResponse& response, double h) {
  const int rows = response.rows();
  const ConstMatrix C(response.bare_pose_by_force().data(), rows, rows);
  for (int j = 0; j < rows; ++j)
    for (int i = 0; i < rows; ++i) metric_C_(i, j) = 0.5 * (C(i, j) + C(j, i)) / (h * h);
  metric_.setZero();
  for (int i = 0; i < contacts.num_islands(); ++i) {
    contacts.RowsOf(contacts.island(i), rows_);
    InvertIsland();
  }
}

/// The block of rows_: W⁻¹ by Cholesky's method with pivots. Rows that follow from others are left out.
void Dissipation::InvertIsland() {
  Eigen::MatrixXd& L = metric_C_;
  const int rows = static_cast<int>(rows_.size());
  double largest = 0.0;
  int rank = 0;
  for (; rank < rows; ++rank) {
    int next = rank;
    for (int i = rank; i < rows; ++i)
      if (L(rows_[i], rows_[i]) > L(rows_[next], rows_[next])) next = i;
    std::swap(rows_[rank], rows_[next]);
    const int p = rows_[rank];
    largest = std::max(largest, L(p, p));
    if (!(L(p, p) > kDependent * largest)) break;
    const double pivot = L(p, p) = std::sqrt(L(p, p));
    for (int i = rank + 1; i < rows; ++i) L(rows_[i], p) /= pivot;
    for (int j = rank + 1; j < rows; ++j)
      for (int i = j; i < rows; ++i) {
        const int a = rows_[i], b = rows_[j];
        L(a, b) -= L(a, p) * L(b, p);
        L(b, a) = L(a, b);
      }
  }
  for (int j = 0; j < rank; ++j) {  // L Lᵀ x = unit vector, in the order of pivots
    auto x = metric_.col(rows_[j]);
    x[rows_[j]] = 1.0;
    for (int i = j; i < rank; ++i) {
      const int p = rows_[i];
      for (int k = j; k < i; ++k) x[p] -= L(p, rows_[k]) * x[rows_[k]];
      x[p] /= L(p, p);
    }
    for (int i = rank - 1; i >= 0; --i) {
      const int p = rows_[i];
      for (int k = i + 1; k < rank; ++k) x[p] -= L(rows_[k], p) * x[rows_[k]];
      x[p] /= L(p, p);
    }
  }
}

void Dissipation::FindSlip(const StepContacts& contacts, double h) {
  for (const StepContact& contact : contacts.contacts())
    for (int r = 0; r < contact.rows; ++r) slip_[contact.row + r] = contact.slip[r] / h;
  weighted_.noalias() = metric_.lazyProduct(slip_);
}

double Dissipation::Value(const StepContacts& contacts, StepEquations& equations) {
  if (objective_ == Objective::kBody) return equations.KineticEnergy();
  FindSlip(contacts, equations.h());
  return 0.5 * slip_.dot(weighted_);
}

void Dissipation::Differentiate(const StepContacts& contacts, const ContactResponse& response,
                                StepEquations& equations) {
  if (objective_ == Objective::kBody) return DifferentiateBody(response, equations);
  Differentiate(contacts, response, equations.h());
}

void Dissipation::Differentiate(const StepContacts& contacts, const ContactResponse& response, double h) {
  const ConstMatrix C = SlipByForce(response);
  FindSlip(contacts, h);
  gradient_.noalias() = C.transpose().lazyProduct(weighted_) / h;
  for (int i = 0; i < contacts.num_islands(); ++i) {
    contacts.RowsOf(contacts.island(i), rows_);
    for (const int s : rows_)
      for (const int r : rows_) {
        double sum = 0.0;
        for (const int k : rows_) sum += metric_(k, r) * C(k, s);
        metric_C_(r, s) = sum / (h * h);
      }
    for (const int s : rows_)
      for (const int r : rows_) {
        double sum = 0.0;
        for (const int k : rows_) sum += C(k, r) * metric_C_(k, s);
        curvature_(r, s) = sum;
      }
  }
}

/// Aᵀ ∇K and Aᵀ M A / h² with A = B⁻¹ Jᵀ; how M changes is left out of the curvature, as in the authors' program.
void Dissipation::DifferentiateBody(const ContactResponse& response, StepEquations& equations) {
  const Model& model = world_.model();
  const int rows = response.rows();
  const double h2 = equations.h() * equations.h();
  equations.DifferentiateEnergy(by_x_);
  response.FindMoveByForce(A_);
  M_A_.assign(A_.size(), 0.0);
  const auto add = [&](int to, int from, double factor) {
    for (int r = 0; r < rows; ++r) M_A_[to * rows + r] += factor * A_[from * rows + r];
  };
  for (int k = 0; k < model.nv; ++k) {
    const double* M = &equations.mass()[model.row_start[k] + model.depth[k]];
    add(k, k, *M / h2);
    for (int j = model.dof_parent[k]; j >= 0; j = model.dof_parent[j]) {
      --M;
      add(k, j, *M / h2);
      add(j, k, *M / h2);
    }
  }
  gradient_.setZero();
  curvature_.setZero();
  for (int k = 0; k < model.nv; ++k) {
    const double *a = &A_[k * rows], *b = &M_A_[k * rows];
    for (int r = 0; r < rows; ++r) {
      gradient_[r] += a[r] * by_x_[k];
      for (int s = 0; s < rows; ++s) curvature_(s, r) += a[s] * b[r];
    }
  }
}

}  // namespace slipstick
