// LU factors of a sparse matrix whose pattern is symmetric though its numbers are not, in memory that is
// kept.
//
//   lu.Begin(n);  lu.Couple({0, 1, 5});  ...  lu.Analyse();
//   lu.SetZero();  lu.At(1, 5) += ...;  lu.Factor();  lu.Solve(x);
//
// Rows are eliminated from the last to the first, without pivoting: meant for mass matrices with what
// contacts add, where leaves stand behind roots, and positive definite up to a part that is small. A pivot
// that nothing is left of is a failure, which the caller must expect.
//
// Consecutive rows that couple with the same others, such as the six of a loose body, are a block: they are
// stored densely and eliminated at once.
#pragma once

#include <cstdint>
#include <vector>

#include "slipstick/core/view.h"

namespace slipstick::solvers {

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
  /// Where an entry of the pattern is stored, until the next Begin.
  int Slot(int i, int j) const;
  double& operator[](int slot) { return values_[slot]; }
  double& At(int i, int j) { return values_[Slot(i, j)]; }

  /// False if it breaks down: then there is nothing to solve with.
  bool Factor();
  /// x := A⁻¹ x.
  void Solve(View<double> x) const;

 private:
  /// Rows first, ..., end - 1, which couple with each other and with the same columns before them.
  struct Block {
    int first, end;
    int first_run, end_run;  ///< those columns
    int columns;             ///< how many
    /// Where its numbers begin: A(row, row) row after row; A(row, column) the same, once factored D⁻¹ of
    /// that; A(column, row), a row of numbers for each `row`.
    int diagonal, lower, upper;

    int rows() const { return end - first; }
  };
  /// Consecutive columns of one block.
  struct Run {
    int first, end;
    int block;     ///< that they belong to
    int position;  ///< of the first among the columns of the row
  };
  void FillIn();
  void FindBlocks();
  void AddRuns(int row, Block& block);
  int PositionOf(int column, const Block& block) const;
  bool FactorDiagonal(const Block& block);
  void SolveDiagonal(const Block& block, double* X, int columns) const;
  void Update(const Block& block);
  const uint64_t* PatternOf(int row) const { return &pattern_[static_cast<size_t>(row) * words_]; }

  int n_ = 0, words_ = 0;
  double cost_ = 0.0;
  std::vector<uint64_t> pattern_;  ///< per row: bits of the columns left of the diagonal
  std::vector<uint64_t> mask_;     ///< scratch of Couple
  std::vector<Block> blocks_;
  std::vector<int> block_of_;  ///< per row
  std::vector<Run> runs_;
  std::vector<double> values_;
  std::vector<double> whole_;  ///< per row: what its diagonal entry was
};

}  // namespace slipstick::solvers
