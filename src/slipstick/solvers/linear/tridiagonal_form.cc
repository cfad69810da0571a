#include "slipstick/solvers/linear/tridiagonal_form.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace slipstick::solvers {
namespace {

double* Entries(Pack* packs) { return reinterpret_cast<double*>(packs); }
const double* Entries(const Pack* packs) { return reinterpret_cast<const double*>(packs); }

size_t PacksPerColumn(int n) { return (n + Pack::kLanes - 1) / Pack::kLanes; }

template <int n>
using Constant = std::integral_constant<int, n>;

/// Calls f(first, count) for up to four packs at a time, with a constant count, so that sums stay in
/// registers.
template <class F>
SLIPSTICK_INLINE void ForPacks(int begin, int end, F f) {
  for (; end - begin >= 4; begin += 4) f(begin, Constant<4>());
  if (end - begin == 3) f(begin, Constant<3>());
  if (end - begin == 2) f(begin, Constant<2>());
  if (end - begin == 1) f(begin, Constant<1>());
}

/// y := Σ u_j a_j over the rows or columns a_j from `first` on, `stride` packs apart. Two sums, since each
/// waits for its last addition.
template <int kPacks>
SLIPSTICK_INLINE void Combine(const Pack* a, int stride, const double* u, int first, int n, Pack* y) {
  Pack even[kPacks], odd[kPacks];
  int j = first;
  for (; j + 1 < n; j += 2)
    for (int i = 0; i < kPacks; ++i) {
      even[i] += Pack(u[j]) * a[j * stride + i];
      odd[i] += Pack(u[j + 1]) * a[(j + 1) * stride + i];
    }
  if (j < n)
    for (int i = 0; i < kPacks; ++i) even[i] += Pack(u[j]) * a[j * stride + i];
  for (int i = 0; i < kPacks; ++i) y[i] = even[i] + odd[i];
}

}  // namespace

void TridiagonalForm::Reserve(int n) {
  if (static_cast<int>(d_.size()) >= n) return;
  for (auto* matrix : {&A_, &reflector_, &P_}) matrix->resize(n * PacksPerColumn(n));
  product_.resize(PacksPerColumn(n));
  d_.resize(n), e_.resize(n), beta_.resize(n);
}

void TridiagonalForm::Decompose(const double* A, int n) {
  Reserve(n);
  n_ = n;
  packs_ = static_cast<int>(PacksPerColumn(n));
  std::fill_n(A_.begin(), static_cast<size_t>(n_) * packs_, Pack(0.0));
  for (int j = 0; j < n; ++j) std::copy_n(A + static_cast<size_t>(j) * n, n, Entries(&A_[j * packs_]));
  for (int k = 0; k < n_; ++k) {
    d_[k] = Entries(&A_[k * packs_])[k];
    if (k + 1 < n_ && FindReflector(k)) ApplyToMatrix(k);
  }
  e_[n_ - 1] = 0.0;
  FormP();
}

/// The reflection I - β u uᵀ that clears column k below the subdiagonal entry; entries of u up to k are zero.
/// False if there is nothing to clear.
bool TridiagonalForm::FindReflector(int k) {
  Pack* const u = &reflector_[k * packs_];
  std::copy(&A_[k * packs_ + FirstPack(k)], &A_[(k + 1) * packs_], u + FirstPack(k));
  std::fill(Entries(u + FirstPack(k)), Entries(u) + k + 1, 0.0);
  const double first = Entries(u)[k + 1];
  Pack sum(0.0);
  for (int i = FirstPack(k); i < packs_; ++i) sum += u[i] * u[i];
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
  Pack *const w = product_.data(), dot(0.0);
  ForPacks(FirstPack(k), packs_, [&](int first, auto count) {
    Combine<count>(&A_[first], packs_, Entries(u), k + 1, n_, w + first);
    for (int i = first; i < first + count; ++i) dot += u[i] * w[i];
  });
  const Pack beta(beta_[k]), half(0.5 * beta_[k] * beta_[k] * SumOfLanes(dot));
  for (int i = FirstPack(k); i < packs_; ++i) w[i] = beta * w[i] - half * u[i];
  ForPacks(FirstPack(k), packs_, [&](int first, auto count) {
    Pack u_i[count], w_i[count];
    for (int i = 0; i < count; ++i) u_i[i] = u[first + i], w_i[i] = w[first + i];
    for (int j = k + 1; j < n_; ++j) {
      const Pack u_j(Entries(u)[j]), w_j(Entries(w)[j]);
      for (int i = 0; i < count; ++i) A_[j * packs_ + first + i] -= w_j * u_i[i] + u_j * w_i[i];
    }
  });
}

