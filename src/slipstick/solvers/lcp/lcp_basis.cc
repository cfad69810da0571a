#include "slipstick/solvers/lcp/lcp_basis.h"

#include <algorithm>
#include <cmath>

#include "slipstick/solvers/linear/padded_vectors.h"

namespace slipstick::solvers {

using padded::AddMultiple;

void LcpBasis::Reserve(int n) {
  const int stride = padded::Size(n + 1);
  if (static_cast<int>(u_.size()) >= stride) return;
  columns_.resize(static_cast<size_t>(stride) * stride);
  inverse_.resize(static_cast<size_t>(stride) * stride);
  for (std::vector<double>* v :
       {&u_, &tie_u_, &row_, &error_, &value.y, &value.w, &tie.y, &tie.w, &direction.y, &direction.w})
    v->resize(stride);
  for (std::vector<int>* v :
       {&first_, &last_, &variables_, &rows_, &place_of_variable_, &place_of_row_, &swaps_})
    v->resize(stride);
}

void LcpBasis::Resize(int n) {
  Reserve(n);
  n_ = n;
  stride_ = padded::Size(n + 1);
  std::fill_n(tie_u_.begin(), stride_, 0.0);  // removes that of the previous problem
  Clear();
}

void LcpBasis::Clear() {
  k_ = 0;
  std::fill_n(place_of_variable_.begin(), n_ + 1, -1);
  std::fill_n(place_of_row_.begin(), n_, -1);
  for (BasicValues* values : {&value, &tie, &direction}) {
    std::fill_n(values->y.begin(), stride_, 0.0);
    std::fill_n(values->w.begin(), stride_, 0.0);
  }
  std::copy_n(u_.begin(), n_, value.w.begin());
}

void LcpBasis::ColumnChanged(int variable) {
  const double* entries = column(variable);
  int first = 0, last = n_;
  while (first < last && entries[first] == 0.0) ++first;
  while (first < last && entries[last - 1] == 0.0) --last;
  first_[variable] = first;
  last_[variable] = last;
}

bool LcpBasis::IsBasic(int variable) const {
  return IsW(variable) ? place_of_row_[Complement(variable)] < 0 : place_of_variable_[variable] >= 0;
}

double LcpBasis::ValueIn(const BasicValues& values, int variable) const {
  return IsW(variable) ? values.w[Complement(variable)] : values.y[place_of_variable_[variable]];
}

void LcpBasis::TieChanged() { RightSideOf(tie, tie_u_.data()); }

void LcpBasis::CoverBy(const BasicValues& change) {
  // w = d z0 + ...: with y changing by `change`, d is the remainder of the equations.
  RightSideOf(change, column(cover()));
  ColumnChanged(cover());
}

/// The u for which the basis has these values.
void LcpBasis::RightSideOf(const BasicValues& values, double* u) const {
  std::copy_n(values.w.begin(), n_, u);
  for (int s = 0; s < k_; ++s) AddMultiple(n_, -values.y[s], column(variables_[s]), u);
}

bool LcpBasis::FindDirection(int entering) {
  if (!IsW(entering)) return Respond(column(entering), direction);
  // w_i moves to the other side: the response of the basis to -1 in its equation.
  const int equation = Complement(entering);
  std::fill_n(error_.begin(), stride_, 0.0);
  error_[equation] = -1.0;
  return Respond(error_.data(), direction);
}

bool LcpBasis::FindValues() {
  const bool accurate = Respond(u_.data(), value);
  return Respond(tie_u_.data(), tie) && accurate;
}

/// The change of the basic variables as `change` is added to u, with iterative refinement. False if it is
/// inaccurate because of rounding errors in K⁻¹.
bool LcpBasis::Respond(const double* change, BasicValues& out) {
  constexpr double kRefined = 1e-13, kMaxError = 1e-9;  // relative errors: no refinement below, failure above
  std::fill_n(out.y.begin(), stride_, 0.0);
  const int length = padded::Size(k_);
  double largest = 0.0;
  for (int s = 0; s < k_; ++s) {
    const double c = change[rows_[s]];
    if (c == 0.0) continue;
    AddMultiple(length, -c, inverse(s), out.y.data());
    largest = std::max(largest, std::abs(c));
  }
  for (int s = 0; s < k_; ++s) largest = std::max(largest, std::abs(out.y[s]));
  ApplyColumns(change, out);
  double error = LargestError(out);
  for (int round = 0; round < 2 && error > kRefined * largest; ++round) {
    for (int s = 0; s < k_; ++s) row_[s] = out.w[rows_[s]];
    for (int s = 0; s < k_; ++s) AddMultiple(length, -row_[s], inverse(s), out.y.data());
    ApplyColumns(change, out);
    error = LargestError(out);
  }
  for (int s = 0; s < k_; ++s) out.w[rows_[s]] = 0.0;
  return error <= kMaxError * largest;
}

/// w = change + [R d](:, Y) y.
void LcpBasis::ApplyColumns(const double* change, BasicValues& out) const {
  std::copy_n(change, n_, out.w.begin());
  constexpr int kTogether = 4;  // so that w is loaded once for all of them
  double* __restrict w = out.w.data();
  int s = 0;
  for (; s + kTogether <= k_; s += kTogether) {
    const int* j = variables_.data() + s;
    const double* y = out.y.data() + s;
    const double* __restrict c0 = column(j[0]);
    const double* __restrict c1 = column(j[1]);
    const double* __restrict c2 = column(j[2]);
    const double* __restrict c3 = column(j[3]);
    const double y0 = y[0], y1 = y[1], y2 = y[2], y3 = y[3];
    const int first = std::min({first_[j[0]], first_[j[1]], first_[j[2]], first_[j[3]]}),
              last = std::max({last_[j[0]], last_[j[1]], last_[j[2]], last_[j[3]]});
    for (int i = first; i < last; ++i) w[i] = w[i] + y0 * c0[i] + y1 * c1[i] + y2 * c2[i] + y3 * c3[i];
  }
  for (; s < k_; ++s) {
    const int j = variables_[s], first = first_[j];
    AddMultiple(last_[j] - first, out.y[s], column(j) + first, w + first);
  }
}

/// The largest |w| that is not basic, which should be zero.
double LcpBasis::LargestError(const BasicValues& values) const {
  double largest = 0.0;
  for (int s = 0; s < k_; ++s) largest = std::max(largest, std::abs(values.w[rows_[s]]));
  return largest;
}

void LcpBasis::Pivot(int entering, int leaving) {
  if (IsW(entering)) {
    IsW(leaving) ? ReplaceRow(entering, leaving) : Shrink(entering, leaving);
  } else {
    IsW(leaving) ? Grow(entering, leaving) : ReplaceColumn(entering, leaving);
  }
}

/// row := [R d](equation, Y) K⁻¹.
void LcpBasis::FindRowTimesInverse(int equation) {
  const int length = padded::Size(k_);
  std::fill_n(error_.begin(), length, 0.0);
  for (int s = 0; s < k_; ++s) error_[s] = column(variables_[s])[equation];
  for (int s = 0; s < k_; ++s) row_[s] = padded::Dot(length, error_.data(), inverse(s));
}

/// K⁻¹ += scale direction.y rowᵀ.
void LcpBasis::AddToInverse(double scale) {
  const int length = padded::Size(k_);
  for (int s = 0; s < k_; ++s)
    if (row_[s] != 0.0) AddMultiple(length, scale * row_[s], direction.y.data(), inverse(s));
}

/// A z replaces a w: K gains a column and a row.
void LcpBasis::Grow(int entering, int leaving) {
  const int equation = Complement(leaving);
  const double pivot = direction.w[equation];
  FindRowTimesInverse(equation);
  AddToInverse(-1.0 / pivot);
  for (int s = 0; s < k_; ++s) inverse(s)[k_] = -row_[s] / pivot;
  double* added = inverse(k_);
  std::fill_n(added, stride_, 0.0);
  for (int s = 0; s < k_; ++s) added[s] = direction.y[s] / pivot;
  added[k_] = 1.0 / pivot;
  for (BasicValues* values : {&value, &tie}) {
    const double step = -values->w[equation] / pivot;
    Advance(*values, step);
    values->w[equation] = 0.0;
    values->y[k_] = step;
  }
  variables_[k_] = entering;
  rows_[k_] = equation;
  place_of_variable_[entering] = place_of_row_[equation] = k_;
  ++k_;
}

/// A z replaces another z: K exchanges a column.
void LcpBasis::ReplaceColumn(int entering, int leaving) {
  const int place = place_of_variable_[leaving];
  const double pivot = direction.y[place];
  for (int s = 0; s < k_; ++s) row_[s] = inverse(s)[place];
  AddToInverse(-1.0 / pivot);
  for (int s = 0; s < k_; ++s) inverse(s)[place] = -row_[s] / pivot;
  for (BasicValues* values : {&value, &tie}) {
    const double step = -values->y[place] / pivot;
    Advance(*values, step);
    values->y[place] = step;
  }
  variables_[place] = entering;
  place_of_variable_[leaving] = -1;
  place_of_variable_[entering] = place;
}

/// A w replaces another w: K exchanges a row.
void LcpBasis::ReplaceRow(int entering, int leaving) {
  const int in = Complement(entering), out = Complement(leaving);
  const int place = place_of_row_[in];
  const double pivot = direction.w[out];
  FindRowTimesInverse(out);
  row_[place] = 0.0;
  AddToInverse(-1.0 / pivot);
  double* column = inverse(place);
  for (int s = 0; s < k_; ++s) column[s] = direction.y[s] / pivot;
  for (BasicValues* values : {&value, &tie}) {
    const double step = -values->w[out] / pivot;
    Advance(*values, step);
    values->w[out] = 0.0;
    values->w[in] = step;
  }
  rows_[place] = out;
  place_of_row_[in] = -1;
  place_of_row_[out] = place;
}

/// A w replaces a z: K loses a column and a row; the last ones move to their positions.
void LcpBasis::Shrink(int entering, int leaving) {
  const int equation = Complement(entering);
  const int row_place = place_of_row_[equation], place = place_of_variable_[leaving], last = k_ - 1;
  const double pivot = direction.y[place];
  for (int s = 0; s < k_; ++s) row_[s] = inverse(s)[place];
  row_[row_place] = 0.0;  // is removed
  AddToInverse(-1.0 / pivot);
  if (row_place != last) std::copy_n(inverse(last), stride_, inverse(row_place));
  for (int s = 0; s < last; ++s) {
    double* column = inverse(s);
    column[place] = column[last];
    column[last] = 0.0;
  }
  for (BasicValues* values : {&value, &tie}) {
    const double step = -values->y[place] / pivot;
    Advance(*values, step);
    values->y[place] = values->y[last];
    values->y[last] = 0.0;
    values->w[equation] = step;
  }
  place_of_row_[rows_[last]] = row_place;
  rows_[row_place] = rows_[last];
  place_of_row_[equation] = -1;
  place_of_variable_[variables_[last]] = place;
  variables_[place] = variables_[last];
  place_of_variable_[leaving] = -1;
  k_ = last;
}

/// Moves the values along the direction.
void LcpBasis::Advance(BasicValues& values, double step) const {
  AddMultiple(padded::Size(k_), step, direction.y.data(), values.y.data());
  AddMultiple(n_, step, direction.w.data(), values.w.data());
}

bool LcpBasis::Refactor() {
  for (int s = 0; s < k_; ++s) {
    double* entries = inverse(s);
    std::fill_n(entries, stride_, 0.0);
    const double* from = column(variables_[s]);
    for (int i = 0; i < k_; ++i) entries[i] = from[rows_[i]];
  }
  return Invert();
}

/// K := K⁻¹ in place, by Gauss-Jordan elimination with partial pivoting.
bool LcpBasis::Invert() {
  const int length = padded::Size(k_);
  for (int p = 0; p < k_; ++p) {
    double* pivot_column = inverse(p);
    int best = p;
    for (int i = p + 1; i < k_; ++i)
      if (std::abs(pivot_column[i]) > std::abs(pivot_column[best])) best = i;
    const double pivot = pivot_column[best];
    if (!(std::abs(pivot) > 1e-13)) return false;  // entries of R are scaled to 1
    swaps_[p] = best;
    if (best != p)
      for (int s = 0; s < k_; ++s) std::swap(inverse(s)[p], inverse(s)[best]);
    pivot_column[p] = 0.0;
    for (int i = 0; i < k_; ++i) error_[i] = -pivot_column[i] / pivot;
    std::fill_n(error_.begin() + k_, length - k_, 0.0);
    for (int s = 0; s < k_; ++s) {
      if (s == p) continue;
      double* entries = inverse(s);
      const double factor = entries[p];
      if (factor == 0.0) continue;
      AddMultiple(length, factor, error_.data(), entries);
      entries[p] = factor / pivot;
    }
    std::copy_n(error_.begin(), k_, pivot_column);
    pivot_column[p] = 1.0 / pivot;
  }
  for (int p = k_ - 1; p >= 0; --p)
    if (swaps_[p] != p) std::swap_ranges(inverse(p), inverse(p) + length, inverse(swaps_[p]));
  return true;
}

}  // namespace slipstick::solvers
