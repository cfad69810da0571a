// A dense convex quadratic program:
//
//   minimise  ½ xᵀ H x + gᵀ x   subject to  A x = b  and  lower <= C x <= upper
#pragma once

#include <vector>

#include "slipstick/core/eigen.h"

namespace slipstick::solvers {

using RowMatrixXd = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Only the lower half of H is read; it must be positive definite. Bounds may be infinite. Rows need no
/// scaling.
class QpProblem {
 public:
  /// Sets all entries to zero and all bounds to infinity. Allocates only if a size exceeds all earlier ones.
  void Resize(int variables, int equalities, int inequalities);

  int variables() const { return variables_; }
  int equalities() const { return equalities_; }
  int inequalities() const { return inequalities_; }

  // Views that Resize invalidates.
  using Matrix = Eigen::Map<Eigen::MatrixXd>;
  using ConstMatrix = Eigen::Map<const Eigen::MatrixXd>;
  using Rows = Eigen::Map<RowMatrixXd>;
  using ConstRows = Eigen::Map<const RowMatrixXd>;
  using Vector = Eigen::Map<Eigen::VectorXd>;
  using ConstVector = Eigen::Map<const Eigen::VectorXd>;
  Matrix H() { return {H_.data(), variables_, variables_}; }
  ConstMatrix H() const { return {H_.data(), variables_, variables_}; }
  Vector g() { return {g_.data(), variables_}; }
  ConstVector g() const { return {g_.data(), variables_}; }
  Rows A() { return {A_.data(), equalities_, variables_}; }
  ConstRows A() const { return {A_.data(), equalities_, variables_}; }
  Vector b() { return {b_.data(), equalities_}; }
  ConstVector b() const { return {b_.data(), equalities_}; }
  Rows C() { return {C_.data(), inequalities_, variables_}; }
  ConstRows C() const { return {C_.data(), inequalities_, variables_}; }
  Vector lower() { return {lower_.data(), inequalities_}; }
  ConstVector lower() const { return {lower_.data(), inequalities_}; }
  Vector upper() { return {upper_.data(), inequalities_}; }
  ConstVector upper() const { return {upper_.data(), inequalities_}; }

 private:
  int variables_ = 0, equalities_ = 0, inequalities_ = 0;
  std::vector<double> H_, g_, A_, b_, C_, lower_, upper_;
};

}  // namespace slipstick::solvers
