// Random matrices and vectors.
#pragma once

#include "slipstick/core/eigen.h"
#include "slipstick/core/random.h"

namespace slipstick::support {

inline Eigen::VectorXd RandomVector(int n, Random& random) {
  Eigen::VectorXd x(n);
  for (int k = 0; k < n; ++k) x[k] = random.Uniform(-1.0, 1.0);
  return x;
}

inline Eigen::MatrixXd RandomMatrix(int n, Random& random) {
  Eigen::MatrixXd A(n, n);
  for (int k = 0; k < n; ++k) A.col(k) = RandomVector(n, random);
  return A;
}

/// With a condition number up to about 1e4.
inline Eigen::MatrixXd RandomPositiveDefinite(int n, Random& random) {
  const Eigen::MatrixXd B = RandomMatrix(n, random);
  return B.transpose() * B + 1e-3 * Eigen::MatrixXd::Identity(n, n);
}

}  // namespace slipstick::support
