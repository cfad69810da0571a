// Derivatives by central differences, independent of analytic formulas.
#pragma once

#include <Eigen/Core>

namespace slipstick::support {

/// (f(h) - f(-h)) / 2h leaves h² = 1e-10 of the third derivative and 1e-16 / h = 1e-11 of rounding.
inline constexpr double kStep = 1e-5;
inline constexpr double kDifferenceTolerance = 1e-9;

/// Derivative of f(e) at e = 0 along d.
template <class F>
Eigen::VectorXd DifferenceAlong(const Eigen::VectorXd& d, F f) {
  const Eigen::VectorXd ahead = f(kStep * d), behind = f(-kStep * d);
  return (ahead - behind) / (2 * kStep);
}

/// Columns: the derivatives of f(e) at e = 0 along each of the n entries of e.
template <class F>
Eigen::MatrixXd DifferencesAlongAll(int n, F f) {
  Eigen::MatrixXd columns(DifferenceAlong(Eigen::VectorXd::Zero(n), f).size(), n);
  for (int k = 0; k < n; ++k) columns.col(k) = DifferenceAlong(Eigen::VectorXd::Unit(n, k), f);
  return columns;
}

}  // namespace slipstick::support
