#include "slipstick/solvers/qp/dense_qp.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "slipstick/solvers/linear/padded_columns.h"

namespace slipstick::solvers {
namespace {

/// y = H x from the lower half of H: every column also serves as a row.
void MultiplyLowerHalf(const QpProblem::ConstMatrix& H, const double* x, double* y) {
  const int n = static_cast<int>(H.rows());
  std::fill(y, y + n, 0.0);
  for (int j = 0; j < n; ++j) {
    const double* column = H.data() + static_cast<size_t>(j) * n;
    const double xj = x[j];
    y[j] += column[j] * xj + padded::DotAny(n - j - 1, column + j + 1, x + j + 1);
    padded::AddMultiple(n - j - 1, xj, column + j + 1, y + j + 1);
  }
}

}  // namespace

const char* Name(QpStatus status) {
  switch (status) {
    case QpStatus::kSolved: return "solved";
    case QpStatus::kInfeasible: return "infeasible";
    case QpStatus::kIterationLimit: return "iteration limit";
    case QpStatus::kNotConvex: return "not convex";
  }
  return "unknown";
}

QpReport DenseQp::Solve(const QpProblem& problem, Eigen::VectorXd& x, QpActiveSet& active) {
  x.resize(problem.variables());
  return Solve(problem, Eigen::Ref<Eigen::VectorXd>(x), active);
}

QpReport DenseQp::Solve(const QpProblem& problem, Eigen::Ref<Eigen::VectorXd> x, QpActiveSet& active) {
  const bool finite = Load(problem);
  const bool warm = finite && static_cast<int>(active.size()) == problem.inequalities();
  QpStatus status = QpStatus::kNotConvex;
  if (finite) status = Search(problem, warm ? &active : nullptr);
  // Rows of a warm start may be so nearly dependent that their intersection is inaccurate.
  if (warm && status != QpStatus::kSolved) status = Search(problem, nullptr);
  const double residual =
      status == QpStatus::kNotConvex ? std::numeric_limits<double>::infinity() : Correct(problem);
  return Report(status, residual, x, active);
}

/// The only function that allocates, and only if the problem exceeds all earlier sizes. False if a number is
/// not finite.
bool DenseQp::Load(const QpProblem& problem) {
  n_ = problem.variables();
  padded_ = padded::Size(n_);
  const bool finite = rows_.Load(problem);
  if (static_cast<int>(g_.size()) < padded_) {
    for (auto* vector : {&x_, &g_, &d_, &z_, &r_, &y_, &u_, &side_, &slope_, &pull_}) vector->resize(padded_);
    active_.resize(padded_);
    block_.resize(QpFactors::kBlock * static_cast<size_t>(padded_));
  }
  if (static_cast<int>(closed_.size()) < rows_.size()) closed_.resize(rows_.size());
  candidates_.reserve(rows_.size());
  for (auto* vector : {&x_, &g_, &d_, &y_, &slope_}) std::fill(vector->begin(), vector->end(), 0.0);
  std::copy(problem.g().data(), problem.g().data() + n_, g_.begin());
  return finite && std::isfinite(Length(g_));
}

/// Moves from one minimum under active constraints to the next, until no row is violated at a recomputed
/// point.
QpStatus DenseQp::Search(const QpProblem& problem, const QpActiveSet* start) {
  if (!factors_.Factor(problem.H())) return QpStatus::kNotConvex;
  Clear();
  ActivateStart(start);
  QpStatus status = QpStatus::kSolved;
  for (bool retried = false;;) {
    MinimizeOnActiveSet();
    const int before = changes_;
    status = SatisfyInequalities();
    if (changes_ == before) break;
    if (status == QpStatus::kInfeasible && !retried) {  // may be due to rounding errors of the path
      retried = true;
    } else if (status != QpStatus::kSolved) {
      MinimizeOnActiveSet();
      break;
    }
  }
  if (!std::isfinite(Length(x_))) return QpStatus::kNotConvex;
  return status == QpStatus::kSolved && contradictory_ ? QpStatus::kInfeasible : status;
}

// --- the minimum under an active set

/// Empty active set: J Jᵀ = H⁻¹.
void DenseQp::Clear() {
  norm_J_ = factors_.FreeNorm();
  factors_.Project(g_.data(), d_.data());
  factors_.FindDirection(d_.data(), z_.data());
  min_unit_ = kMinUnit * Length(z_);
  active_equalities_ = changes_ = 0;
  signs_known_ = false;
  contradictory_ = rows_.contradictory();
  for (int i = 0; i < rows_.size(); ++i) closed_[i] = !rows_.is_effective(i);
}

/// Activates the equalities and the rows of the warm start, as far as they are independent.
void DenseQp::ActivateStart(const QpActiveSet* start) {
  candidates_.clear();
  for (int i = 0; i < rows_.equalities(); ++i)
    if (!closed_[i]) candidates_.push_back({i, 1.0});
  const int inequalities = start ? static_cast<int>(start->size()) : 0;
  for (int k = 0; k < inequalities; ++k) {
    const double side = (*start)[k] < 0 ? 1.0 : -1.0;
    const int i = rows_.equalities() + k;
    if ((*start)[k] != 0 && !closed_[i] && std::isfinite(rows_.bound(i, side)))
      candidates_.push_back({i, side});
  }
  constexpr int kBlock = QpFactors::kBlock;
  const int count = static_cast<int>(candidates_.size());
  for (int first = 0; first < count; first += kBlock) {
    const double* normals[kBlock];
    for (int r = 0; r < kBlock; ++r) normals[r] = rows_.row(candidates_[std::min(first + r, count - 1)].row);
    factors_.ProjectFour(normals, block_.data());
    for (int r = 0; r < kBlock && first + r < count; ++r)
      Activate(candidates_[first + r], block_.data() + static_cast<size_t>(r) * padded_);
  }
}

/// A row that depends on others is omitted. Whether it is consistent with them follows from y1 = R⁻ᵀ b, which
/// is known row by row: if n = N R⁻¹ d1, all x with Nᵀx = b have nᵀx = d1ᵀ y1.
void DenseQp::Activate(const Candidate& candidate, double* projected) {
  const auto [row, side] = candidate;
  for (int k = 0; k < n_; ++k) d_[k] = side * projected[k];
  factors_.ApplyNewReflections(d_.data());
  const int q = factors_.active();
  const double bound = rows_.bound(row, side), follows = padded::DotAny(q, d_.data(), y_.data());
  const bool is_equality = row < rows_.equalities();
  if (!Depends(FreeLength2())) {
    y_[q] = (bound - follows) / factors_.AddLater(d_.data());
    Append(row, side);
    if (is_equality) active_equalities_ = q + 1;
  } else if (is_equality) {
    double size = std::abs(bound);
    for (int k = 0; k < q; ++k) size += std::abs(d_[k] * y_[k]);
    contradictory_ = contradictory_ || std::abs(bound - follows) > kConsistent * size;
  }
  closed_[row] = closed_[row] || is_equality;
}

/// The minimum under the active constraints, from the factors only. Unless the multipliers are known to have
/// the right signs up to rounding, inequalities with negative multipliers are dropped, the most negative
/// first.
void DenseQp::MinimizeOnActiveSet() {
  factors_.Project(g_.data(), d_.data());
  for (;;) {  // at most once per row
    const int q = factors_.active();
    for (int k = 0; k < q; ++k) y_[k] = rows_.bound(active_[k], side_[k]);
    SolveActive(u_.data());
    if (signs_known_) break;
    int worst = -1;
    double lowest = -kRounding * LargestOf(u_, 0, q);
    for (int k = active_equalities_; k < q; ++k)
      if (u_[k] < lowest) lowest = u_[k], worst = k;
    if (worst < 0) break;
    Drop(worst);
  }
  std::fill(x_.begin(), x_.begin() + padded_, 0.0);
  factors_.AddProduct(y_.data(), x_.data());
  ClampMultipliers();
  signs_known_ = true;
}

/// Solves  H x - N u = -p,  Nᵀ x = c  for u and y = J⁻¹ x, given d = Jᵀ p and y1 = c: with Jᵀ H J = I and
/// Jᵀ N = (R; 0)
///   y1 = R⁻ᵀ c,   y2 = -d2,   R u = y1 + d1.
void DenseQp::SolveActive(double* u) {
  const int q = factors_.active();
  factors_.SolveRTransposed(y_.data());
  for (int k = 0; k < q; ++k) u[k] = y_[k] + d_[k];
  factors_.SolveR(u);
  for (int k = q; k < n_; ++k) y_[k] = -d_[k];
}

void DenseQp::ClampMultipliers() {
  for (int k = active_equalities_; k < factors_.active(); ++k) u_[k] = std::max(u_[k], 0.0);
}

// --- steps from one minimum under active constraints to the next

/// Steps 1 and 2 of the paper, until no inequality is violated.
QpStatus DenseQp::SatisfyInequalities() {
  const int limit = kMaxChangesPerRow * (n_ + rows_.size() - rows_.equalities());
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
  double largest = kFeasible * unit;
  for (int i = rows_.equalities(); i < rows_.size(); ++i) {
    const double amount = rows_.violation(i);
    if (!(amount > largest) || closed_[i]) continue;
    if (amount > kFeasible * (unit + std::abs(rows_.bound(i, rows_.side(i))))) largest = amount, worst = i;
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
    // Step 2(b)(i): the longest step in dual space.
    double t1 = kUnbounded;
    const int leaving = FindLeaving(t1);
    // Step 2(b)(ii): the full step in primal space.
    const double slope = FreeLength2();  // zᵀ n = |d2|²
    const double t2 = Depends(slope) ? kUnbounded : missing / slope;
    const double t = std::min(t1, t2);
    if (t == kUnbounded) return IgnoreIfRounding(row, missing);  // 2(c)(i)
    for (int k = active_equalities_; k < q; ++k) u_[k] -= t * r_[k];
    multiplier += t;
    if (t2 < kUnbounded) {
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
  step = kUnbounded;
  for (int k = active_equalities_; k < q; ++k)
    if (r_[k] > zero && u_[k] < step * r_[k]) step = std::max(u_[k], 0.0) / r_[k], leaving = k;
  return leaving;
}

/// A row that cannot be satisfied makes the problem infeasible, unless its violation is at the level of
/// rounding errors: then it is ignored from now on. True if it is ignored.
bool DenseQp::IgnoreIfRounding(int row, double missing) {
  signs_known_ = false;
  const double norm = factors_.FreeNorm(), noise = kNoise * norm * norm * Length(g_);
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
  const double zero = kDependent * norm_J_;
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

// --- result

/// One step of iterative refinement: corrects point and multipliers by their residuals in the original
/// problem. A second step did not improve any result. Returns the residual.
double DenseQp::Correct(const QpProblem& problem) {
  Evaluate(problem);
  factors_.Project(slope_.data(), d_.data());
  const int q = factors_.active();
  for (int k = 0; k < q; ++k) y_[k] = rows_.bound(active_[k], side_[k]) - side_[k] * rows_.value(active_[k]);
  SolveActive(r_.data());
  factors_.AddProduct(y_.data(), x_.data());
  for (int k = 0; k < q; ++k) u_[k] += r_[k];
  ClampMultipliers();
  return Evaluate(problem);
}

/// The largest entry of H x + g - N u, relative to the largest entry of its three terms.
double DenseQp::Stationarity(const QpProblem& problem) {
  MultiplyLowerHalf(problem.H(), x_.data(), slope_.data());
  std::fill(pull_.begin(), pull_.begin() + padded_, 0.0);
  for (int k = 0; k < factors_.active(); ++k)
    padded::AddMultiple(padded_, side_[k] * u_[k], rows_.row(active_[k]), pull_.data());
  const double unit = std::max({LargestOf(slope_, 0, n_), LargestOf(g_, 0, n_), LargestOf(pull_, 0, n_)});
  for (int i = 0; i < n_; ++i) slope_[i] += g_[i] - pull_[i];
  const double largest = LargestOf(slope_, 0, n_);
  return largest > 0.0 ? largest / unit : 0.0;
}

/// Computes the residual and its terms.
double DenseQp::Evaluate(const QpProblem& problem) {
  const double stationarity = Stationarity(problem);
  rows_.Evaluate(x_.data());
  return std::max(stationarity, rows_.LargestViolation(Unit()));
}

QpReport DenseQp::Report(QpStatus status, double residual, Eigen::Ref<Eigen::VectorXd> x,
                         QpActiveSet& active) const {
  active.assign(rows_.size() - rows_.equalities(), 0);
  x.setZero();
  if (status == QpStatus::kNotConvex) return {status, 0, residual, 0};
  std::copy(x_.begin(), x_.begin() + n_, x.data());
  for (int k = active_equalities_; k < factors_.active(); ++k)
    active[active_[k] - rows_.equalities()] = side_[k] > 0.0 ? -1 : 1;
  return {status, changes_, residual, factors_.active() - active_equalities_};
}

}  // namespace slipstick::solvers
