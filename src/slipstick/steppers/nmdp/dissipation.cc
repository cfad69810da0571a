#include "slipstick/steppers/nmdp/dissipation.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace slipstick::nmdp {
namespace {

/// A row of W is dependent if no more than this fraction of its diagonal remains, (S24).
constexpr double kDependent = 1e-8;

using Matrix = Eigen::Map<Eigen::MatrixXd>;
using ConstMatrix = Eigen::Map<const Eigen::MatrixXd>;

/// product := A B, n x n, column-major, with entries B(row, column). Four columns of A at a time.
template <class Entry>
void Multiply(int n, const std::vector<double>& A, const Entry& B, std::vector<double>& product) {
  for (int s = 0; s < n; ++s) {
    double* __restrict sum = &product[static_cast<size_t>(s) * n];
    std::fill_n(sum, n, 0.0);
    const double* __restrict a = A.data();
    int k = 0;
    for (; k + 4 <= n; k += 4, a += 4 * n) {
      const double b0 = B(k, s), b1 = B(k + 1, s), b2 = B(k + 2, s), b3 = B(k + 3, s);
      for (int r = 0; r < n; ++r)
        sum[r] = (((sum[r] + a[r] * b0) + a[n + r] * b1) + a[2 * n + r] * b2) + a[3 * n + r] * b3;
    }
    for (; k < n; ++k, a += n)
      for (int r = 0; r < n; ++r) sum[r] += a[r] * B(k, s);
  }
}

}  // namespace

Dissipation::Dissipation(const World& world, Objective objective)
    : world_(world), objective_(objective), by_x_(world.model().nv()) {}

void Dissipation::Begin(const StepContacts& contacts, const ContactResponse& response, double h) {
  size_ = contacts.num_rows();
  for (auto* matrix : {&metric_, &L_, &curvature_}) matrix->assign(static_cast<size_t>(size_) * size_, 0.0);
  for (auto* vector : {&slip_, &weighted_, &gradient_, &diagonal_W_}) vector->assign(size_, 0.0);
  if (objective_ == Objective::kEffective) return SetInverseInertia(contacts, response, h);
  for (const StepContact& contact : contacts.contacts())
    for (int r = 0; r < contact.rows; ++r) {
      const double length = r < 3 ? 1.0 : contact.space->radius();
      metric_[(contact.row + r) * (size_ + 1)] = length * length;
    }
}

void Dissipation::SetInverseInertia(const StepContacts& contacts, const ContactResponse& response, double h) {
  const View<const double> C = response.pose_by_force_fixed_corners();
  const int stride = response.stride();
  for (int j = 0; j < size_; ++j)
    for (int i = 0; i < size_; ++i)
      // W of (S15), symmetric part
      L_[j * size_ + i] = 0.5 * (C[j * stride + i] + C[i * stride + j]) / (h * h);
  for (int i = 0; i < contacts.num_islands(); ++i) {
    contacts.RowsOf(contacts.island(i), rows_);
    InvertIsland();
  }
}

/// The block of rows_: generalised inverse W⁺ of (S24) by pivoted Cholesky factorisation. Dependent rows are
/// left out.
void Dissipation::InvertIsland() {
  Matrix L(L_.data(), size_, size_), inverse(metric_.data(), size_, size_);
  const int rows = static_cast<int>(rows_.size());
  for (const int r : rows_) diagonal_W_[r] = L(r, r);
  // relative: rows have different units
  const auto remaining = [&](int r) { return diagonal_W_[r] > 0.0 ? L(r, r) / diagonal_W_[r] : 0.0; };
  int rank = 0;
  for (; rank < rows; ++rank) {
    int next = rank;
    for (int i = rank; i < rows; ++i)
      if (remaining(rows_[i]) > remaining(rows_[next])) next = i;
    std::swap(rows_[rank], rows_[next]);
    const int p = rows_[rank];
    if (!(remaining(p) > kDependent)) break;
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
    auto x = inverse.col(rows_[j]);
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
  for (int i = 0; i < contacts.num_islands(); ++i) {
    contacts.RowsOf(contacts.island(i), rows_);
    for (const int r : rows_) {
      weighted_[r] = 0.0;
      for (const int k : rows_) weighted_[r] += metric_[r * size_ + k] * slip_[k];
    }
  }
}

double Dissipation::Value(const StepContacts& contacts, StepEquations& equations) {
  if (objective_ == Objective::kBody) return equations.KineticEnergy();
  FindSlip(contacts, equations.h());
  return 0.5 * std::inner_product(slip_.begin(), slip_.end(), weighted_.begin(), 0.0);  // (S16)
}

void Dissipation::Differentiate(const StepContacts& contacts, const ContactResponse& response,
                                StepEquations& equations) {
  if (objective_ == Objective::kBody) return DifferentiateBody(response, equations);
  Differentiate(contacts, response, equations.h());
}

void Dissipation::Differentiate(const StepContacts& contacts, const ContactResponse& response, double h) {
  const ConstMatrix C(response.slip_by_force().data(), size_, size_), metric(metric_.data(), size_, size_);
  Matrix curvature(curvature_.data(), size_, size_);
  FindSlip(contacts, h);
  for (int i = 0; i < contacts.num_islands(); ++i) {
    contacts.RowsOf(contacts.island(i), rows_);
    const int n = static_cast<int>(rows_.size());
    for (auto* block : {&Ct_, &metric_block_, &metric_C_}) block->resize(static_cast<size_t>(n) * n);
    for (int k = 0; k < n; ++k)
      for (int r = 0; r < n; ++r) {
        Ct_[k * n + r] = C(rows_[k], rows_[r]);
        metric_block_[k * n + r] = metric(rows_[k], rows_[r]);
      }
    for (int s = 0; s < n; ++s) {
      double& slope = gradient_[rows_[s]] = 0.0;
      for (int k = 0; k < n; ++k) slope += Ct_[k * n + s] * weighted_[rows_[k]] / h;  // Cᵀ W⁻¹ s / h, (S23)
    }
    Multiply(
        n, metric_block_, [&](int k, int s) { return Ct_[k * n + s]; }, metric_C_);
    for (double& entry : metric_C_) entry /= h * h;
    Multiply(
        n, Ct_, [&](int k, int s) { return metric_C_[s * n + k]; }, metric_block_);
    for (int s = 0; s < n; ++s)
      for (int r = 0; r < n; ++r) curvature(rows_[r], rows_[s]) = metric_block_[s * n + r];  // Cᵀ W⁻¹ C / h²
  }
}

/// kBody, (S21): gradient Aᵀ ∇K and curvature Aᵀ M A / h² with A = B⁻¹ Jᵀ. The curvature neglects the change
/// of M, as the program of the authors does.
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
  for (int k = 0; k < model.nv(); ++k) {
    const double* M = &equations.mass()[model.diagonal_entry(k)];
    add(k, k, *M / h2);
    for (int j = model.dof_parent()[k]; j >= 0; j = model.dof_parent()[j]) {
      --M;
      add(k, j, *M / h2);
      add(j, k, *M / h2);
    }
  }
  std::fill(gradient_.begin(), gradient_.end(), 0.0);
  std::fill(curvature_.begin(), curvature_.end(), 0.0);
  for (int k = 0; k < model.nv(); ++k) {
    const double *a = &A_[k * rows], *b = &M_A_[k * rows];
    for (int r = 0; r < rows; ++r) {
      gradient_[r] += a[r] * by_x_[k];
      for (int s = 0; s < rows; ++s) curvature_[r * rows + s] += a[s] * b[r];
    }
  }
}

}  // namespace slipstick::nmdp
