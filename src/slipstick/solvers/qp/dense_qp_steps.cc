// DenseQp: the steps from one minimum under active constraints to the next.
#include <algorithm>
#include <cmath>
#include <limits>

#include "slipstick/solvers/linear/padded_columns.h"
#include "slipstick/solvers/qp/dense_qp.h"

namespace slipstick::solvers {
namespace {

/// Relative to x and to the bound: a row with a smaller violation counts as satisfied.
constexpr double kQpFeasible = 1e-10;
/// Relative to |J|: rounding error of J2ᵀ n if n depends on active normals.
constexpr double kQpDependent = 1e-12;
/// Relative to |J2|² |g|: rounding error of x.
constexpr double kQpNoise = 1e-15;
constexpr int kQpChangesPerRow = 10;
constexpr double kQpNoStep = std::numeric_limits<double>::infinity();

}  // namespace

/// Steps 1 and 2 of the paper, until no inequality is violated.
QpStatus DenseQp::SatisfyInequalities() {
  const int limit = kQpChangesPerRow * (n_ + rows_.size() - rows_.equalities());
  for (;;) {
    const int violated = FindMostViolated();
    if (violated < 0) return QpStatus::kSolved;
    if (changes_ >= limit) return QpStatus::kIterationLimit;
    if (!AddViolated(violated)) return QpStatus::kInfeasible;
  }
}

int DenseQp::FindMostViolated() {
  rows_.EvaluateInequalities(x_.data());
  const double unit = Unit();
  int worst = -1;
  double most = kQpFeasible * unit;
  for (int i = rows_.equalities(); i < rows_.size(); ++i) {
    const double amount = rows_.violation(i);
    if (!(amount > most) || closed_[i]) continue;
    if (amount > kQpFeasible * (unit + std::abs(rows_.bound(i, rows_.side(i))))) most = amount, worst = i;
  }
  return worst;
}

/// Step 2: moves x along z = J2 J2ᵀ n, and the multipliers along -r = -R⁻¹ d1, until the row is satisfied;
/// rows whose multipliers become zero before are dropped. False if no row can be dropped and the row cannot
/// be satisfied.
bool DenseQp::AddViolated(int row) {
  const double side = rows_.side(row);
  double missing = rows_.violation(row), multiplier = 0.0;
  Project(row, side);
  factors_.FindDirection(d_.data(), z_.data());
  for (;;) {
    const int q = factors_.active();
    std::copy(d_.begin(), d_.begin() + q, r_.begin());
    factors_.SolveR(r_.data(), active_equalities_);
    double t1 = kQpNoStep;  // step 2(b)(i): the longest step in dual space
    const int leaving = FindLeaving(t1);
    const double slope = FreeLength2();  // zᵀ n = |d2|²
    const double t2 =
        Depends(slope) ? kQpNoStep : missing / slope;  // 2(b)(ii): the full step in primal space
    const double t = std::min(t1, t2);
    if (t == kQpNoStep) return IgnoreIfRounding(row, missing);  // 2(c)(i)
    for (int k = active_equalities_; k < q; ++k) u_[k] -= t * r_[k];
    multiplier += t;
    if (t2 < kQpNoStep) {
      padded::AddMultiple(padded_, t, z_.data(), x_.data());
      missing -= t * slope;
    }
    if (t2 <= t1) {
      u_[q] = multiplier;
      factors_.Add(d_.data(), z_.data());
      Append(row, side);
      ++changes_;
      return true;
    }
    Drop(leaving);
    factors_.ExtendDirection(d_.data(), z_.data());
  }
}

/// The inequality whose multiplier is the first to vanish along -r, and the step length; -1 and infinity if
/// there is none.
int DenseQp::FindLeaving(double& step) const {
  const int q = factors_.active();
  const double zero = kRounding * std::max(1.0, LargestOf(r_, active_equalities_, q));
  int leaving = -1;
  step = kQpNoStep;
  for (int k = active_equalities_; k < q; ++k)
    if (r_[k] > zero && u_[k] < step * r_[k]) step = std::max(u_[k], 0.0) / r_[k], leaving = k;
  return leaving;
}

/// A row that cannot be satisfied makes the problem infeasible, unless its violation is at the level of
/// rounding errors: then it is ignored from now on. True if it is ignored.
bool DenseQp::IgnoreIfRounding(int row, double missing) {
  signs_known_ = false;
  const double norm = factors_.FreeNorm(), noise = kQpNoise * norm * norm * Length(g_);
  closed_[row] = missing <= noise;
  return closed_[row];
}

/// d = Jᵀ n.
void DenseQp::Project(int row, double side) {
  factors_.Project(rows_.row(row), d_.data());
  if (side < 0.0)
    for (int k = 0; k < n_; ++k) d_[k] = -d_[k];
}

double DenseQp::Unit() const { return std::max(Length(x_), min_unit_); }

double DenseQp::Length(const padded::Numbers& x) const {
  return std::sqrt(padded::Dot(padded_, x.data(), x.data()));
}

/// |d2|².
double DenseQp::FreeLength2() const {
  const int q = factors_.active();
  return padded::DotAny(n_ - q, d_.data() + q, d_.data() + q);
}

/// Whether a normal n with this |d2|² depends on the active normals.
bool DenseQp::Depends(double free_length2) const {
  const double zero = kQpDependent * norm_J_;
  return !(free_length2 > zero * zero);
}

/// Activates the row that has just been added to the factors.
void DenseQp::Append(int row, double side) {
  const int last = factors_.active() - 1;
  active_[last] = row;
  side_[last] = side;
  closed_[row] = true;
}

/// Drops the k-th active row; d is updated with J.
void DenseQp::Drop(int k) {
  const int q = factors_.active();
  closed_[active_[k]] = false;
  std::copy(active_.begin() + k + 1, active_.begin() + q, active_.begin() + k);
  std::copy(side_.begin() + k + 1, side_.begin() + q, side_.begin() + k);
  std::copy(u_.begin() + k + 1, u_.begin() + q, u_.begin() + k);
  factors_.Drop(k, d_.data());
  ++changes_;
}

double DenseQp::LargestOf(const padded::Numbers& x, int first, int end) {
  double largest = 0.0;
  for (int i = first; i < end; ++i) largest = std::max(largest, std::abs(x[i]));
  return largest;
}

}  // namespace slipstick::solvers
