// Sparse LU factorisation of a matrix with a symmetric pattern and unsymmetric values. Memory is reused.
//
//   lu.Begin(n);  lu.Couple({0, 1, 5});  ...  lu.Analyse();
//   lu.SetZero();  lu.At(1, 5) += ...;  lu.Factor();  lu.Solve(x);
//
// Rows are eliminated from the last to the first, without pivoting. Intended for mass matrices plus contact
// terms, in which leaves come after roots, and which are positive definite up to a small part. Factor fails
// if a pivot is lost to cancellation; the caller must handle that.
//
// Consecutive rows with the same pattern, such as the six of a free body, form a block: they are stored
// densely and eliminated together.
#pragma once

#include <cstdint>
#include <vector>

#include "slipstick/core/view.h"

namespace slipstick::solvers {

class PatternLu {
 public:
  /// Starts a new pattern: n x n, diagonal only.
  void Begin(int n);
  /// Adds the entries between all of these indices to the pattern. Ascending, without repetition.
  void Couple(View<const int> indices);
  /// Completes the pattern and adds its fill-in.
  void Analyse();

  int size() const { return n_; }
  /// Approximate number of multiplications of a factorisation.
  double cost() const { return cost_; }

  /// All entries of the pattern := 0.
  void SetZero();
  /// Storage index of an entry of the pattern; valid until the next Begin.
  int Slot(int i, int j) const;
  double& operator[](int slot) { return values_[slot]; }
  double& At(int i, int j) { return values_[Slot(i, j)]; }

  /// False if it breaks down: then Solve must not be called.
  bool Factor();
  /// x := A⁻¹ x.
  void Solve(View<double> x) const;

 private:
  /// Rows first, ..., end - 1, which are coupled with each other and with the same earlier columns.
  struct Block {
    int first, end;
    int first_run, end_run;  ///< runs of those columns
    int columns;             ///< number of those columns
    /// Offsets of its values: the diagonal block D, row-major; A(row, column), row-major, multiplied by D⁻¹
    /// once factored; A(column, row), one row of values for each `row`.
    int diagonal, lower, upper;

    int rows() const { return end - first; }
  };
  /// Consecutive columns of one block.
  struct Run {
    int first, end;
    int block;     ///< the block that they belong to
    int position;  ///< index of the first in the columns of the row
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
  std::vector<double> whole_;  ///< per row: absolute diagonal entry before elimination
};

}  // namespace slipstick::solvers
