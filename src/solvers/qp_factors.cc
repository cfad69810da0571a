#include "solvers/qp_factors.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "solvers/padded_columns.h"

namespace slipstick {
namespace {

constexpr double kQpLeastPivot = 1e-14;  ///< of its diagonal entry: less is what rounding leaves of zero

}  // namespace

/// Cholesky, column after column: H = L Lᵀ and I = J Lᵀ, so the same steps make L of H and, below it, J = L⁻ᵀ of I. L fills
/// rows j to n of its column and J rows 0 to j, hence all columns are equally long.
bool QpFactors::Factor(const Eigen::Map<const Eigen::MatrixXd>& H) {
  n_ = static_cast<int>(H.rows());
  rows_ = padded::Size(n_);
  stride_ = 2 * rows_ + 2 * Pack::kLanes;  // not a power of two, which caches dislike
  q_ = 0;
  const size_t wanted = stride_ * (n_ + 1);  // J(n) is a place too
  if (stacked_.size() < wanted) {
    stacked_.resize(wanted);
    R_.resize(static_cast<size_t>(rows_) * n_);
    scratch_.resize(rows_);
  }
  J_ = stacked_.data() + rows_;
  for (int j = 0; j < n_; ++j) {
    double* column = stacked_.data() + j * stride_;
    const int first = j / Pack::kLanes * Pack::kLanes;  // rows above hold numbers that nobody reads
    std::fill(column, column + 2 * rows_, 0.0);
    std::copy(H.data() + j * (n_ + 1), H.data() + (j + 1) * n_, column + j);
    J(j)[j] = 1.0;
    double* row = scratch_.data();
    for (int k = 0; k < j; ++k) row[k] = -stacked_[j + k * stride_];
    const double least = kQpLeastPivot * column[j];
    padded::AddColumns(padded::Size(rows_ + j + 1 - first), stacked_.data() + first, stride_, j, row,
                       column + first);
    const double pivot = column[j];
    if (!(pivot > least && pivot < std::numeric_limits<double>::infinity())) return false;
    const double inverse = 1.0 / std::sqrt(pivot);
    for (int i = j; i < rows_ + j + 1; ++i) column[i] *= inverse;
  }
  return true;
}

double QpFactors::Norm() const {
  double sum = 0.0;
  for (int k = 0; k < n_; ++k) sum += padded::Dot(rows_, J(k), J(k));
  return std::sqrt(sum);
}

void QpFactors::Project(const double* n, double* d) const {
  padded::DotColumns(rows_, J_, stride_, n_, n, d);
}

void QpFactors::FindDirection(const double* d, double* z) const {
  std::fill(z, z + rows_, 0.0);
  padded::AddColumns(rows_, J(q_), stride_, n_ - q_, d + q_, z);
}

void QpFactors::ExtendDirection(const double* d, double* z) const {
  padded::AddMultiple(rows_, d[q_], J(q_), z);
}

void QpFactors::AddProduct(const double* y, double* x) const {
  padded::AddColumns(rows_, J_, stride_, n_, y, x);
}

/// One Householder reflection, where the paper's (4.6) has n - q Givens rotations: with v = d2 - α e1 and |α| = |d2|
///   J2 := J2 (I - τ v vᵀ),  τ = 2 / vᵀv,  J2 v = z - α J2 e1
/// in which z is known already. The new J2 e1 is z / α.
double QpFactors::Add(const double* d, const double* z) {
  double norm2 = 0.0;
  for (int k = q_; k < n_; ++k) norm2 += d[k] * d[k];
  const double alpha = std::copysign(std::sqrt(norm2), -d[q_]);
  double* first = J(q_);
  double* w = scratch_.data();
  const double tau = 1.0 / (alpha * (alpha - d[q_]));
  for (int i = 0; i < rows_; ++i) w[i] = -tau * (z[i] - alpha * first[i]);
  padded::AddRankOne(rows_, J(q_ + 1), stride_, n_ - q_ - 1, d + q_ + 1, w);
  for (int i = 0; i < rows_; ++i) first[i] = z[i] / alpha;
  std::copy(d, d + q_, R(q_));
  R(q_)[q_] = alpha;
  ++q_;
  return alpha;
}

/// (4.7) to (4.9): without its k-th column R has entries below the diagonal from there on, which rotations of rows remove.
void QpFactors::Drop(int k, double* d) {
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
    double sum = x[j];
    for (int i = 0; i < j; ++i) sum -= column[i] * x[i];
    x[j] = sum / column[j];
  }
}

}  // namespace slipstick