/// The product of all reflections, from the last one on: it differs from I in the rows and columns that they
/// change. Two at a time: (I - β u uᵀ) (I - γ v vᵀ) P = P - γ v (vᵀ P) - β u (uᵀ P - γ (uᵀ v) vᵀ P).
void TridiagonalForm::FormP() {
  std::fill_n(P_.begin(), static_cast<size_t>(n_) * packs_, Pack(0.0));
  for (int i = 0; i < n_; ++i) Entries(&P_[i * packs_])[i] = 1.0;
  for (int k = n_ - 3; k >= 0; k -= 2) {
    const bool is_pair = k > 0;  // of reflections k and k - 1
    const int other = is_pair ? k - 1 : k;
    const double gamma = beta_[k], beta = is_pair ? beta_[other] : 0.0;
    const double *const v = Entries(&reflector_[k * packs_]), *const u = Entries(&reflector_[other * packs_]);
    double dot = 0.0;
    for (int i = k + 1; i < n_; ++i) dot += u[i] * v[i];
    ForPacks(FirstPack(other), packs_, [&](int first, auto count) {
      Pack by_v[count], by_u[count];
      for (int j = 0; is_pair && j < count; ++j) by_u[j] = Pack(u[k]) * P_[k * packs_ + first + j];
      for (int i = k + 1; i < n_; ++i)
        for (int j = 0; j < count; ++j) {
          const Pack& entry = P_[i * packs_ + first + j];
          by_v[j] += Pack(v[i]) * entry, by_u[j] += Pack(u[i]) * entry;
        }
      for (int j = 0; j < count; ++j) {
        by_u[j] = Pack(beta) * (by_u[j] - Pack(gamma * dot) * by_v[j]);
        by_v[j] = Pack(gamma) * by_v[j];
      }
      for (int j = 0; is_pair && j < count; ++j) P_[k * packs_ + first + j] -= Pack(u[k]) * by_u[j];
      for (int i = k + 1; i < n_; ++i)
        for (int j = 0; j < count; ++j)
          P_[i * packs_ + first + j] -= Pack(v[i]) * by_v[j] + Pack(u[i]) * by_u[j];
    });
  }
}

double TridiagonalForm::EigenvalueBound() const {
  double largest = 0.0;
  for (int k = 0; k < n_; ++k)
    largest = std::max(largest, d_[k] + std::abs(e_[k]) + (k > 0 ? std::abs(e_[k - 1]) : 0.0));
  return largest;
}

void TridiagonalForm::ToBasisOfT(const Pack* x, Pack* y) const {
  const double* const P = Entries(P_.data());
  const int stride = Pack::kLanes * packs_;
  ForPacks(0, n_, [&](int first, auto count) {
    Pack sum[count];
    for (int j = 0; j < n_; ++j)
      for (int i = 0; i < count; ++i) sum[i] += Pack(P[j * stride + first + i]) * x[j];
    for (int i = 0; i < count; ++i) y[first + i] = sum[i];
  });
}

void TridiagonalForm::FromBasisOfT(const Pack* x, Pack* y) const {
  const double* const P = Entries(P_.data());
  const int stride = Pack::kLanes * packs_;
  ForPacks(0, n_, [&](int first, auto count) {
    Pack sum[count];
    for (int j = 0; j < n_; ++j)
      for (int i = 0; i < count; ++i) sum[i] += Pack(P[(first + i) * stride + j]) * x[j];
    for (int i = 0; i < count; ++i) y[first + i] = sum[i];
  });
}

}  // namespace slipstick::solvers
