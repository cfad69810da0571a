#include "slipstick/solvers/qp/qp_factors.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "slipstick/solvers/linear/padded_columns.h"

namespace slipstick::solvers {

static_assert(QpFactors::kBlock == Pack::kLanes, "columns of a block end in the same pack");

/// Cholesky: H = L Lᵀ and I = J Lᵀ, so the same steps turn H into L and, below it, I into J = L⁻ᵀ. L fills
/// rows j to n of its column and J rows 0 to j, hence all columns have the same length. The contributions of
/// earlier columns are subtracted from four columns at a time, then those within the four one by one.
bool QpFactors::Factor(const Eigen::Map<const Eigen::MatrixXd>& H) {
  Reserve(static_cast<int>(H.rows()));
  for (int j = 0; j < n_; j += kBlock) {
    const int end = std::min(j + kBlock, n_);
    for (int l = j; l < end; ++l) LoadColumn(H, l);
    double* c = coefficients_.data();
    for (int k = 0; k < j; ++k)  // the rows of L from here on; those beyond the last are padding
      for (int r = 0; r < kBlock; ++r) c[k * kBlock + r] = -stacked_[j + r + k * stride_];
    padded::AddColumnsToFour(rows_ - j + padded::Size(end), stacked_.data() + j, stride_, j, c,
                             stacked_.data() + j + j * stride_, stride_);
    for (int l = j; l < end; ++l)
      if (!FinishColumn(j, l)) return false;
  }
  return true;
}

void QpFactors::Reserve(int n) {
  n_ = n;
  rows_ = padded::Size(n);
  stride_ = 2 * rows_ + 2 * Pack::kLanes;  // not a power of two, which would cause cache conflicts
  q_ = pending_ = 0;
  const size_t wanted = stride_ * (rows_ + 1);  // J(n) must be a valid address
  if (stacked_.size() < wanted) {
    stacked_.resize(wanted);
    R_.resize(static_cast<size_t>(rows_) * rows_);
    reflections_.resize(R_.size());
    groups_.resize(rows_ / kBlock);
    coefficients_.resize(kBlock * static_cast<size_t>(rows_));
    products_.resize(kBlock * static_cast<size_t>(rows_));
  }
  J_ = stacked_.data() + rows_;
}

void QpFactors::LoadColumn(const Eigen::Map<const Eigen::MatrixXd>& H, int j) {
  double* column = stacked_.data() + j * stride_;
  std::fill(column, column + 2 * rows_, 0.0);
  const double* entries = H.data() + static_cast<size_t>(j) * n_;
  std::copy(entries + j, entries + n_, column + j);
  J(j)[j] = 1.0;
  min_pivot_[j % kBlock] = kMinPivot * column[j];
}

/// Columns from `first` on, the start of the block of column j, are still to be subtracted. The entries above
/// the diagonal in the rows of the block are undefined.
bool QpFactors::FinishColumn(int first, int j) {
  double* column = stacked_.data() + j * stride_;
  double c[kBlock];
  for (int k = first; k < j; ++k) c[k - first] = -stacked_[j + k * stride_];
  const int length = rows_ - first + padded::Size(j + 1);
  padded::AddColumns(length, stacked_.data() + first + first * stride_, stride_, j - first, c,
                     column + first);
  const double pivot = column[j];
  if (!(pivot > min_pivot_[j % kBlock] && pivot < std::numeric_limits<double>::infinity())) return false;
  const double inverse = 1.0 / std::sqrt(pivot);
  for (int i = first; i < first + length; ++i) column[i] *= inverse;
  return true;
}

double QpFactors::FreeNorm() {
  ApplyPendingToJ();
  double sum = 0.0;
  for (int k = q_; k < n_; ++k) sum += padded::Dot(rows_, J(k), J(k));
  return std::sqrt(sum);
}

void QpFactors::Project(const double* n, double* d) const {
  padded::DotColumns(rows_, J_, stride_, n_, n, d);
  for (int g = 0; g * kBlock < pending_; ++g) ReflectByGroup(g, true, d);
}

void QpFactors::FindDirection(const double* d, double* z) {
  ApplyPendingToJ();
  std::fill(z, z + rows_, 0.0);
  padded::AddColumns(rows_, J(q_), stride_, n_ - q_, d + q_, z);
}

void QpFactors::ExtendDirection(const double* d, double* z) const {
  padded::AddMultiple(rows_, d[q_], J(q_), z);
}

/// J y = L⁻ᵀ Q1 Q2 ... y: the last group is applied first.
void QpFactors::AddProduct(double* y, double* x) const {
  for (int g = (pending_ - 1) / kBlock; g >= 0 && pending_ > 0; --g) ReflectByGroup(g, false, y);
  padded::AddColumns(rows_, J_, stride_, n_, y, x);
}

/// One Householder reflection instead of the n - q Givens rotations of the paper: with v = d2 - α e1 and
/// |α| = |d2|
///   J2 := J2 (I - τ v vᵀ),  τ = 2 / vᵀv,  J2 v = z - α J2 e1
/// where z is known already. The new J2 e1 is z / α.
void QpFactors::Add(const double* d, const double* z) {
  const double alpha = std::copysign(std::sqrt(padded::DotAny(n_ - q_, d + q_, d + q_)), -d[q_]);
  const double tau = 1.0 / (alpha * (alpha - d[q_]));
  double* first = J(q_);
  double* w = products_.data();
  for (int i = 0; i < rows_; ++i) {
    w[i] = -tau * (z[i] - alpha * first[i]);
    first[i] = z[i] / alpha;
  }
  padded::AddRankOne(rows_, J(q_ + 1), stride_, n_ - q_ - 1, d + q_ + 1, w);
  AppendToR(d, alpha);
}

void QpFactors::AppendToR(const double* d, double diagonal) {
  std::copy(d, d + q_, R(q_));
  R(q_)[q_] = diagonal;
  ++q_;
}

/// J is still L⁻ᵀ, whose columns end at the diagonal.
void QpFactors::ProjectFour(const double* const* n, double* d) {
  for (int k = 0; k < n_; k += kBlock)
    padded::DotColumnsByFour(std::min(k + kBlock, rows_), J(k), stride_, std::min(kBlock, n_ - k), n, d + k,
                             rows_);
  for (int r = 0; r < kBlock; ++r) std::fill(d + r * rows_ + n_, d + (r + 1) * rows_, 0.0);
  for (int g = 0; g * kBlock < pending_; ++g) ReflectFourByGroup(g, d);
  projected_with_ = pending_;
}

/// Applied one by one, since there are few.
void QpFactors::ApplyNewReflections(double* d) const {
  for (int r = projected_with_; r < pending_; ++r) {
    const double* v = Reflection(r);
    padded::AddMultiple(rows_, -T(r / kBlock)[r % kBlock][r % kBlock] * padded::Dot(rows_, v, d), v, d);
  }
}

/// The same reflection as in Add, but J is updated later.
double QpFactors::AddLater(const double* d) {
  const double alpha = std::copysign(std::sqrt(padded::DotAny(n_ - q_, d + q_, d + q_)), -d[q_]);
  if (pending_ % kBlock == 0) OpenGroup(pending_ / kBlock);
  double* v = Reflection(pending_);
  std::copy(d + q_, d + n_, v + q_);
  v[q_] -= alpha;
  AppendToGroup(1.0 / (alpha * (alpha - d[q_])));
  AppendToR(d, alpha);
  return alpha;
}

void QpFactors::OpenGroup(int g) {
  std::fill(Reflection(g * kBlock), Reflection((g + 1) * kBlock), 0.0);
  for (auto& row : T(g)) row.fill(0.0);
}

/// The product of four reflections is I - V T Vᵀ with T upper triangular: T_rr = τ_r and, above,
/// T e_r = -τ_r T Vᵀ v_r (Schreiber and Van Loan, SIAM J. Sci. Stat. Comput. 10, 1989).
void QpFactors::AppendToGroup(double tau) {
  Group& group = T(pending_ / kBlock);
  const int r = pending_ % kBlock, first = pending_ - r;
  double product[kBlock];
  padded::DotColumns(rows_, Reflection(first), rows_, r, Reflection(pending_), product);
  for (int k = 0; k < r; ++k)
    for (int i = 0; i <= k; ++i) group[i][r] -= tau * group[i][k] * product[k];
  group[r][r] = tau;
  ++pending_;
}

/// d := (I - V T Vᵀ)ᵀ d, or without the transposition. Entries of V before index g kBlock are zero.
void QpFactors::ReflectByGroup(int g, bool transposed, double* d) const {
  const int first = g * kBlock;
  const double* V = Reflection(first) + first;
  double product[kBlock], c[kBlock] = {};
  padded::DotColumns(rows_ - first, V, rows_, kBlock, d + first, product);
  for (int r = 0; r < kBlock; ++r)
    for (int i = 0; i < kBlock; ++i) c[r] -= (transposed ? T(g)[i][r] : T(g)[r][i]) * product[i];
  padded::AddColumns(rows_ - first, V, rows_, kBlock, c, d + first);
}

/// The same, transposed, for four d at once.
void QpFactors::ReflectFourByGroup(int g, double* d) const {
  const int first = g * kBlock;
  const double* V = Reflection(first) + first;
  const double* at[kBlock];
  for (int k = 0; k < kBlock; ++k) at[k] = d + k * rows_ + first;
  double product[kBlock * kBlock], c[kBlock * kBlock] = {};
  padded::DotColumnsByFour(rows_ - first, V, rows_, kBlock, at, product, kBlock);
  for (int k = 0; k < kBlock; ++k)
    for (int r = 0; r < kBlock; ++r)
      for (int i = 0; i <= r; ++i) c[k * kBlock + r] -= T(g)[i][r] * product[k * kBlock + i];
  padded::AddRankFour(rows_ - first, d + first, rows_, kBlock, c, V, rows_);
}

/// J := J (I - V T Vᵀ) for all groups. Columns before the first of a group do not change.
void QpFactors::ApplyPendingToJ() {
  double* c = coefficients_.data();
  double* W = products_.data();
  for (int first = 0; first < pending_; first += kBlock) {
    const int columns = n_ - first;
    for (int k = 0; k < columns; ++k)
      for (int r = 0; r < kBlock; ++r) c[k * kBlock + r] = Reflection(first + r)[first + k];
    std::fill(W, W + kBlock * static_cast<size_t>(rows_), 0.0);
    padded::AddColumnsToFour(rows_, J(first), stride_, columns, c, W, rows_);
    MultiplyByT(T(first / kBlock), W);
    padded::AddRankFour(rows_, J(first), stride_, columns, c, W, rows_);
  }
  pending_ = 0;
}

/// W := -W T.
void QpFactors::MultiplyByT(const Group& group, double* W) const {
  for (int r = kBlock - 1; r >= 0; --r) {  // from the last column, which no other depends on
    double* column = W + r * static_cast<size_t>(rows_);
    for (int i = 0; i < rows_; ++i) column[i] *= -group[r][r];
    for (int k = 0; k < r; ++k)
      padded::AddMultiple(rows_, -group[k][r], W + k * static_cast<size_t>(rows_), column);
  }
}

/// Without its k-th column, R has subdiagonal entries from there on, which row rotations eliminate.
void QpFactors::Drop(int k, double* d) {
  ApplyPendingToJ();
  --q_;
  for (int j = k; j < q_; ++j) std::copy(R(j + 1), R(j + 1) + j + 2, R(j));
  for (int j = k; j < q_; ++j) {
    double* pivot = R(j) + j;
    const double length = std::sqrt(pivot[0] * pivot[0] + pivot[1] * pivot[1]);
    const double c = pivot[0] / length, s = pivot[1] / length;
    for (int l = j; l < q_; ++l) padded::Rotate(1, c, s, R(l) + j, R(l) + j + 1);
    padded::Rotate(1, c, s, d + j, d + j + 1);
    padded::Rotate(rows_, c, s, J(j), J(j + 1));
  }
}

void QpFactors::SolveR(double* x, int first) const {
  for (int j = q_ - 1; j >= first; --j) {
    const double* column = R(j);
    x[j] /= column[j];
    padded::AddMultiple(j - first, -x[j], column + first, x + first);
  }
}

void QpFactors::SolveRTransposed(double* x) const {
  for (int j = 0; j < q_; ++j) {
    const double* column = R(j);
    x[j] = (x[j] - padded::DotAny(j, column, x)) / column[j];
  }
}

}  // namespace slipstick::solvers
