#include "slipstick/control/followers/force_distribution.h"

#include <Eigen/Geometry>
#include <cmath>

namespace slipstick::control {

using Eigen::MatrixXd;
using Eigen::Ref;
using Eigen::Vector3d;
using Eigen::VectorXd;

void ForceDistributionOptions::Visit(FieldVisitor& visit) {
  visit.Number("friction", friction, {0.0, 10.0}, "", "friction coefficient of the pyramids");
  visit.Number("min_normal", min_normal, {0.0, 1e6}, "N", "least normal force of a stance foot");
  visit.Number("moment_weight", moment_weight, {1e-6, 1e6}, "1/m", "cost of 1 N m of error relative to 1 N");
  visit.Number("regularization", regularization, {1e-12, 1.0}, "", "weight of an even load distribution");
}

namespace {

/// Edges of the pyramid whose base is the square inscribed in the circle of radius mu.
std::array<Vector3d, 4> PyramidEdges(const Vector3d& n, double mu) {
  const Vector3d aside = std::abs(n.x()) < 0.9 ? Vector3d::UnitX() : Vector3d::UnitY();
  const Vector3d t1 = (aside - aside.dot(n) * n).normalized(), t2 = n.cross(t1);
  const double half = mu / std::sqrt(2.0);
  return {n + half * (t1 + t2), n + half * (t1 - t2), n - half * (t1 + t2), n - half * (t1 - t2)};
}

}  // namespace

ForceDistribution::ForceDistribution(int rows, int max_contacts, const ForceDistributionOptions& options,
                                     const Vector3d& normal)
    : options_(options),
      normal_(normal),
      edges_(PyramidEdges(normal, options.friction)),
      qp_(4 * max_contacts),
      AG_(rows, 4 * max_contacts),
      H_(4 * max_contacts, 4 * max_contacts),
      b_(rows),
      g_(4 * max_contacts),
      rho_(4 * max_contacts) {
  CheckFields(options, "force distribution");
}

double ForceDistribution::Solve(const Ref<const MatrixXd>& A, const Ref<const VectorXd>& b,
                                const Ref<const VectorXd>& weights, Ref<VectorXd> f) {
  const int rows = static_cast<int>(A.rows()), contacts = static_cast<int>(A.cols()) / 3, n = 4 * contacts;
  auto AG = AG_.topLeftCorner(rows, n);
  auto H = H_.topLeftCorner(n, n);
  auto rho = rho_.head(n);
  auto rest = b_.head(rows);

  rest = b;
  for (int c = 0; c < contacts; ++c) {
    f.segment<3>(3 * c) = options_.min_normal * normal_;
    for (int k = 0; k < 4; ++k) AG.col(4 * c + k).noalias() = A.middleCols<3>(3 * c).lazyProduct(edges_[k]);
    rest -= A.middleCols<3>(3 * c).lazyProduct(f.segment<3>(3 * c));
  }
  rest.array() *= weights.array();
  for (int i = 0; i < rows; ++i) AG.row(i) *= weights[i];

  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) H(i, j) = AG.col(i).dot(AG.col(j));
  if (n > 0) H.diagonal().array() += options_.regularization * H.trace() / n;
  for (int i = 0; i < n; ++i) g_[i] = AG.col(i).dot(rest);
  qp_.Solve(H, g_.head(n), rho);  // always feasible; the residual measures its quality

  for (int c = 0; c < contacts; ++c)
    for (int k = 0; k < 4; ++k) f.segment<3>(3 * c) += rho[4 * c + k] * edges_[k];
  for (int i = 0; i < n; ++i) rest -= rho[i] * AG.col(i);
  return rest.norm();
}

}  // namespace slipstick::control
