// Coulomb friction on pyramids at several contacts. Independent of robots and time steps.
//
// The minimum of ½ pᵀ (Q + λ) p + gᵀ p over pyramids makes slipping contacts separate, by mu times their slip
// speed. The term of de Saxcé (coulomb.h) removes that, by fixed-point iteration: the slip of one minimum
// shifts the g of the next. For impacts with several solutions it may cycle.
//
// The pyramid is inscribed in the cone, its first edge above tangent 1 (friction_qp.h).
#pragma once

#include <vector>

#include "slipstick/solvers/cone/friction_qp.h"

namespace slipstick::solvers {

class CoulombPyramidSolver {
 public:
  explicit CoulombPyramidSolver(int sides);

  /// The only function that allocates; Solve calls it if needed.
  void Reserve(int contacts);

  struct Result {
    bool solved;
    int iterations;   ///< of all programs
    double residual;  ///< of the last program, relative to the largest entry of its g
  };
  /// p on entry: initial guess. On exit: the impulses. `compliance`: λ, one number per contact.
  Result Solve(const Eigen::Ref<const Eigen::MatrixXd>& Q, const Eigen::Ref<const Eigen::VectorXd>& g,
               View<const double> mu, View<const double> compliance, Eigen::Ref<Eigen::VectorXd> p);

  /// The mu at which friction (y, z) under a unit normal impulse is at its limit.
  double Gauge(double y, double z) const;

 private:
  double LargestComponent(double y, double z, double first) const;

  int sides_;
  FrictionQp qp_;
  std::vector<double> shifted_g_;
};

}  // namespace slipstick::solvers
