// The basis of a pivoting method for linear complementarity problems, and the values of its variables.
//
//   w = R z + d z0 + u        n equations, 2 n + 1 variables, of which n are basic and the others zero
//
// Instead of a full tableau, a small inverse is stored. Let Y be the basic variables among z and z0, and rows
// the equations whose w is not basic. Both have the same number, and
//
//   K = [R d](rows, Y),   y = -K⁻¹ u(rows),   w = u + [R d](:, Y) y
//
// so a pivot changes K⁻¹ by a matrix of rank one. K is small if most of z is zero, as is usual in contact. R
// is never changed: results of K⁻¹ are checked against it at little cost, and corrected.
#pragma once

#include <cstddef>
#include <vector>

namespace slipstick::solvers {

/// One number for every basic variable.
struct BasicValues {
  std::vector<double> y;  ///< of z and z0, by position in the basis
  std::vector<double> w;  ///< by equation; zero where w is not basic
};

class LcpBasis {
 public:
  /// The only function that allocates.
  void Reserve(int n);
  /// Starts a new problem. Columns keep their old entries until they are written.
  void Resize(int n);
  int n() const { return n_; }
  int padded_size() const { return stride_; }

  // Indices of variables: z_i is i, z0 is n, w_i is n + 1 + i.
  int cover() const { return n_; }
  int w(int equation) const { return n_ + 1 + equation; }
  bool IsW(int variable) const { return variable > n_; }
  int Complement(int variable) const { return IsW(variable) ? variable - n_ - 1 : variable + n_ + 1; }

  /// Column of a z in R; for z0, d. Call ColumnChanged after writing it. Zeros follow up to padded_size().
  double* column(int variable) { return columns_.data() + static_cast<size_t>(variable) * stride_; }
  const double* column(int variable) const {
    return columns_.data() + static_cast<size_t>(variable) * stride_;
  }
  void ColumnChanged(int variable);
  double* u() { return u_.data(); }

  /// Makes all w basic.
  void Clear();
  /// Number of basic z, z0 included.
  int size() const { return k_; }
  int variable(int position) const { return variables_[position]; }
  bool IsBasic(int variable) const;
  /// Entry of a basic variable in the given values.
  double ValueIn(const BasicValues& values, int variable) const;

  BasicValues value;      ///< of the basic variables
  BasicValues tie;        ///< values for a perturbed u, which break ties between leaving variables
  BasicValues direction;  ///< derivatives with respect to the entering variable

  /// Computes the u that belongs to the present `tie`.
  void TieChanged();
  /// Chooses d such that `change` is the direction as z0 enters.
  void CoverBy(const BasicValues& change);

  /// Computes the direction for an entering variable. False if K⁻¹ is too inaccurate.
  bool FindDirection(int entering);
  /// Computes value and tie from K⁻¹. False if it is too inaccurate.
  bool FindValues();
  /// Moves along the direction until `leaving` is zero and exchanges it for `entering`.
  void Pivot(int entering, int leaving);
  /// Recomputes K⁻¹ from R. False if K is singular.
  bool Refactor();

 private:
  double* inverse(int row_place) { return inverse_.data() + static_cast<size_t>(row_place) * stride_; }
  void RightSideOf(const BasicValues& values, double* u) const;
  bool Respond(const double* change, BasicValues& out);
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
  int stride_ = 0;  ///< between columns: n + 1 rounded up to whole packs
  int k_ = 0;
  std::vector<double> columns_, inverse_, u_, tie_u_;
  std::vector<int> first_, last_;  ///< of each column: range of nonzero entries
  std::vector<int> variables_;     ///< Y
  std::vector<int> rows_;
  std::vector<int> place_of_variable_, place_of_row_;  ///< positions in those two, or -1
  std::vector<double> row_, error_;                    ///< scratch
  std::vector<int> swaps_;
};

}  // namespace slipstick::solvers
