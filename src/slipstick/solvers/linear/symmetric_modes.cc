#include "slipstick/solvers/linear/symmetric_modes.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace slipstick::solvers {
namespace {

constexpr int kMaxSweeps = 40;   ///< per eigenvalue
constexpr int kUsualSweeps = 4;  ///< per eigenvalue, to reserve memory; the average is two

}  // namespace

void SymmetricModes::Reserve(int n) {
  form_.Reserve(n);
  if (static_cast<int>(d_.size()) >= n) return;
  d_.resize(n), e_.resize(n);
  rotations_.reserve(static_cast<size_t>(kUsualSweeps) * n * n / 2);
}

bool SymmetricModes::Decompose(const double* A, int n) {
  Reserve(n);
  form_.Decompose(A, n);
  std::copy_n(form_.diagonal(), n, d_.begin());
  std::copy_n(form_.off_diagonal(), n, e_.begin());
  return MakeDiagonal();
}

bool SymmetricModes::MakeDiagonal() {
  const int n = size();
  double largest = 0.0, sum = 0.0;
  for (int k = 0; k < n; ++k) {
    const double size = std::abs(d_[k]) + std::abs(e_[k]);
    largest = std::max(largest, size);
    sum += size;
  }
  if (!std::isfinite(sum)) return false;
  const double negligible = std::numeric_limits<double>::epsilon() * largest;
  rotations_.clear();
  for (int first = 0; first < n; ++first) {
    for (int sweeps = 0;; ++sweeps) {
      const int last = EndOfBlock(first, negligible);
      if (last == first) break;
      if (sweeps == kMaxSweeps) return false;
      Sweep(first, last);
    }
  }
  return true;
}

/// The last row that is still coupled with this one.
int SymmetricModes::EndOfBlock(int first, double negligible) const {
  int last = first;
  while (last + 1 < size() && std::abs(e_[last]) > negligible) ++last;
  return last;
}

/// One QL sweep over a block, shifted by an estimate of its first eigenvalue (Wilkinson's).
void SymmetricModes::Sweep(int first, int last) {
  double g = (d_[first + 1] - d_[first]) / (2.0 * e_[first]);
  g = d_[last] - d_[first] + e_[first] / (g + std::copysign(std::sqrt(g * g + 1.0), g));
  double s = 1.0, c = 1.0, p = 0.0;
  for (int i = last - 1; i >= first; --i) {
    const double f = s * e_[i], b = c * e_[i];
    const double r = std::sqrt(f * f + g * g);
    e_[i + 1] = r;
    if (r == 0.0) {  // the block splits here
      d_[i + 1] -= p;
      e_[last] = 0.0;
      return;
    }
    const double inverse = 1.0 / r;
    s = f * inverse;
    c = g * inverse;
    rotations_.push_back({i, c, s});
    g = d_[i + 1] - p;
    const double turned = (d_[i] - g) * s + 2.0 * c * b;
    p = s * turned;
    d_[i + 1] = g + p;
    g = c * turned - b;
  }
  d_[first] -= p;
  e_[first] = g;
  e_[last] = 0.0;
}

void SymmetricModes::ToModes(const Pack* from, Pack* x) const {
  form_.ToBasisOfT(from, x);
  for (const Rotation& r : rotations_) {
    const Pack c(r.c), s(r.s), lower = x[r.i], upper = x[r.i + 1];
    x[r.i + 1] = s * lower + c * upper;
    x[r.i] = c * lower - s * upper;
  }
}

void SymmetricModes::FromModes(Pack* x, Pack* to) const {
  for (auto r = rotations_.rbegin(); r != rotations_.rend(); ++r) {
    const Pack c(r->c), s(r->s), lower = x[r->i], upper = x[r->i + 1];
    x[r->i] = c * lower + s * upper;
    x[r->i + 1] = c * upper - s * lower;
  }
  form_.FromBasisOfT(x, to);
}

}  // namespace slipstick::solvers
