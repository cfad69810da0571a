// Random quadratic programs over products of simplices, like those of contact: six corners per block in three
// dimensions.
#pragma once

#include <cmath>
#include <numbers>
#include <vector>

#include "slipstick/core/random.h"
#include "slipstick/core/view.h"
#include "support/random_matrices.h"

namespace slipstick::support {

struct SimplexProblem {
  Eigen::MatrixXd Q;
  Eigen::VectorXd g;
  std::vector<int> start;  ///< of blocks

  int size() const { return static_cast<int>(g.size()); }
  int blocks() const { return static_cast<int>(start.size()) - 1; }
  View<const double> entries() const { return {Q.data(), static_cast<int>(Q.size())}; }
  double Cost(const Eigen::VectorXd& x) const { return 0.5 * x.dot(Q * x) + g.dot(x); }
};

inline std::vector<int> EqualBlocks(int blocks, int corners) {
  std::vector<int> start;
  for (int b = 0; b <= blocks; ++b) start.push_back(b * corners);
  return start;
}

/// Corners lie on a cone about the third axis. The inverse inertia of the contacts couples them; beta is
/// added to the diagonal.
inline SimplexProblem RandomContactSimplices(int blocks, double beta, Random& random, int corners = 6) {
  const int m = 3 * blocks, n = corners * blocks;
  const Eigen::MatrixXd B = RandomMatrix(m, random);
  Eigen::MatrixXd V = Eigen::MatrixXd::Zero(m, n);
  for (int b = 0; b < blocks; ++b) {
    const double turn = random.Uniform(0.0, 1.0), bound = random.Uniform(0.1, 3.0);
    for (int k = 0; k < corners; ++k) {
      const double angle = 2.0 * std::numbers::pi / corners * (k + turn);
      V.block<3, 1>(3 * b, corners * b + k) =
          bound * Eigen::Vector3d(0.7 * std::cos(angle), 0.7 * std::sin(angle), 1.0);
    }
  }
  Eigen::VectorXd velocity = RandomVector(m, random);
  for (int b = 0; b < blocks; ++b) velocity[3 * b + 2] -= 1.0;  // mostly approaching
  Eigen::MatrixXd Q = V.transpose() * (B.transpose() * B / m) * V;
  Q.diagonal().array() += beta;
  return {0.5 * (Q + Q.transpose()), V.transpose() * velocity, EqualBlocks(blocks, corners)};
}

}  // namespace slipstick::support
