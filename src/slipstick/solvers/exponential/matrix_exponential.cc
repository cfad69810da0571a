#include "slipstick/solvers/exponential/matrix_exponential.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstring>
#include <iterator>
#include <limits>

#include "slipstick/core/pack.h"

namespace slipstick::solvers {
namespace {

using Lanes = Pack::Lanes;
constexpr int kLanes = Pack::kLanes;

SLIPSTICK_INLINE Lanes LoadLanes(const double* from) {
  Lanes lanes;
  std::memcpy(&lanes, from, sizeof(lanes));
  return lanes;
}
SLIPSTICK_INLINE void StoreLanes(const Lanes& lanes, double* to) { std::memcpy(to, &lanes, sizeof(lanes)); }
SLIPSTICK_INLINE Lanes Broadcast(double x) { return Lanes{x, x, x, x}; }

/// A few rows and four columns of C := A B, given the indices of the nonzero rows of B.
template <int kPacks>
SLIPSTICK_INLINE void MultiplyTile(const int* begin, const int* end, int stride, const double* A,
                                   const double* B, double* C) {
  Lanes sum[kPacks][4] = {};
  for (const int* k = begin; k < end; ++k) {
    const double* B_k = B + *k;
    const double* A_k = A + *k * stride;
    const Lanes b0 = Broadcast(B_k[0]), b1 = Broadcast(B_k[stride]);
    const Lanes b2 = Broadcast(B_k[2 * stride]), b3 = Broadcast(B_k[3 * stride]);
    for (int p = 0; p < kPacks; ++p) {
      const Lanes a = LoadLanes(A_k + kLanes * p);
      sum[p][0] += a * b0;
      sum[p][1] += a * b1;
      sum[p][2] += a * b2;
      sum[p][3] += a * b3;
    }
  }
  for (int p = 0; p < kPacks; ++p)
    for (int c = 0; c < 4; ++c) StoreLanes(sum[p][c], C + c * stride + kLanes * p);
}

/// C := A B. All are stride x stride with zeros outside n x n. Skips zero rows of B: half of the entries of a
/// second-order system.
void Multiply(int n, int stride, const double* A, const double* B, double* C, int* rows) {
  for (int j = 0; j < stride; j += 4, B += 4 * stride, C += 4 * stride) {
    int* end = rows;
    for (int k = 0; k < n; ++k) {
      *end = k;
      end += (B[k] != 0.0) | (B[stride + k] != 0.0) | (B[2 * stride + k] != 0.0) | (B[3 * stride + k] != 0.0);
    }
    int i = 0;
    for (; i + 2 * kLanes <= stride; i += 2 * kLanes) MultiplyTile<2>(rows, end, stride, A + i, B, C + i);
    if (i < stride) MultiplyTile<1>(rows, end, stride, A + i, B, C + i);
  }
}

/// y := A x. y has the length of a padded column.
void MultiplyVector(int n, int stride, const double* __restrict A, const double* __restrict x,
                    double* __restrict y) {
  for (int i = 0; i < stride; ++i) y[i] = 0.0;
  for (int k = 0; k < n; ++k) {
    const double* __restrict A_k = A + static_cast<size_t>(k) * stride;
    const double factor = x[k];
    for (int i = 0; i < stride; ++i) y[i] += factor * A_k[i];
  }
}

/// y -= factor x over the entries [begin, end).
SLIPSTICK_INLINE void SubtractScaled(int begin, int end, double factor, const double* __restrict x,
                                     double* __restrict y) {
  for (int i = begin; i < end; ++i) y[i] -= factor * x[i];
}

/// Over padded columns.
double Dot(int stride, const double* x, const double* y) {
  Lanes sum = {};
  for (int i = 0; i < stride; i += kLanes) sum += LoadLanes(x + i) * LoadLanes(y + i);
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

/// The power of two that equalises the norms of a column and a row, as in LAPACK's gebal; 1 if the gain is
/// small.
double BalancingFactor(double column, double row) {
  constexpr double kMaxRatio = 0.95;
  if (!(column > 0.0 && row > 0.0 && std::isfinite(column + row))) return 1.0;
  const double before = column + row;
  double factor = 1.0;
  for (const double limit = row / 2.0; column < limit; column *= 4.0) factor *= 2.0;
  for (const double limit = row * 2.0; column >= limit; column /= 4.0) factor /= 2.0;
  return (column + row) / factor < kMaxRatio * before ? factor : 1.0;
}

// Coefficients of N; those of D have alternating signs. U has the odd ones, V the even ones: N = V + U,
// D = V - U.
constexpr double kPade1[] = {2.0, 1.0};
constexpr double kPade2[] = {12.0, 6.0, 1.0};
constexpr double kPade3[] = {120.0, 60.0, 12.0, 1.0};
constexpr double kPade5[] = {30240.0, 15120.0, 3360.0, 420.0, 30.0, 1.0};
constexpr double kPade7[] = {17297280.0, 8648640.0, 1995840.0, 277200.0, 25200.0, 1512.0, 56.0, 1.0};
constexpr double kPade9[] = {17643225600.0, 8821612800.0, 2075673600.0, 302702400.0, 30270240.0,
                             2162160.0,     110880.0,     3960.0,       90.0,        1.0};
constexpr double kPade13[] = {64764752532480000.0,
                              32382376266240000.0,
                              7771770303897600.0,
                              1187353796428800.0,
                              129060195264000.0,
                              10559470521600.0,
                              670442572800.0,
                              33522128640.0,
                              1323241920.0,
                              40840800.0,
                              960960.0,
                              16380.0,
                              182.0,
                              1.0};

const double* PadeCoefficients(int order) {
  switch (order) {
    case 1: return kPade1;
    case 2: return kPade2;
    case 3: return kPade3;
    case 5: return kPade5;
    case 7: return kPade7;
    case 9: return kPade9;
    default: return kPade13;
  }
}

/// Higham's Table 2.3: the norm up to which an order is exact to rounding. [3/3], for norms below 0.015, is
/// omitted: the errors of the table are relative to the norm, and for much smaller entries, such as double
/// integrals over short times, that order leaves only 11 digits.
struct PadeRange {
  int order;
  double norm;
};
constexpr PadeRange kPadeRanges[] = {
    {5, 2.539398330063230e-1}, {7, 9.504178996162932e-1}, {9, 2.097847961257068}, {13, 5.371920351148152}};
constexpr int kOrderOfProducts[] = {1, 2, 3, 5, 7};

}  // namespace

MatrixExponential::MatrixExponential(MatrixExponentialOptions options) : options_(options) {
  assert(-1 <= options.products && options.products <= 4);
}

void MatrixExponential::Reserve(int n) {
  n_ = n;
  stride_ = (n + kLanes - 1) / kLanes * kLanes;
  const size_t size = static_cast<size_t>(stride_) * stride_;
  if (A_.size() >= size) return;
  for (Matrix* matrix : {&A_, &A2_, &A4_, &A6_, &A8_, &odd_, &even_, &numerator_, &denominator_})
    matrix->resize(size);
  scale_.resize(stride_);
  inverse_scale_.resize(stride_);
  column_.resize(stride_);
  pivot_.resize(stride_);
  rows_.resize(stride_);
}

void MatrixExponential::Apply(int n, const double* A, int columns, double* V) {
  if (n == 0) return;
  Reserve(n);
  Load(A);
  if (options_.balance) Balance();
  ChooseOrder();
  const bool is_finite = std::isfinite(norm_);
  if (is_finite) EvalPade();
  if (!is_finite || !Factor()) {
    std::fill(V, V + static_cast<size_t>(n) * columns, std::numeric_limits<double>::quiet_NaN());
    return;
  }
  const auto scale_rows = [&](const std::vector<double>& scale) {
    for (int c = 0; c < columns && options_.balance; ++c)
      for (int i = 0; i < n; ++i) V[c * n + i] *= scale[i];
  };
  const auto apply = [&](const double* matrix) {
    for (int c = 0; c < columns; ++c) {
      MultiplyVector(n, stride_, matrix, V + c * n, column_.data());
      std::copy_n(column_.data(), n, V + c * n);
    }
  };

  scale_rows(inverse_scale_);
  const int squarings = ChooseSquarings(columns);
  if (squarings == 0) {
    for (long k = 0; k < 1L << halvings_; ++k) {
      apply(numerator_.data());  // (33)
      Solve(columns, n, V);
    }
  } else {
    double *X = numerator_.data(), *scratch = even_.data();
    Solve(n, stride_, X);
    for (int k = 0; k < squarings; ++k) Square(X, scratch);  // (32)
    for (long k = 0; k < 1L << (halvings_ - squarings); ++k) apply(X);
  }
  scale_rows(scale_);
}

void MatrixExponential::Load(const double* A) {
  std::fill_n(A_.data(), static_cast<size_t>(stride_) * stride_, 0.0);
  for (int j = 0; j < n_; ++j)
    std::copy_n(A + static_cast<size_t>(j) * n_, n_, &A_[static_cast<size_t>(j) * stride_]);
}

/// A := S⁻¹ A S with powers of two on the diagonal of S, such that the 1-norms of row i and column i without
/// the diagonal differ little. It starts from S = I in every call, so the result depends on A only.
void MatrixExponential::Balance() {
  constexpr int kMaxSweeps = 50;
  std::fill_n(scale_.data(), stride_, 1.0);
  std::fill_n(inverse_scale_.data(), stride_, 1.0);
  double *columns = A2_.data(),
         *rows = A4_.data();  // not in use yet: |A| and its transpose, without the diagonal
  for (int k = 0; k < stride_ * stride_; ++k) columns[k] = std::abs(A_[k]);
  for (int i = 0; i < n_; ++i) columns[i * stride_ + i] = 0.0;
  for (int j = 0; j < stride_; ++j)
    for (int i = 0; i < stride_; ++i) rows[j * stride_ + i] = columns[i * stride_ + j];
  bool changed = true;
  for (int sweep = 0; changed && sweep < kMaxSweeps; ++sweep) {
    changed = false;
    for (int i = 0; i < n_; ++i) {
      const double column = Dot(stride_, columns + i * stride_, inverse_scale_.data()) * scale_[i];
      const double row = Dot(stride_, rows + i * stride_, scale_.data()) * inverse_scale_[i];
      const double factor = BalancingFactor(column, row);
      if (factor == 1.0) continue;
      scale_[i] *= factor;
      inverse_scale_[i] /= factor;
      changed = true;
    }
  }
  for (int j = 0; j < n_; ++j)
    for (int i = 0; i < n_; ++i) A_[j * stride_ + i] *= scale_[j] * inverse_scale_[i];
}

void MatrixExponential::ChooseOrder() {
  norm_ = 0.0;
  for (int j = 0; j < n_; ++j) {
    double sum = 0.0;
    for (int i = 0; i < n_; ++i) sum += std::abs(A_[j * stride_ + i]);
    if (!(sum <= norm_)) norm_ = sum;  // keeps NaN
    if (!std::isfinite(norm_)) return;
  }
  halvings_ = 0;
  order_ = 13;
  for (const PadeRange& range : kPadeRanges)
    if (norm_ <= range.norm) {
      order_ = range.order;
      break;
    }
  if (options_.products >= 0) {
    order_ = std::min(order_, kOrderOfProducts[options_.products]);
    return;
  }
  const double largest = std::end(kPadeRanges)[-1].norm;
  if (norm_ > largest) {
    const double mantissa = std::frexp(norm_ / largest, &halvings_);
    if (mantissa == 0.5) --halvings_;
    const double scale = std::ldexp(1.0, -halvings_);
    for (int k = 0; k < stride_ * n_; ++k) A_[k] *= scale;
  }
}

/// N(A) and D(A).
void MatrixExponential::EvalPade() {
  const int size = stride_ * stride_;
  const double* c = PadeCoefficients(order_);
  double *A2 = A2_.data(), *A4 = A4_.data(), *A6 = A6_.data(), *A8 = A8_.data();
  double *odd = odd_.data(), *even = even_.data(), *U = numerator_.data();
  const auto multiply = [&](const double* X, const double* Y, double* Z) {
    Multiply(n_, stride_, X, Y, Z, rows_.data());
  };
  const auto add_to_diagonal = [&](double value, double* X) {
    for (int i = 0; i < n_; ++i) X[i * stride_ + i] += value;
  };
  if (order_ >= 2) multiply(A_.data(), A_.data(), A2);
  if (order_ >= 5) multiply(A2, A2, A4);
  if (order_ >= 7) multiply(A4, A2, A6);
  if (order_ == 9) multiply(A4, A4, A8);
  switch (order_) {
    case 1:
    case 2:
      for (int k = 0; k < size; ++k) {
        U[k] = c[1] * A_[k];
        even[k] = order_ == 2 ? A2[k] : 0.0;
      }
      break;
    case 3:
      for (int k = 0; k < size; ++k) {
        odd[k] = A2[k];
        even[k] = c[2] * A2[k];
      }
      break;
    case 5:
      for (int k = 0; k < size; ++k) {
        odd[k] = A4[k] + c[3] * A2[k];
        even[k] = c[4] * A4[k] + c[2] * A2[k];
      }
      break;
    case 7:
      for (int k = 0; k < size; ++k) {
        odd[k] = A6[k] + c[5] * A4[k] + c[3] * A2[k];
        even[k] = c[6] * A6[k] + c[4] * A4[k] + c[2] * A2[k];
      }
      break;
    case 9:
      for (int k = 0; k < size; ++k) {
        odd[k] = A8[k] + c[7] * A6[k] + c[5] * A4[k] + c[3] * A2[k];
        even[k] = c[8] * A8[k] + c[6] * A6[k] + c[4] * A4[k] + c[2] * A2[k];
      }
      break;
    default: {
      double *high = A8, *product = denominator_.data();
      for (int k = 0; k < size; ++k) high[k] = A6[k] + c[11] * A4[k] + c[9] * A2[k];
      multiply(A6, high, product);
      for (int k = 0; k < size; ++k) {
        odd[k] = product[k] + c[7] * A6[k] + c[5] * A4[k] + c[3] * A2[k];
        high[k] = c[12] * A6[k] + c[10] * A4[k] + c[8] * A2[k];
      }
      multiply(A6, high, product);
      for (int k = 0; k < size; ++k) even[k] = product[k] + c[6] * A6[k] + c[4] * A4[k] + c[2] * A2[k];
    }
  }
  add_to_diagonal(c[0], even);
  if (order_ >= 3) {
    add_to_diagonal(c[1], odd);
    multiply(odd, A_.data(), U);  // A is the second factor: its zeros are skipped
  }
  double* D = denominator_.data();
  for (int k = 0; k < size; ++k) {
    D[k] = even[k] - U[k];
    U[k] += even[k];
  }
}

/// LU factorisation of the denominator in place, with partial pivoting. False if it is singular or not
/// finite.
bool MatrixExponential::Factor() {
  for (int k = 0; k < n_; ++k) {
    double* column = &denominator_[k * stride_];
    int best = k;
    for (int i = k + 1; i < n_; ++i)
      if (std::abs(column[i]) > std::abs(column[best])) best = i;
    pivot_[k] = best;
    if (column[best] == 0.0 || !std::isfinite(column[best])) return false;
    if (best != k)
      for (int j = 0; j < n_; ++j) std::swap(denominator_[j * stride_ + k], denominator_[j * stride_ + best]);
    const double inverse = 1.0 / column[k];
    for (int i = k + 1; i < n_; ++i) column[i] *= inverse;
    for (int j = k + 1; j < n_; ++j) {
      double* other = &denominator_[j * stride_];
      if (other[k] != 0.0) SubtractScaled(k + 1, n_, other[k], column, other);
    }
  }
  return true;
}

/// X := D⁻¹ X.
void MatrixExponential::Solve(int columns, int stride, double* X) const {
  for (int c = 0; c < columns; ++c) {
    double* x = X + static_cast<size_t>(c) * stride;
    for (int k = 0; k < n_; ++k) std::swap(x[k], x[pivot_[k]]);
    for (int k = 0; k < n_; ++k)
      if (x[k] != 0.0) SubtractScaled(k + 1, n_, x[k], &denominator_[k * stride_], x);
    for (int k = n_ - 1; k >= 0; --k) {
      if (x[k] == 0.0) continue;
      x[k] /= denominator_[k * stride_ + k];
      SubtractScaled(0, k, x[k], &denominator_[k * stride_], x);
    }
  }
}

/// The number of halvings to undo by squaring r(A); the others are undone by repeated application to V.
/// Without squaring, r(A) itself is not needed. Minimises the number of multiplications.
int MatrixExponential::ChooseSquarings(int columns) const {
  const double matrix = static_cast<double>(n_) * n_ * n_, vector = static_cast<double>(n_) * n_ * columns;
  int best = 0;
  double lowest_cost = std::ldexp(2.0 * vector, halvings_);
  for (int squarings = 1; squarings <= halvings_; ++squarings) {
    const double cost = (1 + squarings) * matrix + std::ldexp(vector, halvings_ - squarings);
    if (cost < lowest_cost) best = squarings, lowest_cost = cost;
  }
  return best;
}

void MatrixExponential::Square(double*& X, double*& scratch) {
  Multiply(n_, stride_, X, X, scratch, rows_.data());
  std::swap(X, scratch);
}

}  // namespace slipstick::solvers
