// The constraints of a quadratic program in the form of its solver (dense_qp.h): rows of A and then of C,
// each divided by its length, with a lower and an upper bound (equal for equalities).
#pragma once

#include <vector>

#include "slipstick/solvers/linear/padded_memory.h"
#include "slipstick/solvers/qp/qp_problem.h"

namespace slipstick::solvers {

class QpRows {
 public:
  /// False if a number is not finite; only bounds of inequalities may be infinite. Allocates only if the
  /// problem exceeds all earlier sizes.
  bool Load(const QpProblem& problem);

  int equalities() const { return equalities_; }
  int size() const { return size_; }
  const double* row(int i) const { return entries_.data() + static_cast<size_t>(i) * padded_; }  ///< padded
  /// Bound of side * row · x >= bound. side: +1 for the lower, -1 for the upper bound.
  double bound(int i, double side) const { return side > 0.0 ? lower_[i] : -upper_[i]; }
  double value(int i) const { return value_[i]; }  ///< at the point of the last evaluation
  /// The side with the larger violation.
  double side(int i) const { return lower_[i] - value_[i] > value_[i] - upper_[i] ? 1.0 : -1.0; }
  /// Violation of a row; negative if it is satisfied.
  double violation(int i) const {
    const double below = lower_[i] - value_[i], above = value_[i] - upper_[i];
    return below > above ? below : above;
  }

  /// Some points satisfy the row and others do not. The solver ignores other rows.
  bool is_effective(int i) const { return is_effective_[i]; }
  /// No point satisfies some row, e.g. 1 <= x <= 0.
  bool contradictory() const { return contradictory_; }

  void Evaluate(const double* x);
  void EvaluateInequalities(const double* x);
  /// The first term of QpReport::residual.
  double LargestViolation(double unit) const;

 private:
  bool LoadRow(int i, const double* entries, double lower, double upper);

  int n_ = 0, padded_ = 0, equalities_ = 0, size_ = 0;
  bool contradictory_ = false;
  padded::Numbers entries_, lower_, upper_, value_;
  std::vector<char> is_effective_;
};

}  // namespace slipstick::solvers
