#include "slipstick/solvers/qp/simplex_qp.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "slipstick/solvers/linear/padded_vectors.h"

namespace slipstick::solvers {
namespace {

constexpr double kSlopeRounding = 1e-12;  ///< residual that cannot be improved further
constexpr double kProximal = 1e-13;    ///< of the diagonal: well above the rounding errors of a factorisation
constexpr double kFlatPivot = 1e-300;  ///< pivot for a zero diagonal with zero slope
constexpr double kNoWeight = 1e-16;    ///< a weight that is negligible beside one
constexpr double kLeavesRoom = 0.5;    ///< a weight that leaves room for others in its block
constexpr double kGone = 1e-15;        ///< relative to its former value: an entry that is zero up to rounding
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr int kMaxStepsPerVariable = 20;

int FirstOfPack(int row) { return row / Pack::kLanes * Pack::kLanes; }

bool IsInSimplex(View<const double> x, double rounding) {
  double sum = 0.0;
  bool positive = true;
  for (const double entry : x) sum += entry, positive = positive && entry >= 0.0;
  return positive && sum <= 1.0 + rounding;
}

/// Column j of the factor, undivided: packs of rows from `row` on. Several at once, since each is one chain
/// of dependent operations.
template <int kPacks>
void SubtractColumns(const double* columns, int stride, int j, int row, double* column) {
  Pack::Lanes sum[kPacks];
  for (int p = 0; p < kPacks; ++p) sum[p] = padded::Load(column + row + p * Pack::kLanes);
  for (const double* end = columns + static_cast<size_t>(j) * stride; columns != end; columns += stride)
    for (int p = 0; p < kPacks; ++p) sum[p] -= columns[j] * padded::Load(columns + row + p * Pack::kLanes);
  std::memcpy(column + row, sum, sizeof sum);
}

}  // namespace

/// All positive entries of the result are lowered by the same amount: the excess of their sum, divided by
/// their number. Entries that would become negative are removed, which only decreases that amount, so the
/// iteration ends (Michelot, J. Optim. Theory Appl. 50, 1986). Positive entries lie less than one below the
/// largest; differences to the largest cannot overflow.
void ProjectOntoSimplex(View<double> x) {
  double sum = 0.0, largest = 0.0;
  for (double& entry : x) {
    entry = std::isfinite(entry) ? std::max(entry, 0.0) : 0.0;
    sum += entry;
    largest = std::max(largest, entry);
  }
  if (sum <= 1.0) return;
  double level = -1.0;  // relative to the largest
  for (int kept = x.size() + 1;;) {
    double excess = -1.0;
    int count = 0;
    for (const double entry : x)
      if (entry - largest > level) excess += entry - largest, ++count;
    if (count >= kept) break;
    kept = count;
    level = excess / count;
  }
  for (double& entry : x) entry = std::max(entry - largest - level, 0.0);
}

void SimplexQp::Reserve(int variables, int blocks) {
  const size_t n = variables, padded = padded::Size(variables + 1);
  if (free_.size() < n) {
    free_.resize(n);
    for (std::vector<double>* vector : {&y_, &size_, &step_, &column_, &min_pivot_, &inverse_pivot_})
      vector->resize(n);
    solution_.resize(padded);
    unknown_.resize(n);
    base_.resize(n);
    reduced_.resize(n * padded);
  }
  if (block_.size() < static_cast<size_t>(blocks)) block_.resize(blocks);
}

SimplexQpOutcome SimplexQp::Solve(View<const double> Q, View<const double> g, View<const int> block_start,
                                  View<double> x) {
  Load(Q, g, block_start, x);
  bool at_minimum = false;  // of the face
  bool alone = false;       // entries enter one at a time
  double before = kInfinity;
  const int max_steps = kMaxStepsPerVariable * (n_ + blocks_);
  for (int k = 0;; ++k) {
    EvaluateSlopes();
    const double residual = Residual();
    const SimplexQpOutcome outcome{residual <= kConverged, k, residual};
    if (residual <= kSlopeRounding || residual == kInfinity || k == max_steps) return outcome;
    int entering = at_minimum ? Enter(alone) : 0;
    const bool face_changes = !at_minimum || entering > 0;
    // If no entry enters at the minimum of a face, only rounding errors are left, which one or two steps
    // reduce.
    if (!face_changes && !(residual < 0.5 * before)) return outcome;
    before = face_changes ? kInfinity : residual;
    for (int dropped = -1; dropped != 0; entering -= std::max(dropped, 0)) {
      ChooseUnknowns();
      BuildReduced();
      Factor();
      if (!FindStep()) return outcome;
      dropped = RejectNegativeSteps();
    }
    // On a singular face rounding errors may reject all of several entries; the sign of a single one is safe.
    const bool rejected = at_minimum && face_changes && entering == 0;
    if (rejected && alone) return outcome;
    alone = rejected;
    if (!rejected) at_minimum = Advance();
  }
}

void SimplexQp::Load(View<const double> Q, View<const double> g, View<const int> block_start,
                     View<double> x) {
  n_ = x.size();
  blocks_ = block_start.size() - 1;
  Reserve(n_, blocks_);
  Q_ = Q.data();
  g_ = g.data();
  x_ = x.data();
  for (int b = 0; b < blocks_; ++b) {
    Block& block = block_[b];
    block.first = block_start[b];
    block.end = block_start[b + 1];
    // A solution used as a guess must not lose an entry because of rounding errors in its sum.
    const int size = block.end - block.first;
    const View<double> entries(x_ + block.first, size);
    const double rounding = 1e-15 * size;
    if (!IsInSimplex(entries, rounding)) ProjectOntoSimplex(entries);
    double sum = 0.0;
    for (int i = block.first; i < block.end; ++i) sum += x_[i], free_[i] = x_[i] > 0.0;
    block.slack = 1.0 - sum > rounding ? 1.0 - sum : 0.0;
    block.open = block.slack > 0.0;
  }
}

void SimplexQp::EvaluateSlopes() {
  for (int i = 0; i < n_; ++i) y_[i] = g_[i], size_[i] = std::abs(g_[i]);
  for (int j = 0; j < n_; ++j) {
    const double x = x_[j];
    if (x == 0.0) continue;
    const double* column = Q_ + static_cast<size_t>(j) * n_;
    for (int i = 0; i < n_; ++i) {
      const double term = column[i] * x;
      y_[i] += term;
      size_[i] += std::abs(term);
    }
  }
}

/// Also sets the multipliers and scales of the blocks.
double SimplexQp::Residual() {
  double residual = 0.0;
  for (int b = 0; b < blocks_; ++b) {
    Block& block = block_[b];
    double mean = 0.0, scale = 0.0;
    for (int i = block.first; i < block.end; ++i) {
      mean += x_[i] * y_[i];
      scale = std::max({scale, size_[i], kNoWeight * Q_[i + static_cast<size_t>(i) * n_]});
    }
    block.scale = scale;
    block.multiplier = block.slack > 0.0 ? 0.0 : mean;
    double worst = block.multiplier;  // residual of a zero slack
    for (int i = block.first; i < block.end; ++i) {
      const double above = y_[i] - block.multiplier;
      worst = std::max(worst, x_[i] > 0.0 ? std::abs(above) : -above);
      if (!std::isfinite(size_[i])) return kInfinity;
    }
    if (worst > 0.0) residual = std::max(residual, worst / scale);
  }
  return residual;
}

/// Frees the entry with the steepest descent of every block, or of the steepest block only. Returns the
/// number of freed entries.
int SimplexQp::Enter(bool alone) {
  int entering = 0;
  const Block* const only = alone ? SteepestBlock() : nullptr;
  for (int b = 0; b < blocks_; ++b) {
    Block& block = block_[b];
    if (alone && &block != only) continue;
    const double level = block.multiplier - kSlopeRounding * block.scale;
    double lowest = level;
    int best = -1;
    for (int i = block.first; i < block.end; ++i)
      if (!free_[i] && y_[i] < lowest) lowest = y_[i], best = i;
    if (!block.open && 0.0 < lowest) {
      block.open = true;
      ++entering;
    } else if (best >= 0) {
      free_[best] = true;
      ++entering;
      if (!alone) entering += EnterBeside(best, block, level);
    }
  }
  return entering;
}

/// The block with the steepest descent, relative to its scale.
const SimplexQp::Block* SimplexQp::SteepestBlock() const {
  const Block* steepest = nullptr;
  double largest = 0.0;
  for (int b = 0; b < blocks_; ++b) {
    const Block& block = block_[b];
    double lowest = block.open ? block.multiplier : std::min(block.multiplier, 0.0);
    for (int i = block.first; i < block.end; ++i)
      if (!free_[i]) lowest = std::min(lowest, y_[i]);
    const double fall = (block.multiplier - lowest) / block.scale;
    if (fall > largest) largest = fall, steepest = &block;
  }
  return steepest;
}

/// Frees the other entries of a block that still have descent after `best` has moved to its own minimum, if
/// that leaves room for them. If the diagonal outweighs the coupling, these are all entries with descent.
int SimplexQp::EnterBeside(int best, const Block& block, double level) {
  const double* column = Q_ + static_cast<size_t>(best) * n_;
  const double fall = block.multiplier - y_[best];
  if (!(fall < kLeavesRoom * column[best])) return 0;
  const double step = fall / column[best];
  int entering = 0;
  for (int i = block.first; i < block.end; ++i)
    if (!free_[i] && y_[i] + step * column[i] < level) free_[i] = true, ++entering;
  return entering;
}

void SimplexQp::ChooseUnknowns() {
  int count = 0;
  for (int b = 0; b < blocks_; ++b) {
    Block& block = block_[b];
    block.reference = -1;
    if (!block.open)
      for (int i = block.first; i < block.end; ++i)
        if (free_[i] && (block.reference < 0 || x_[i] > x_[block.reference])) block.reference = i;
    for (int i = block.first; i < block.end; ++i)
      if (free_[i] && i != block.reference) {
        unknown_[count] = i;
        base_[count++] = block.reference;
      }
  }
  unknowns_ = count;
}

void SimplexQp::BuildReduced() {
  const int m = unknowns_;
  stride_ = padded::Size(m + 1);
  for (int c = 0; c < m; ++c) {
    const int j = unknown_[c], r = base_[c];
    const double* column = Q_ + static_cast<size_t>(j) * n_;
    double size = column[j], slope = y_[j], slope_size = std::abs(slope);
    if (r >= 0) {
      const double* reference = Q_ + static_cast<size_t>(r) * n_;
      for (int i = 0; i < n_; ++i) column_[i] = column[i] - reference[i];
      size += reference[r];
      slope -= y_[r];
      slope_size += std::abs(y_[r]);
      column = column_.data();
    }
    double* out = reduced_.data() + static_cast<size_t>(c) * stride_;
    for (int i = FirstOfPack(c); i < c; ++i) out[i] = 0.0;  // old values could grow from call to call
    for (int i = c; i < m; ++i) {
      out[i] = column[unknown_[i]];
      if (base_[i] >= 0) out[i] -= column[base_[i]];
    }
    out[c] += kProximal * (size + slope_size) + kFlatPivot;
    out[m] = -slope;
    min_pivot_[c] = 0.1 * kProximal * (size + slope_size) + kFlatPivot;
    for (int i = m + 1; i < stride_; ++i) out[i] = 0.0;
  }
}

/// Cholesky, column by column. The last row becomes L⁻¹ times the right-hand side. Entries of packs above the
/// diagonal are undefined.
void SimplexQp::Factor() {
  constexpr int kPacks = 4;
  const int m = unknowns_;
  for (int j = 0; j < m; ++j) {
    double* column = reduced_.data() + static_cast<size_t>(j) * stride_;
    int row = FirstOfPack(j);
    for (; row + kPacks * Pack::kLanes <= stride_; row += kPacks * Pack::kLanes)
      SubtractColumns<kPacks>(reduced_.data(), stride_, j, row, column);
    for (; row < stride_; row += Pack::kLanes) SubtractColumns<1>(reduced_.data(), stride_, j, row, column);
    const double inverse = 1.0 / std::sqrt(std::max(column[j], min_pivot_[j]));
    inverse_pivot_[j] = inverse;
    for (int i = j + 1; i <= m; ++i) column[i] *= inverse;
  }
}

/// Back-substitution. False if the step is not finite.
bool SimplexQp::FindStep() {
  const int m = unknowns_;
  std::fill(step_.begin(), step_.begin() + n_, 0.0);
  for (int b = 0; b < blocks_; ++b) block_[b].slack_step = 0.0;
  for (int j = m - 1; j >= 0; --j) {
    const double* column = reduced_.data() + static_cast<size_t>(j) * stride_;
    double sum = column[m];
    for (int i = j + 1; i < m; ++i) sum -= column[i] * solution_[i];
    solution_[j] = sum * inverse_pivot_[j];
    step_[unknown_[j]] = solution_[j];
  }
  bool finite = true;
  for (int b = 0; b < blocks_; ++b) {
    Block& block = block_[b];
    double sum = 0.0;
    for (int i = block.first; i < block.end; ++i) sum += step_[i];
    if (block.open)
      block.slack_step = -sum;
    else
      step_[block.reference] = -sum;
    finite = finite && std::isfinite(sum);
  }
  return finite;
}

/// Removes entries at zero that the step would make negative. Returns their number.
int SimplexQp::RejectNegativeSteps() {
  int dropped = 0;
  for (int b = 0; b < blocks_; ++b) {
    Block& block = block_[b];
    for (int i = block.first; i < block.end; ++i)
      if (free_[i] && x_[i] == 0.0 && !(step_[i] > 0.0)) free_[i] = false, ++dropped;
    if (block.open && block.slack == 0.0 && !(block.slack_step > 0.0)) block.open = false, ++dropped;
  }
  return dropped;
}

/// The largest step fraction, at most `length`, that keeps all entries and slacks nonnegative.
double SimplexQp::LongestStep(double length) const {
  for (int b = 0; b < blocks_; ++b) {
    const Block& block = block_[b];
    for (int i = block.first; i < block.end; ++i)
      if (x_[i] + length * step_[i] < 0.0) length = x_[i] / -step_[i];
    if (block.slack + length * block.slack_step < 0.0) length = block.slack / -block.slack_step;
  }
  return length;
}

/// True after a full step: then x is the minimum of its face. Where entries become zero before, the others go
/// on to the minimum of their line, so that many may leave without a factorisation.
bool SimplexQp::Advance() {
  double limit = 1.0, length = LongestStep(limit);
  Move(length);
  if (length == limit) return true;
  while (length < limit) {
    Bend();
    EvaluateSlopes();
    limit = LineMinimum();
    length = LongestStep(limit);
    Move(length);
  }
  return false;
}

void SimplexQp::Move(double length) {
  for (int b = 0; b < blocks_; ++b) {
    Block& block = block_[b];
    double others = 0.0;
    for (int i = block.first; i < block.end; ++i) {
      if (!free_[i]) continue;
      const double moved = x_[i] + length * step_[i];
      free_[i] = moved > kGone * x_[i];
      x_[i] = free_[i] ? moved : 0.0;
      if (i != block.reference) others += x_[i];
    }
    if (block.open) {
      const double moved = block.slack + length * block.slack_step;
      block.open = moved > kGone * block.slack;
      block.slack = block.open ? moved : 0.0;
    } else if (block.reference >= 0 && free_[block.reference]) {
      x_[block.reference] = 1.0 - others;
    }
  }
}

/// Sets the step of entries that have left to zero. In a block whose slack or reference has left, all
/// entries stop.
void SimplexQp::Bend() {
  for (int b = 0; b < blocks_; ++b) {
    Block& block = block_[b];
    const bool stops = !block.open && (block.reference < 0 || !free_[block.reference]);
    double sum = 0.0;
    for (int i = block.first; i < block.end; ++i) {
      if (stops || !free_[i]) step_[i] = 0.0;
      if (i != block.reference) sum += step_[i];
    }
    block.slack_step = block.open ? -sum : 0.0;
    if (stops)
      block.reference = -1;
    else if (!block.open)
      step_[block.reference] = -sum;
  }
}

/// The fraction of the step to the minimum on its line; 0 without descent.
double SimplexQp::LineMinimum() {
  std::fill_n(column_.begin(), n_, 0.0);  // Q times the step
  for (int j = 0; j < n_; ++j)
    if (step_[j] != 0.0) padded::AddMultiple(n_, step_[j], Q_ + static_cast<size_t>(j) * n_, column_.data());
  const double slope = std::inner_product(step_.begin(), step_.begin() + n_, y_.begin(), 0.0);
  const double curvature = std::inner_product(step_.begin(), step_.begin() + n_, column_.begin(), 0.0);
  return slope < 0.0 && curvature > 0.0 ? -slope / curvature : 0.0;
}

}  // namespace slipstick::solvers
