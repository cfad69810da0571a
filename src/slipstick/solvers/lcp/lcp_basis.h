// The basis that pivots through a linear complementarity problem, and the values of its variables.
//
//   w = R z + d z0 + u        n equations, 2 n + 1 variables, of which n are basic and the others zero
//
// Of a tableau only the part that costs something is kept. Let Y be the basic ones among z and z0, and rows
// the equations whose w is not basic: there are as many, and
//
//   K = [R d](rows, Y),   y = -K⁻¹ u(rows),   w = u + [R d](:, Y) y
//
// so that a pivot changes K⁻¹ by one column times one row. K is small where most of z is zero, as it is in
// contact. R itself is never changed: what comes out of K⁻¹ is checked against it at the cost of a glance,
// and corrected.
#pragma once

#include <cstddef>
#include <vector>

namespace slipstick::solvers {

/// One number for every basic variable.
struct BasicValues {
  std::vector<double> y;  ///< of z and z0, by place in the basis
  std::vector<double> w;  ///< by equation; zero where w is not basic
};

class LcpBasis {
 public:
  /// The only function that allocates.
  void Reserve(int n);
  /// Starts another problem of n <= the reserved size. Columns hold what they held before.
  void Resize(int n);
  int n() const { return n_; }
  int padded_size() const { return stride_; }

  // Variables have numbers: z_i is i, z0 is n, w_i is n + 1 + i.
  int cover() const { return n_; }
  int w(int equation) const { return n_ + 1 + equation; }
  bool IsW(int variable) const { return variable > n_; }
  int Complement(int variable) const { return IsW(variable) ? variable - n_ - 1 : variable + n_ + 1; }

  /// Column of a z in R, or d as that of z0. Whoever writes there calls ColumnChanged. Zeros follow up to
  /// padded_size().
  double* column(int variable) { return columns_.data() + static_cast<size_t>(variable) * stride_; }
  const double* column(int variable) const {
    return columns_.data() + static_cast<size_t>(variable) * stride_;
  }
  void ColumnChanged(int variable);
  double* u() { return u_.data(); }

  /// All w are basic.
  void Clear();
  /// Number of basic z, z0 included.
  int size() const { return k_; }
  int variable(int place) const { return variables_[place]; }
  bool IsBasic(int variable) const;
  /// Value in the given set of a variable that is basic.
  double ValueIn(const BasicValues& values, int variable) const;

  BasicValues value;  ///< of the basic variables
  BasicValues
      tie;  ///< what their values would be for another u: decides which of two that vanish together leaves
  BasicValues direction;  ///< how they change as a variable enters

  /// Takes `tie` as it stands: finds the u that has it. The same for d, which is to cause `direction` as z0
  /// enters.
  void TieChanged();
  void CoverBy(const BasicValues& change);

  /// Sets the direction for a variable that is to enter. False if K⁻¹ is too inaccurate to say.
  bool FindDirection(int entering);
  /// Computes value and tie from K⁻¹. False if it is too inaccurate.
  bool FindValues();
  /// Moves along the direction until `leaving` is zero and exchanges it for `entering`.
  void Pivot(int entering, int leaving);
  /// Inverts K afresh. False if it is singular.
  bool Refactor();

 private:
  double* inverse(int row_place) { return inverse_.data() + static_cast<size_t>(row_place) * stride_; }
  void RightSideOf(const BasicValues& values, double* u) const;
  bool Answer(const double* change, BasicValues& out);
  void ApplyColumns(const double* change, BasicValues& out) const;
  double LargestError(const BasicValues& values) const;
  void FindRowTimesInverse(int equation);
  void AddToInverse(double scale);
  void Grow(int entering, int leaving);
  void ReplaceColumn(int entering, int leaving);
  void ReplaceRow(int entering, int leaving);
  void Shrink(int entering, int leaving);
  void Advance(BasicValues& values, double step) const;
  bool Invert();

  int n_ = 0;
  int stride_ = 0;  ///< between columns: n + 1 rounded up, so that loops over packs need no rest
  int k_ = 0;
  std::vector<double> columns_, inverse_, u_, tie_u_;
  std::vector<int> first_, last_;  ///< of each column: entries outside are zero
  std::vector<int> variables_;     ///< Y
  std::vector<int> rows_;
  std::vector<int> place_of_variable_, place_of_row_;  ///< in those two, or -1
  std::vector<double> row_, error_;                    ///< scratch
  std::vector<int> swaps_;
};

}  // namespace slipstick::solvers
