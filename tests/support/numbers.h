// Error measures. A NaN anywhere makes the result NaN, which fails every tolerance: std::max and Eigen's
// maxCoeff would ignore it, and a test of non-finite results would pass.
#pragma once

#include <Eigen/Core>
#include <cmath>
#include <limits>

namespace slipstick::support {

/// The larger of two numbers, or NaN if one of them is NaN.
template <class Real>
Real Larger(Real a, Real b) {
  return a >= b || std::isnan(a) ? a : b;
}
/// The smaller of two numbers, or NaN if one of them is NaN.
template <class Real>
Real Smaller(Real a, Real b) {
  return -Larger(-a, -b);
}

/// Largest absolute entry; 0 if there is none.
template <class A>
double LargestEntry(const Eigen::MatrixBase<A>& a) {
  double largest = 0.0;
  for (Eigen::Index col = 0; col < a.cols(); ++col)
    for (Eigen::Index row = 0; row < a.rows(); ++row) largest = Larger(largest, std::abs(a(row, col)));
  return largest;
}

/// Smallest entry; infinity if there is none.
template <class A>
double SmallestEntry(const Eigen::MatrixBase<A>& a) {
  double smallest = std::numeric_limits<double>::infinity();
  for (Eigen::Index col = 0; col < a.cols(); ++col)
    for (Eigen::Index row = 0; row < a.rows(); ++row) smallest = Smaller(smallest, a(row, col));
  return smallest;
}

/// Largest difference between two entries; NaN also if the sizes differ.
template <class A, class B>
double LargestDifference(const Eigen::MatrixBase<A>& a, const Eigen::MatrixBase<B>& b) {
  if (a.rows() != b.rows() || a.cols() != b.cols()) return std::numeric_limits<double>::quiet_NaN();
  return LargestEntry((a - b).eval());
}

/// Largest difference relative to the largest entry of b, or absolute if b is smaller than 1.
template <class A, class B>
double RelativeError(const Eigen::MatrixBase<A>& a, const Eigen::MatrixBase<B>& b) {
  return LargestDifference(a, b) / Larger(1.0, LargestEntry(b.eval()));
}

}  // namespace slipstick::support
