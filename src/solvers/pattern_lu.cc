#include "solvers/pattern_lu.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace slipstick {
namespace {

constexpr int kWordBits = 64;
/// Share of a diagonal entry that must be left of it.
constexpr double kLeastPivot = 1e-10;

}  // namespace

void PatternLu::Begin(int n) {
  n_ = n;
  words_ = (n + kWordBits - 1) / kWordBits;
  pattern_.assign(static_cast<size_t>(n) * words_, 0);
  const size_t entries = static_cast<size_t>(n) * n;
  if (lower_.size() < entries) {
    lower_.resize(entries);
    upper_.resize(entries);
  }
  diagonal_.resize(n);
  whole_.resize(n);
  first_run_.resize(n + 1);
}

void PatternLu::Couple(View<const int> indices) {
  for (int k = 1; k < indices.size(); ++k) {
    uint64_t* row = &pattern_[static_cast<size_t>(indices[k]) * words_];
    for (int j = 0; j < k; ++j) row[indices[j] / kWordBits] |= uint64_t{1} << (indices[j] % kWordBits);
  }
}

/// What a row is coupled with is coupled with each other once the row is gone; it is enough to tell the last of them.
void PatternLu::Analyse() {
  for (int i = n_ - 1; i > 0; --i) {
    const uint64_t* row = &pattern_[static_cast<size_t>(i) * words_];
    int word = i / kWordBits;
    while (word >= 0 && row[word] == 0) --word;
    if (word < 0) continue;
    const int bit = kWordBits - 1 - std::countl_zero(row[word]);
    uint64_t* last = &pattern_[static_cast<size_t>(word * kWordBits + bit) * words_];
    for (int w = 0; w < word; ++w) last[w] |= row[w];
    last[word] |= row[word] & ~(uint64_t{1} << bit);
  }
  runs_.clear();
  cost_ = 0.0;
  for (int i = 0; i < n_; ++i) {
    first_run_[i] = static_cast<int>(runs_.size());
    const uint64_t* row = &pattern_[static_cast<size_t>(i) * words_];
    double entries = 0.0;
    for (int w = 0; w * kWordBits < i; ++w)
      for (uint64_t left = row[w]; left != 0;) {
        const int first = std::countr_zero(left), length = std::countr_one(left >> first);
        const int column = w * kWordBits + first;
        if (static_cast<int>(runs_.size()) > first_run_[i] && runs_.back().end == column)
          runs_.back().end += length;
        else
          runs_.push_back({column, column + length});
        entries += length;
        left = first + length < kWordBits ? left & (~uint64_t{0} << (first + length)) : 0;
      }
    cost_ += entries * (entries + 3.0);
  }
  first_run_[n_] = static_cast<int>(runs_.size());
}

View<const PatternLu::Run> PatternLu::RunsOf(int row) const {
  return {runs_.data() + first_run_[row], first_run_[row + 1] - first_run_[row]};
}

void PatternLu::SetZero() {
  std::fill(diagonal_.begin(), diagonal_.end(), 0.0);
  for (int i = 0; i < n_; ++i)
    for (const Run& run : RunsOf(i)) {
      std::fill_n(&lower_[Index(i, run.first)], run.end - run.first, 0.0);
      std::fill_n(&upper_[Index(i, run.first)], run.end - run.first, 0.0);
    }
}

bool PatternLu::Factor() {
  whole_ = diagonal_;
  for (int i = n_ - 1; i >= 0; --i) {
    if (!(std::abs(diagonal_[i]) > kLeastPivot * std::abs(whole_[i]) && std::isfinite(diagonal_[i])))
      return false;
    Eliminate(i);
  }
  return true;
}

/// A(r, c) -= A(r, i) A(i, c) / A(i, i) for all r, c that i is coupled with.
void PatternLu::Eliminate(int i) {
  const double inverse = 1.0 / diagonal_[i];
  const double* lower_i = &lower_[Index(i, 0)];
  double* upper_i = &upper_[Index(i, 0)];
  const View<const Run> runs = RunsOf(i);
  for (int k = 0; k < runs.size(); ++k)
    for (int r = runs[k].first; r < runs[k].end; ++r) {
      const double from_row = upper_i[r] * inverse, from_column = lower_i[r] * inverse;
      diagonal_[r] -= from_row * lower_i[r];
      double* __restrict lower_r = &lower_[Index(r, 0)];
      double* __restrict upper_r = &upper_[Index(r, 0)];
      for (int m = 0; m <= k; ++m)
        for (int c = runs[m].first, end = std::min(runs[m].end, r); c < end; ++c) {
          lower_r[c] -= from_row * lower_i[c];
          upper_r[c] -= from_column * upper_i[c];
        }
    }
  diagonal_[i] = inverse;
  for (const Run& run : runs)
    for (int c = run.first; c < run.end; ++c) upper_i[c] *= inverse;
}

void PatternLu::Solve(View<double> x) const {
  for (int i = n_ - 1; i > 0; --i)
    for (const Run& run : RunsOf(i)) {
      const double* upper_i = &upper_[Index(i, 0)];
      for (int r = run.first; r < run.end; ++r) x[r] -= upper_i[r] * x[i];
    }
  for (int i = 0; i < n_; ++i) {
    double sum = x[i];
    for (const Run& run : RunsOf(i)) {
      const double* lower_i = &lower_[Index(i, 0)];
      for (int c = run.first; c < run.end; ++c) sum -= lower_i[c] * x[c];
    }
    x[i] = sum * diagonal_[i];
  }
}

}  // namespace slipstick
