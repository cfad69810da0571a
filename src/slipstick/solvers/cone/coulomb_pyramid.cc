#include "slipstick/solvers/cone/coulomb_pyramid.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace slipstick::solvers {
namespace {

/// Iterations of the de Saxcé term, and the relative change at which they stop.
constexpr int kMaxSaxceIterations = 20;
constexpr double kSaxceTolerance = 1e-6;

}  // namespace

CoulombPyramidSolver::CoulombPyramidSolver(int sides) : sides_(sides) { qp_.SetPyramidSides(sides); }

void CoulombPyramidSolver::Reserve(int contacts) {
  qp_.Reserve(contacts);
  shifted_g_.reserve(3 * contacts);
}

CoulombPyramidSolver::Result CoulombPyramidSolver::Solve(const Eigen::Ref<const Eigen::MatrixXd>& Q,
                                                         const Eigen::Ref<const Eigen::VectorXd>& g,
                                                         View<const double> mu, View<const double> compliance,
                                                         Eigen::Ref<Eigen::VectorXd> p) {
  Result result{};
  shifted_g_.assign(g.begin(), g.end());
  const Eigen::Map<const Eigen::VectorXd> shifted_g(shifted_g_.data(), g.size());
  for (int k = 0; k < kMaxSaxceIterations; ++k) {
    const QpResult program = qp_.Solve(Q, shifted_g, mu, FrictionSet::kPyramid, p, compliance);
    result.iterations += program.iterations;
    if (!program.solved) return result;
    double change = 0.0;
    for (int c = 0; c < mu.size(); ++c) {
      const auto slip = [&](int i) { return g[i] + Q.col(i).dot(p) + compliance[c] * p[i]; };
      const double shift = mu[c] * LargestComponent(slip(3 * c + 1), slip(3 * c + 2), 0.0);
      const double shifted = g[3 * c] + shift;
      change = std::max(change, std::abs(shifted - shifted_g_[3 * c]));
      shifted_g_[3 * c] = shifted;
    }
    const double largest = shifted_g.lpNorm<Eigen::Infinity>();
    if (change > kSaxceTolerance * largest) continue;
    result.solved = true;
    result.residual = largest > 0.0 ? program.residual / largest : 0.0;
    return result;
  }
  return result;
}

double CoulombPyramidSolver::Gauge(double y, double z) const {
  const double half = std::numbers::pi / sides_;
  return LargestComponent(y, z, half) / std::cos(half);
}

/// Of (y, z), along as many directions as sides, the first one at angle `first`. With first = 0 they are
/// those of the edges.
double CoulombPyramidSolver::LargestComponent(double y, double z, double first) const {
  double largest = 0.0;
  for (int i = 0; i < sides_; ++i) {
    const double angle = first + 2.0 * std::numbers::pi * i / sides_;
    largest = std::max(largest, y * std::cos(angle) + z * std::sin(angle));
  }
  return largest;
}

}  // namespace slipstick::solvers
