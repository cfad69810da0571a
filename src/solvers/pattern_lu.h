// LU factors of a sparse matrix whose pattern is symmetric though its numbers are not, in memory that is kept.
//
//   lu.Begin(n);  lu.Couple({0, 1, 5});  ...  lu.Analyse();
//   lu.SetZero();  lu.At(1, 5) += ...;  lu.Factor();  lu.Solve(x);
//
// Rows are eliminated from the last to the first, without pivoting: meant for mass matrices with what contacts add, where leaves stand behind
// roots, and positive definite up to a part that is small. A pivot that nothing is left of is a failure, which the caller must expect.
#pragma once

#include <cstdint>
#include <vector>

#include "core/view.h"

namespace slipstick {

class PatternLu {
 public:
  /// Forgets the pattern; n x n, a diagonal only.
  void Begin(int n);
  /// Entries between all of these exist. Ascending, without repetition.
  void Couple(View<const int> indices);
  /// Finds what elimination fills. The pattern is complete.
  void Analyse();

  int size() const { return n_; }
  /// Multiplications of a factorisation, about.
  double cost() const { return cost_; }

  /// All entries of the pattern := 0.
  void SetZero();
  /// An entry of the pattern.
  double& At(int i, int j) {
    return i == j ? diagonal_[i] : i > j ? lower_[Index(i, j)] : upper_[Index(j, i)];
  }

  /// False if it breaks down: then there is nothing to solve with.
  bool Factor();
  /// x := A⁻¹ x.
  void Solve(View<double> x) const;

 private:
  /// Consecutive columns of a row, left of the diagonal.
  struct Run {
    int first, end;
  };
  size_t Index(int row, int column) const { return static_cast<size_t>(row) * n_ + column; }
  View<const Run> RunsOf(int row) const;
  void Eliminate(int i);

  int n_ = 0, words_ = 0;
  double cost_ = 0.0;
  std::vector<uint64_t> pattern_;  ///< per row: bits of the columns left of the diagonal
  std::vector<Run> runs_;
  std::vector<int> first_run_;            ///< per row, n + 1 entries
  std::vector<double> lower_, upper_;     ///< A(i, j) and A(j, i) for j < i, at Index(i, j)
  std::vector<double> diagonal_, whole_;  ///< what is left of the diagonal, and what it was
};

}  // namespace slipstick
