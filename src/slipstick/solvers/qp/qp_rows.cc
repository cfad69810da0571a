#include "slipstick/solvers/qp/qp_rows.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "slipstick/solvers/linear/padded_columns.h"

namespace slipstick::solvers {

bool QpRows::Load(const QpProblem& problem) {
  n_ = problem.variables();
  padded_ = padded::Size(n_);
  equalities_ = problem.equalities();
  size_ = equalities_ + problem.inequalities();
  contradictory_ = false;
  const size_t rows = size_, numbers = rows * padded_;
  if (entries_.size() < numbers) entries_.resize(numbers);
  if (lower_.size() < rows) {
    for (padded::Numbers* vector : {&lower_, &upper_, &value_}) vector->resize(rows);
    is_effective_.resize(rows);
  }
  bool finite = true;
  for (int i = 0; i < equalities_; ++i) {
    const double b = problem.b()[i];
    finite = LoadRow(i, problem.A().data() + static_cast<size_t>(i) * n_, b, b) && std::isfinite(b) && finite;
  }
  for (int i = equalities_; i < size_; ++i) {
    const int k = i - equalities_;
    finite = LoadRow(i, problem.C().data() + static_cast<size_t>(k) * n_, problem.lower()[k],
                     problem.upper()[k]) &&
             finite;
  }
  return finite;
}

bool QpRows::LoadRow(int i, const double* entries, double lower, double upper) {
  double* out = entries_.data() + static_cast<size_t>(i) * padded_;
  const double length = std::sqrt(padded::DotAny(n_, entries, entries));
  const double inverse = length > 0.0 ? 1.0 / length : 1.0;
  for (int k = 0; k < n_; ++k) out[k] = inverse * entries[k];
  for (int k = n_; k < padded_; ++k) out[k] = 0.0;
  lower_[i] = lower * inverse;
  upper_[i] = upper * inverse;
  constexpr double kInfinite = std::numeric_limits<double>::infinity();
  const bool possible = lower <= upper && lower < kInfinite && upper > -kInfinite &&
                        (length > 0.0 || (lower <= 0.0 && 0.0 <= upper));
  is_effective_[i] = possible && length > 0.0;
  contradictory_ = contradictory_ || !possible;
  return std::isfinite(length) && !std::isnan(lower) && !std::isnan(upper);
}

void QpRows::Evaluate(const double* x) {
  padded::DotColumns(padded_, entries_.data(), padded_, size_, x, value_.data());
}

void QpRows::EvaluateInequalities(const double* x) {
  padded::DotColumns(padded_, row(equalities_), padded_, size_ - equalities_, x, value_.data() + equalities_);
}

double QpRows::LargestViolation(double unit) const {
  double largest = 0.0;
  for (int i = 0; i < size_; ++i) {
    const double amount = violation(i);
    if (amount > 0.0) largest = std::max(largest, amount / std::max(unit, std::abs(bound(i, side(i)))));
  }
  return largest;
}

}  // namespace slipstick::solvers
