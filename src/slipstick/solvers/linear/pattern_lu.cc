#include "slipstick/solvers/linear/pattern_lu.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>

namespace slipstick::solvers {
namespace {

constexpr int kWordBits = 64;
/// Smallest pivot relative to the original diagonal entry. Stiff contacts leave small pivots in the
/// directions that they do not constrain: 1 kg beside 1e12 N s/m.
constexpr double kMinPivot = 1e-15;

constexpr uint64_t Bit(int index) { return uint64_t{1} << (index % kWordBits); }

}  // namespace

// --- pattern

void PatternLu::Begin(int n) {
  n_ = n;
  words_ = (n + kWordBits - 1) / kWordBits;
  pattern_.assign(static_cast<size_t>(n) * words_, 0);
}

void PatternLu::Couple(View<const int> indices) {
  mask_.assign(words_, 0);
  for (int k = 0; k < indices.size(); ++k) {
    uint64_t* row = &pattern_[static_cast<size_t>(indices[k]) * words_];
    for (int w = indices[0] / kWordBits; w <= indices[k] / kWordBits; ++w) row[w] |= mask_[w];
    mask_[indices[k] / kWordBits] |= Bit(indices[k]);
  }
}

void PatternLu::Analyse() {
  FillIn();
  FindBlocks();
}

/// Eliminating a row couples all its columns with each other. It is enough to merge them into the row of the
/// last one.
void PatternLu::FillIn() {
  for (int i = n_ - 1; i > 0; --i) {
    const uint64_t* row = PatternOf(i);
    int word = i / kWordBits;
    while (word >= 0 && row[word] == 0) --word;
    if (word < 0) continue;
    const int bit = kWordBits - 1 - std::countl_zero(row[word]);
    uint64_t* last = &pattern_[static_cast<size_t>(word * kWordBits + bit) * words_];
    for (int w = 0; w < word; ++w) last[w] |= row[w];
    last[word] |= row[word] & ~Bit(bit);
  }
}

void PatternLu::FindBlocks() {
  blocks_.clear();
  runs_.clear();
  block_of_.resize(n_);
  cost_ = 0.0;
  int values = 0;
  for (int i = 0; i < n_;) {
    Block block{i, i + 1, 0, 0, 0, 0, 0, 0};
    const auto extends = [&](int row) {  // its columns are those of the previous row, plus that row
      const uint64_t *a = PatternOf(row - 1), *b = PatternOf(row);
      for (int w = 0; w < words_; ++w)
        if ((a[w] | (w == (row - 1) / kWordBits ? Bit(row - 1) : 0)) != b[w]) return false;
      return true;
    };
    while (block.end < n_ && extends(block.end)) ++block.end;
    std::fill(block_of_.begin() + i, block_of_.begin() + block.end, static_cast<int>(blocks_.size()));
    AddRuns(i, block);
    const int rows = block.rows();
    block.diagonal = values;
    block.lower = block.diagonal + rows * rows;
    block.upper = block.lower + rows * block.columns;
    values = block.upper + rows * block.columns;
    cost_ += rows * (rows * rows / 3.0 + block.columns * (rows + block.columns));
    blocks_.push_back(block);
    i = block.end;
  }
  values_.resize(values);
  whole_.resize(n_);
}

/// The columns of the first row of a block, as runs that end at block boundaries.
void PatternLu::AddRuns(int row, Block& block) {
  block.first_run = static_cast<int>(runs_.size());
  const uint64_t* pattern = PatternOf(row);
  for (int w = 0; w * kWordBits < row; ++w)
    for (uint64_t left = pattern[w]; left != 0; left &= left - 1) {
      const int column = w * kWordBits + std::countr_zero(left);
      const bool continues = static_cast<int>(runs_.size()) > block.first_run && runs_.back().end == column &&
                             runs_.back().block == block_of_[column];
      if (continues)
        ++runs_.back().end;
      else
        runs_.push_back({column, column + 1, block_of_[column], block.columns});
      ++block.columns;
    }
  block.end_run = static_cast<int>(runs_.size());
}

int PatternLu::PositionOf(int column, const Block& block) const {
  const auto first = runs_.begin() + block.first_run, end = runs_.begin() + block.end_run;
  const auto run = std::upper_bound(first, end, column, [](int c, const Run& r) { return c < r.first; }) - 1;
  assert(run >= first && column < run->end);
  return run->position + column - run->first;
}

int PatternLu::Slot(int i, int j) const {
  const Block& block = blocks_[block_of_[std::max(i, j)]];
  const int row = std::max(i, j) - block.first, other = std::min(i, j);
  if (other >= block.first) return block.diagonal + (i - block.first) * block.rows() + j - block.first;
  return (i > j ? block.lower : block.upper) + row * block.columns + PositionOf(other, block);
}

// --- values

void PatternLu::SetZero() { std::fill(values_.begin(), values_.end(), 0.0); }

bool PatternLu::Factor() {
  for (const Block& block : blocks_)
    for (int k = 0; k < block.rows(); ++k)
      whole_[block.first + k] = std::abs(values_[block.diagonal + k * (block.rows() + 1)]);
  for (size_t b = blocks_.size(); b-- > 0;) {
    const Block& block = blocks_[b];
    if (!FactorDiagonal(block)) return false;
    SolveDiagonal(block, values_.data() + block.lower, block.columns);
    Update(block);
  }
  return true;
}

/// D = L U in place, L with a unit diagonal; for U, the inverse of the diagonal is stored.
bool PatternLu::FactorDiagonal(const Block& block) {
  const int n = block.rows();
  double* D = &values_[block.diagonal];
  for (int k = 0; k < n; ++k) {
    const double pivot = D[k * n + k];
    if (!(std::abs(pivot) > kMinPivot * whole_[block.first + k] && std::isfinite(pivot))) return false;
    const double inverse = D[k * n + k] = 1.0 / pivot;
    for (int i = k + 1; i < n; ++i) {
      const double factor = D[i * n + k] *= inverse;
      for (int j = k + 1; j < n; ++j) D[i * n + j] -= factor * D[k * n + j];
    }
  }
  return true;
}

/// X := D⁻¹ X, row-major.
void PatternLu::SolveDiagonal(const Block& block, double* X, int columns) const {
  const int n = block.rows();
  const double* D = &values_[block.diagonal];
  const auto subtract = [X, columns](int i, double factor, int j) {
    double* __restrict to = X + i * columns;
    const double* from = X + j * columns;
    for (int c = 0; c < columns; ++c) to[c] -= factor * from[c];
  };
  for (int i = 1; i < n; ++i)
    for (int j = 0; j < i; ++j) subtract(i, D[i * n + j], j);
  for (int i = n - 1; i >= 0; --i) {
    for (int j = i + 1; j < n; ++j) subtract(i, D[i * n + j], j);
    for (int c = 0; c < columns; ++c) X[i * columns + c] *= D[i * n + i];
  }
}

/// Schur complement: A(r, c) -= A(r, rows) D⁻¹ A(rows, c) for all r, c that the block is coupled with.
void PatternLu::Update(const Block& block) {
  const int n = block.rows(), stride = block.columns;
  const double *lower = values_.data() + block.lower, *upper = values_.data() + block.upper;
  // to(r, c) -= sum over the rows of from_r(k, r) from_c(k, c)
  const auto subtract = [n, stride](const double* from_r, int rows, const double* from_c, int columns,
                                    double* __restrict to, int to_stride) {
    for (int r = 0; r < rows; ++r, to += to_stride)
      for (int k = 0; k < n; ++k) {
        const double factor = from_r[k * stride + r];
        const double* row = from_c + k * stride;
        for (int c = 0; c < columns; ++c) to[c] -= factor * row[c];
      }
  };
  for (int i = block.first_run; i < block.end_run; ++i) {
    const Run& r = runs_[i];
    const Block& target = blocks_[r.block];
    const int row = r.first - target.first, rows = r.end - r.first, size = target.rows();
    subtract(upper + r.position, rows, lower + r.position, rows, &values_[target.diagonal + row * size + row],
             size);
    for (int j = block.first_run; j < i; ++j) {
      const Run& c = runs_[j];
      if (c.block == r.block) {  // only some columns of that block are coupled, and they are not consecutive
        const int column = c.first - target.first;
        subtract(upper + r.position, rows, lower + c.position, c.end - c.first,
                 &values_[target.diagonal + row * size + column], size);
        subtract(upper + c.position, c.end - c.first, lower + r.position, rows,
                 &values_[target.diagonal + column * size + row], size);
        continue;
      }
      const int at = row * target.columns + PositionOf(c.first, target);
      subtract(upper + r.position, rows, lower + c.position, c.end - c.first, &values_[target.lower + at],
               target.columns);
      subtract(lower + r.position, rows, upper + c.position, c.end - c.first, &values_[target.upper + at],
               target.columns);
    }
  }
}

void PatternLu::Solve(View<double> x) const {
  for (size_t b = blocks_.size(); b-- > 0;) {
    const Block& block = blocks_[b];
    SolveDiagonal(block, &x[block.first], 1);
    for (int k = 0; k < block.rows(); ++k) {
      const double* upper = values_.data() + block.upper + k * block.columns;
      for (int i = block.first_run; i < block.end_run; ++i)
        for (int r = runs_[i].first; r < runs_[i].end; ++r) x[r] -= *upper++ * x[block.first + k];
    }
  }
  for (const Block& block : blocks_)
    for (int k = 0; k < block.rows(); ++k) {
      const double* lower = values_.data() + block.lower + k * block.columns;
      double sum = x[block.first + k];
      for (int i = block.first_run; i < block.end_run; ++i)
        for (int c = runs_[i].first; c < runs_[i].end; ++c) sum -= *lower++ * x[c];
      x[block.first + k] = sum;
    }
}

}  // namespace slipstick::solvers
