#include "slipstick/solvers/lcp/lemke.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>

#include "slipstick/solvers/linear/padded_vectors.h"

namespace slipstick::solvers {

using Eigen::Ref;
using Eigen::VectorXd;

namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

// All constants are for the scaled problem, whose numbers are around 1.

// Changes along a direction below this are rounding errors: one value per path from z = 0, each with another
// d. The first is right for nearly all problems. It is wrong if W has eigenvalues of about that size; then
// one of the others is right.
constexpr double kZeros[] = {1e-11, 1e-9, 1e-12, 1e-8, 1e-13};
constexpr int kPaths = std::size(kZeros);
constexpr int kEnoughRays = 3;  // paths that end in a ray before the problem counts as unsolvable
constexpr int kFirstPivots = 100, kPivotsPerRow = 10;  // of a path; solutions take one to three per row
constexpr double kTie = 1e-12;                         // smaller values vanish together
constexpr double kZeroCover = 1e-14;                   // a smaller z0 counts as zero
constexpr double kMaxViolation = 1e-9;                 // largest violation of a solution
constexpr double kGoodPivot = 1e-4;  // for the basis of a warm start, which need not match the guess exactly

/// Numbers in [1, 2) without rational relations to R and u: multiples of irrational numbers.
double Generic(int i, int sequence) {
  constexpr double kIrrational[] = {0.6180339887498949, 0.7548776662466927, 0.5698402909980532,
                                    0.4142135623730951, 0.3247179572447460, 0.8191725133961645};
  const double x = (i + 1) * kIrrational[sequence];
  return 1.0 + x - std::floor(x);
}
constexpr int kTieSequence = kPaths;

void FillWithGeneric(const LcpBasis& basis, int sequence, BasicValues& values) {
  for (int s = 0; s < basis.size(); ++s) values.y[s] = Generic(basis.variable(s), sequence);
  for (int i = 0; i < basis.n(); ++i) values.w[i] = basis.IsBasic(basis.w(i)) ? Generic(i, sequence) : 0.0;
}

/// A power of two up to twice 1 / x, so that scaling does not round; 1 if x is zero or out of range.
double InverseScale(double x) {
  if (!(x > 1e-200 && x < 1e200)) return 1.0;
  constexpr uint64_t kExponent = 0x7ff0000000000000u;
  return 1.0 / std::bit_cast<double>(std::bit_cast<uint64_t>(x) & kExponent);
}

void RemoveNegative(LcpBasis& basis) {
  for (int s = 0; s < basis.size(); ++s) basis.value.y[s] = std::max(basis.value.y[s], 0.0);
  for (int i = 0; i < basis.n(); ++i) basis.value.w[i] = std::max(basis.value.w[i], 0.0);
}

/// Distance of the basis from a solution: its largest negative value, or z0.
double Violation(const LcpBasis& basis) {
  double largest = 0.0;
  for (int s = 0; s < basis.size(); ++s) largest = std::max(largest, -basis.value.y[s]);
  for (int i = 0; i < basis.n(); ++i) largest = std::max(largest, -basis.value.w[i]);
  if (!basis.IsBasic(basis.cover())) return largest;
  return std::max(largest, std::abs(basis.ValueIn(basis.value, basis.cover())));
}

/// A variable with the value `before` is now zero up to rounding.
bool Vanished(double now, double before) { return now <= kTie * (1.0 + std::abs(before)); }

/// Ratio test with ties: of the variables that vanish together within rounding, the one with the smallest
/// rank; if the ranks are equal, too, the one with the largest change, which is the best pivot.
class RatioTest {
 public:
  void Consider(int variable, double change, double tie) {
    const double rank = tie / change;
    const double same = 1e-9 * (1.0 + std::abs(rank));
    const bool first = variable_ < 0 || rank < rank_ - same || (rank < rank_ + same && change > change_);
    if (first) variable_ = variable, rank_ = rank, change_ = change;
  }
  int variable() const { return variable_; }

 private:
  int variable_ = -1;
  double rank_ = 0.0, change_ = 0.0;
};

}  // namespace

Lemke::Lemke(int max_size) { Reserve(max_size); }

void Lemke::Reserve(int size) {
  basis_.Reserve(size);
  if (static_cast<int>(w_.size()) >= size) return;
  for (std::vector<double>* v : {&row_scale_, &column_scale_, &w_, &non_finite_}) v->resize(size);
}

