#include "slipstick/steppers/nmdp/dissipation.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "slipstick/solvers/linear/padded_vectors.h"

namespace slipstick::nmdp {
namespace {

using solvers::padded::AddMultiple;

/// A row of W is dependent if no more than this fraction of its diagonal remains, (S24).
constexpr double kDependent = 1e-8;

}  // namespace

Dissipation::Dissipation(const World& world, Objective objective)
    : world_(world), objective_(objective), by_x_(world.model().nv()) {}

bool Dissipation::Begin(const StepContacts& contacts, ContactResponse& response, double h) {
  size_ = contacts.num_rows();
  curvature_.assign(static_cast<size_t>(size_) * size_, 0.0);
  for (auto* vector : {&slip_, &gradient_}) vector->assign(size_, 0.0);
  independent_.clear();
  island_start_.assign(1, 0);
  if (objective_ == Objective::kBody) return true;
  if (objective_ == Objective::kPoints) {
    L_.assign(curvature_.size(), 0.0);
    for (const StepContact& contact : contacts.contacts())
      for (int r = contact.row; r < contact.row + contact.rows; ++r)
        L(r, r) = r < contact.row + 3 ? 1.0 : 1.0 / contact.space->radius();  // infinite without moments
  } else {
    if (!response.FindFixedCornerResponse(contacts, L_)) return false;
    for (int i = 0; i < size_; ++i)
      for (int j = 0; j <= i; ++j) L(i, j) = L(j, i) = 0.5 * (L(i, j) + L(j, i)) / (h * h);  // W of (S15)
  }
  for (int i = 0; i < contacts.num_islands(); ++i) {
    contacts.RowsOf(contacts.island(i), rows_);
    if (objective_ == Objective::kEffective)
      FactorIsland();
    else
      std::copy_if(rows_.begin(), rows_.end(), std::back_inserter(independent_),
                   [&](int r) { return std::isfinite(L(r, r)); });
    island_start_.push_back(static_cast<int>(independent_.size()));
  }
  return true;
}

/// The block of rows_: W = L Lᵀ by pivoted Cholesky factorisation. Dependent rows are left out, (S24).
void Dissipation::FactorIsland() {
  const int rows = static_cast<int>(rows_.size());
  diagonal_W_.resize(size_);
  for (const int r : rows_) diagonal_W_[r] = L(r, r);
  // relative: rows have different units
  const auto remaining = [&](int r) { return diagonal_W_[r] > 0.0 ? L(r, r) / diagonal_W_[r] : 0.0; };
  for (int rank = 0; rank < rows; ++rank) {
    int next = rank;
    for (int i = rank; i < rows; ++i)
      if (remaining(rows_[i]) > remaining(rows_[next])) next = i;
    std::swap(rows_[rank], rows_[next]);
    const int p = rows_[rank];
    if (!(remaining(p) > kDependent)) return;
    independent_.push_back(p);
    const double pivot = L(p, p) = std::sqrt(L(p, p));
    for (int i = rank + 1; i < rows; ++i) L(rows_[i], p) /= pivot;
    for (int j = rank + 1; j < rows; ++j)
      for (int i = j; i < rows; ++i) {
        const int a = rows_[i], b = rows_[j];
        L(a, b) -= L(a, p) * L(b, p);
        L(b, a) = L(a, b);
      }
  }
}

/// reduced_ := L⁻¹ s, so that sᵀ W⁺ s = |reduced_|².
void Dissipation::FindSlip(const StepContacts& contacts, double h, In<double> correction) {
  for (int c = 0; c < contacts.size(); ++c) {
    double* slip = &slip_[contacts[c].row];
    for (int r = 0; r < contacts[c].rows; ++r) slip[r] = contacts[c].slip[r] / h;
    if (correction.empty()) continue;
    for (const ContactLever& lever : contacts.levers(c))
      for (int r = 0; r < contacts[c].rows; ++r) slip[r] += correction[lever.dof] / h * lever.slip[r];
  }
  reduced_.resize(independent_.size());
  for (size_t i = 0; i + 1 < island_start_.size(); ++i)
    for (int j = island_start_[i]; j < island_start_[i + 1]; ++j) {
      const int p = independent_[j];
      reduced_[j] = slip_[p];
      for (int k = island_start_[i]; k < j; ++k) reduced_[j] -= L(p, independent_[k]) * reduced_[k];
      reduced_[j] /= L(p, p);
    }
}

double Dissipation::Value(const StepContacts& contacts, StepEquations& equations, In<double> correction) {
  if (objective_ == Objective::kBody) return equations.KineticEnergy();
  FindSlip(contacts, equations.h(), correction);
  return 0.5 * std::inner_product(reduced_.begin(), reduced_.end(), reduced_.begin(), 0.0);  // (S16)
}

void Dissipation::Differentiate(const StepContacts& contacts, const ContactResponse& response,
                                StepEquations& equations, In<double> correction) {
  if (objective_ == Objective::kBody) return DifferentiateBody(response, equations);
  Differentiate(contacts, response, equations.h(), correction);
}

/// (S23), with V = L⁻¹ C: Cᵀ W⁺ s = Vᵀ L⁻¹ s, Cᵀ W⁺ C = Vᵀ V.
void Dissipation::Differentiate(const StepContacts& contacts, const ContactResponse& response, double h,
                                In<double> correction) {
  const View<const double> C = response.slip_by_force();
  FindSlip(contacts, h, correction);
  for (int i = 0; i < contacts.num_islands(); ++i) {
    contacts.RowsOf(contacts.island(i), rows_);
    const int n = static_cast<int>(rows_.size()), first = island_start_[i];
    const int rank = island_start_[i + 1] - first;
    V_.resize(static_cast<size_t>(rank) * n);
    block_.assign(static_cast<size_t>(n) * n, 0.0);
    for (int j = 0; j < rank; ++j) {
      const int p = independent_[first + j];
      double* v = &V_[static_cast<size_t>(j) * n];
      for (int r = 0; r < n; ++r) v[r] = C[p * size_ + rows_[r]] / h;
      for (int k = 0; k < j; ++k)
        AddMultiple(n, -L(p, independent_[first + k]), &V_[static_cast<size_t>(k) * n], v);
      for (int r = 0; r < n; ++r) v[r] /= L(p, p);
      for (int r = 0; r < n; ++r) AddMultiple(r + 1, v[r], v, &block_[static_cast<size_t>(r) * n]);
    }
    for (int r = 0; r < n; ++r) {
      double& slope = gradient_[rows_[r]] = 0.0;
      for (int j = 0; j < rank; ++j) slope += V_[j * n + r] * reduced_[first + j];
      for (int s = 0; s <= r; ++s)
        curvature_[rows_[r] * size_ + rows_[s]] = curvature_[rows_[s] * size_ + rows_[r]] = block_[r * n + s];
    }
  }
}

/// kBody, (S21): gradient Aᵀ ∇K and curvature Aᵀ M A / h² with A = B⁻¹ Jᵀ. The curvature neglects the change
/// of M, as the program of the authors does.
void Dissipation::DifferentiateBody(const ContactResponse& response, StepEquations& equations) {
  const Model& model = world_.model();
  const int rows = response.rows();
  const double h2 = equations.h() * equations.h();
  equations.DifferentiateEnergy(by_x_);
  M_A_.assign(static_cast<size_t>(model.nv()) * rows, 0.0);
  equations.ForEachOfMass([&](int k, int j, double M) {
    AddMultiple(rows, M / h2, response.move_by_force(j), M_A_.data() + static_cast<size_t>(k) * rows);
  });
  std::fill(gradient_.begin(), gradient_.end(), 0.0);
  std::fill(curvature_.begin(), curvature_.end(), 0.0);
  for (int k = 0; k < model.nv(); ++k) {
    const double *a = response.move_by_force(k), *b = M_A_.data() + static_cast<size_t>(k) * rows;
    AddMultiple(rows, by_x_[k], a, gradient_.data());
    for (int r = 0; r < rows; ++r)
      AddMultiple(rows, b[r], a, curvature_.data() + static_cast<size_t>(r) * rows);
  }
}

}  // namespace slipstick::nmdp
