#include "slipstick/solvers/linear/tridiagonal_form.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace slipstick::solvers {
namespace {

double* Entries(Pack* packs) { return reinterpret_cast<double*>(packs); }
const double* Entries(const Pack* packs) { return reinterpret_cast<const double*>(packs); }

size_t PacksPerColumn(int n) { return (n + Pack::kLanes - 1) / Pack::kLanes; }

}  // namespace

void TridiagonalForm::Reserve(int n) {
  if (static_cast<int>(d_.size()) >= n) return;
  A_.resize(n * PacksPerColumn(n)), reflector_.resize(n * PacksPerColumn(n)),
      product_.resize(PacksPerColumn(n));
  d_.resize(n), e_.resize(n), beta_.resize(n);
}

void TridiagonalForm::Decompose(const double* A, int n) {
  Reserve(n);
  n_ = n;
  packs_ = static_cast<int>(PacksPerColumn(n));
  const size_t all = static_cast<size_t>(n_) * packs_;
  std::fill_n(A_.begin(), all, Pack(0.0));
  for (int j = 0; j < n; ++j) std::copy_n(A + static_cast<size_t>(j) * n, n, Entries(&A_[j * packs_]));
  for (int k = 0; k < n_; ++k) {
    d_[k] = Entries(&A_[k * packs_])[k];
    if (k + 1 < n_ && FindReflector(k)) ApplyToMatrix(k);
  }
  e_[n_ - 1] = 0.0;
}

/// The reflection I - β u uᵀ that clears column k below the subdiagonal entry. False if there is nothing to
/// clear.
bool TridiagonalForm::FindReflector(int k) {
  Pack* const u = &reflector_[k * packs_];
  std::copy_n(&A_[k * packs_], packs_, u);
  std::fill_n(Entries(u), k + 1, 0.0);
  const double first = Entries(u)[k + 1];
  Pack sum(0.0);
  for (int i = 0; i < packs_; ++i) sum += u[i] * u[i];
  const double norm2 = SumOfLanes(sum), length = std::sqrt(norm2);
  if (k + 2 == n_ || norm2 < std::numeric_limits<double>::min()) {
    e_[k] = first;
    beta_[k] = 0.0;
    return false;
  }
  e_[k] = -std::copysign(length, first);
  Entries(u)[k + 1] = first - e_[k];
  beta_[k] = 1.0 / (norm2 + length * std::abs(first));  // 2 / |u|²
  return true;
}

/// A := A - u wᵀ - w uᵀ with w = β A u - ½ β² (uᵀ A u) u.
void TridiagonalForm::ApplyToMatrix(int k) {
  const Pack* const u = &reflector_[k * packs_];
  Pack* const w = product_.data();
  std::fill_n(w, packs_, Pack(0.0));
  for (int j = k + 1; j < n_; ++j) {
    const Pack u_j(Entries(u)[j]);
    for (int i = 0; i < packs_; ++i) w[i] += u_j * A_[j * packs_ + i];
  }
  Pack dot(0.0);
  for (int i = 0; i < packs_; ++i) dot += u[i] * w[i];
  const Pack beta(beta_[k]), half(0.5 * beta_[k] * beta_[k] * SumOfLanes(dot));
  for (int i = 0; i < packs_; ++i) w[i] = beta * w[i] - half * u[i];
  for (int j = k + 1; j < n_; ++j) {
    const Pack u_j(Entries(u)[j]), w_j(Entries(w)[j]);
    Pack* const a = &A_[j * packs_];
    for (int i = 0; i < packs_; ++i) a[i] -= w_j * u[i] + u_j * w[i];
  }
}

double TridiagonalForm::EigenvalueBound() const {
  double largest = 0.0;
  for (int k = 0; k < n_; ++k)
    largest = std::max(largest, d_[k] + std::abs(e_[k]) + (k > 0 ? std::abs(e_[k - 1]) : 0.0));
  return largest;
}

/// x := (I - β u uᵀ) x; entries up to k do not change. Two sums, since each waits for its last addition.
SLIPSTICK_INLINE void TridiagonalForm::Reflect(Pack* x, int k) const {
  const double* const u = Entries(&reflector_[k * packs_]);
  Pack even = Pack(u[n_ - 1]) * x[n_ - 1], odd(0.0);
  for (int i = k + 1; i + 1 < n_; i += 2) {
    odd += Pack(u[i]) * x[i];
    if (i + 2 < n_) even += Pack(u[i + 1]) * x[i + 1];
  }
  const Pack dot = Pack(beta_[k]) * (even + odd);
  for (int i = k + 1; i < n_; ++i) x[i] -= Pack(u[i]) * dot;
}

void TridiagonalForm::ToBasisOfT(Pack* x) const {
  for (int k = 0; k + 2 < n_; ++k) Reflect(x, k);
}

void TridiagonalForm::FromBasisOfT(Pack* x) const {
  for (int k = n_ - 3; k >= 0; --k) Reflect(x, k);
}

}  // namespace slipstick::solvers