LcpResult Lemke::Solve(const Matrix& R, const Vector& u, Ref<VectorXd> z, bool warm_start) {
  pivots_ = 0;
  if (!Load(R, u)) {
    z.setZero();
    return {LcpStatus::kLimit, 0, std::numeric_limits<double>::infinity()};
  }
  if (warm_start) {
    StartAt(z);
    if (FollowPath(0) == End::kComplementary && WriteSolution(z)) return Report(LcpStatus::kSolved, R, u, z);
  }
  int rays = 0;
  for (int path = 0; path < kPaths && rays < kEnoughRays; ++path) {
    basis_.Clear();
    const End end = FollowPath(path);
    if (end == End::kComplementary && WriteSolution(z)) return Report(LcpStatus::kSolved, R, u, z);
    rays += end == End::kRay;
  }
  z.setZero();
  return Report(rays == kEnoughRays ? LcpStatus::kRay : LcpStatus::kLimit, R, u, z);
}

/// Copies the problem and scales rows and columns so that numbers are around 1: the tolerances for rounding
/// must not depend on units. False if a number is not finite.
bool Lemke::Load(const Matrix& R, const Vector& u) {
  const int n = static_cast<int>(u.size());
  Reserve(n);
  basis_.Resize(n);
  ScaleDiagonal(R);
  if (!Copy(R, u)) return false;
  ScaleWhereDiagonalIsZero();
  ScaleCopy();
  double largest = 0.0;
  for (int i = 0; i < n; ++i) largest = std::max(largest, std::abs(u[i]) * row_scale_[i]);
  u_scale_ = InverseScale(largest);
  for (int i = 0; i < n; ++i) basis_.u()[i] = u[i] * row_scale_[i] * u_scale_;
  return true;
}

/// Scales the diagonal to 1, which bounds the other entries if R is semidefinite. Scales of zero diagonal
/// entries are zero.
void Lemke::ScaleDiagonal(const Matrix& R) {
  const int n = basis_.n();
  double largest = 0.0;
  for (int i = 0; i < n; ++i) largest = std::max(largest, std::abs(R(i, i)));
  for (int i = 0; i < n; ++i) {
    const double diagonal = std::abs(R(i, i));
    row_scale_[i] = column_scale_[i] = diagonal > 1e-14 * largest ? InverseScale(std::sqrt(diagonal)) : 0.0;
  }
}

/// Also writes the largest entry of every row to w_, over the columns that have scales.
bool Lemke::Copy(const Matrix& R, const Vector& u) {
  const int n = basis_.n();
  for (int i = 0; i < n; ++i) w_[i] = 0.0, non_finite_[i] = 0.0 * u[i];
  double* __restrict largest = w_.data();
  double* __restrict non_finite = non_finite_.data();
  for (int j = 0; j < n; ++j) {
    const double* __restrict from = R.data() + j * R.outerStride();
    double* __restrict to = basis_.column(j);
    const double scale = column_scale_[j];
    for (int i = 0; i < n; ++i) {
      const double entry = std::abs(from[i]) * scale;
      to[i] = from[i];
      largest[i] = entry > largest[i] ? entry : largest[i];
      non_finite[i] += 0.0 * from[i];  // stays zero unless one is not finite
    }
    std::fill(to + n, to + basis_.padded_size(), 0.0);
  }
  return std::all_of(non_finite_.begin(), non_finite_.begin() + n, [](double x) { return x == 0.0; });
}

/// Scales the other rows and columns so that their largest entries in scaled rows or columns become 1.
void Lemke::ScaleWhereDiagonalIsZero() {
  const int n = basis_.n();
  for (int j = 0; j < n; ++j) {
    if (column_scale_[j] > 0.0) continue;
    double largest = 0.0;
    for (int i = 0; i < n; ++i) largest = std::max(largest, std::abs(basis_.column(j)[i]) * row_scale_[i]);
    column_scale_[j] = InverseScale(largest);
  }
  for (int i = 0; i < n; ++i)
    if (row_scale_[i] == 0.0) row_scale_[i] = InverseScale(w_[i]);
}

