// Errors of numbers, with NaN propagated: a NaN anywhere makes the result NaN, which is below no tolerance.
// std::max and Eigen's maxCoeff may drop it, so that tests of diverged numbers would pass.
#pragma once

#include <Eigen/Core>
#include <cmath>
#include <limits>

namespace slipstick::support {

/// The larger of two numbers, or NaN if one of them is.
template <class Real>
Real Larger(Real a, Real b) {
  return a >= b || std::isnan(a) ? a : b;
}
/// The smaller of two numbers, or NaN if one of them is.
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

/// Largest difference between two entries; NaN also if the sizes differ.
template <class A, class B>
double LargestDifference(const Eigen::MatrixBase<A>& a, const Eigen::MatrixBase<B>& b) {
  if (a.rows() != b.rows() || a.cols() != b.cols()) return std::numeric_limits<double>::quiet_NaN();
  return LargestEntry((a - b).eval());
}

/// Largest difference relative to the largest entry of b, or as it is where b is smaller than 1.
template <class A, class B>
double RelativeError(const Eigen::MatrixBase<A>& a, const Eigen::MatrixBase<B>& b) {
  return LargestDifference(a, b) / Larger(1.0, LargestEntry(b.eval()));
}

}  // namespace slipstick::support