/// Applies the scales, and then scales the largest entry of every row to 1, which changes little if R is
/// semidefinite.
void Lemke::ScaleCopy() {
  const int n = basis_.n();
  std::fill_n(w_.begin(), n, 0.0);
  double* __restrict scale = row_scale_.data();
  double* __restrict largest = w_.data();
  for (int j = 0; j < n; ++j) {
    double* __restrict column = basis_.column(j);
    for (int i = 0; i < n; ++i) {
      column[i] *= scale[i] * column_scale_[j];
      const double entry = std::abs(column[i]);
      largest[i] = entry > largest[i] ? entry : largest[i];
    }
  }
  for (int i = 0; i < n; ++i) row_scale_[i] *= w_[i] = InverseScale(w_[i]);
  for (int j = 0; j < n; ++j) {
    double* __restrict column = basis_.column(j);
    for (int i = 0; i < n; ++i) column[i] *= largest[i];
    basis_.ColumnChanged(j);
  }
}

/// A complementary basis with as much of the support of the guess as R allows. If R has no pivot for a single
/// variable, it enters together with another: e.g. the sliding speed of an open contact with one of its
/// friction impulses.
void Lemke::StartAt(const Vector& guess) {
  basis_.Clear();
  FindWAt(guess);
  for (int j = 0; j < basis_.n(); ++j)
    if (IsMissing(guess, j)) TryAlone(j);
  for (int j = 0; j < basis_.n(); ++j)
    if (IsMissing(guess, j) && !TryAlone(j)) TryPair(j, MissingPartner(guess, j));
  for (int j = 0; j < basis_.n(); ++j)
    if (IsMissing(guess, j) && !TryAlone(j)) TryPair(j, TightPartner());
  if (!basis_.FindValues()) basis_.Clear();
}

bool Lemke::IsMissing(const Vector& guess, int j) const { return guess[j] > 0.0 && !basis_.IsBasic(j); }

/// w = R z + u of the scaled problem.
void Lemke::FindWAt(const Vector& guess) {
  const int n = basis_.n();
  std::copy_n(basis_.u(), n, w_.begin());
  for (int j = 0; j < n; ++j) {
    if (!(guess[j] > 0.0)) continue;
    const double z = guess[j] / column_scale_[j] * u_scale_;
    for (int i = 0; i < n; ++i) w_[i] += basis_.column(j)[i] * z;
  }
}

bool Lemke::TryAlone(int j) {
  if (!basis_.FindDirection(j) || std::abs(basis_.direction.w[j]) < kGoodPivot) return false;
  basis_.Pivot(j, basis_.w(j));
  return true;
}

/// Of the other missing variables of the guess, the one whose w changes most along the direction of z_j; -1
/// if there is none.
int Lemke::MissingPartner(const Vector& guess, int j) const {
  int partner = -1;
  double largest = kGoodPivot;
  for (int i = 0; i < basis_.n(); ++i)
    if (i != j && std::abs(basis_.direction.w[i]) > largest && IsMissing(guess, i))
      partner = i, largest = std::abs(basis_.direction.w[i]);
  return partner;
}

/// Of the variables whose w increases along the direction, the one with the smallest w; -1 if there is none.
int Lemke::TightPartner() const {
  int partner = -1;
  for (int i = 0; i < basis_.n(); ++i)
    if (basis_.direction.w[i] > kGoodPivot && !basis_.IsBasic(i) && (partner < 0 || w_[i] < w_[partner]))
      partner = i;
  return partner;
}

/// Uses the direction of the preceding TryAlone.
void Lemke::TryPair(int j, int partner) {
  if (partner < 0) return;
  basis_.Pivot(j, basis_.w(partner));
  if (basis_.FindDirection(partner) && std::abs(basis_.direction.w[j]) > kGoodPivot) {
    basis_.Pivot(partner, basis_.w(j));
  } else if (basis_.FindDirection(basis_.w(partner))) {
    basis_.Pivot(basis_.w(partner), j);  // undo
  } else {
    basis_.Clear();
  }
}

/// From a complementary basis: adds d z0 with z0 large enough that no variable is negative, then follows the
/// path along which z0 decreases to zero.
Lemke::End Lemke::FollowPath(int path) {
  if (Violation(basis_) <= kTie) return End::kComplementary;
  const int limit = kFirstPivots + kPivotsPerRow * basis_.n();
  int entering = basis_.cover();
  int leaving = Cover(path);
  if (leaving < 0) return End::kLost;  // NaN values
  for (int k = 0; k < limit; ++k) {
    basis_.Pivot(entering, leaving);
    ++pivots_;
    RemoveNegative(basis_);
    if (leaving == basis_.cover()) return End::kComplementary;
    if (basis_.ValueIn(basis_.value, basis_.cover()) < kZeroCover) return End::kComplementary;
    entering = basis_.Complement(leaving);
    if (!basis_.FindDirection(entering) && !Repair(entering)) return End::kLost;
    leaving = FindLeaving(kZeros[path]);
    if (leaving >= 0) continue;
    if (!Repair(entering)) return End::kLost;
    leaving = FindLeaving(kZeros[path]);  // rounding errors may have hidden the leaving variable
    if (leaving < 0) return End::kRay;
  }
  return End::kLost;
}

/// Chooses d > 0 in terms of the basic variables, and returns the variable that z0 replaces.
int Lemke::Cover(int path) {
  const BasicValues &d = basis_.direction, &x = basis_.value, &tie = basis_.tie;
  FillWithGeneric(basis_, path, basis_.direction);
  FillWithGeneric(basis_, kTieSequence, basis_.tie);
  basis_.CoverBy(basis_.direction);
  basis_.TieChanged();
  double z0 = 0.0;
  for (int s = 0; s < basis_.size(); ++s) z0 = std::max(z0, -x.y[s] / d.y[s]);
  for (int i = 0; i < basis_.n(); ++i)
    if (x.w[i] < 0.0) z0 = std::max(z0, -x.w[i] / d.w[i]);
  RatioTest first;
  for (int s = 0; s < basis_.size(); ++s)
    if (Vanished(x.y[s] + d.y[s] * z0, x.y[s])) first.Consider(basis_.variable(s), d.y[s], tie.y[s]);
  for (int i = 0; i < basis_.n(); ++i)
    if (d.w[i] > 0.0 && Vanished(x.w[i] + d.w[i] * z0, x.w[i])) first.Consider(basis_.w(i), d.w[i], tie.w[i]);
  return first.variable();
}

/// The basic variable that is the first to become zero along the direction. z0 has precedence over others
/// that do so within rounding, since it ends the path. -1 if there is none.
int Lemke::FindLeaving(double relative_zero) const {
  const BasicValues &x = basis_.value, &v = basis_.direction, &tie = basis_.tie;
  const double zero = relative_zero * std::max(1.0, padded::Largest(basis_.padded_size(), v.y.data()));
  const double step = std::min(padded::StepToZero(basis_.padded_size(), x.y.data(), v.y.data(), zero),
                               padded::StepToZero(basis_.padded_size(), x.w.data(), v.w.data(), zero));
  if (step == kNever) return -1;
  RatioTest first;
  for (int s = 0; s < basis_.size(); ++s) {
    if (!Vanished(x.y[s] + v.y[s] * step, x.y[s]) || v.y[s] >= -zero) continue;
    if (basis_.variable(s) == basis_.cover()) return basis_.cover();
    first.Consider(basis_.variable(s), -v.y[s], tie.y[s]);
  }
  for (int i = 0; i < basis_.n(); ++i)
    if (Vanished(x.w[i] + v.w[i] * step, x.w[i]) && v.w[i] < -zero)
      first.Consider(basis_.w(i), -v.w[i], tie.w[i]);
  return first.variable();
}

bool Lemke::Repair(int entering) {
  if (!basis_.Refactor() || !basis_.FindValues()) return false;
  RemoveNegative(basis_);
  return basis_.FindDirection(entering);
}

/// Recomputes the values from the equations of the basis: the rounding errors of the path do not affect the
/// solution.
bool Lemke::WriteSolution(Ref<VectorXd> z) {
  if (!basis_.FindValues() && !(basis_.Refactor() && basis_.FindValues())) return false;
  if (!(Violation(basis_) < kMaxViolation)) return false;
  z.setZero();
  for (int s = 0; s < basis_.size(); ++s) {
    const int j = basis_.variable(s);
    if (j != basis_.cover()) z[j] = std::max(0.0, basis_.value.y[s]) * column_scale_[j] / u_scale_;
  }
  return true;
}

LcpResult Lemke::Report(LcpStatus status, const Matrix& R, const Vector& u, const Vector& z) {
  const int n = basis_.n();
  std::copy_n(u.data(), n, w_.begin());
  for (int j = 0; j < n; ++j)
    if (z[j] != 0.0)
      for (int i = 0; i < n; ++i) w_[i] += R(i, j) * z[j];
  double residual = 0.0;
  for (int i = 0; i < n; ++i) residual = std::max(residual, std::abs(std::min(z[i], w_[i])));
  return {status, pivots_, residual};
}

}  // namespace slipstick::solvers
