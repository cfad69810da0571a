#include "slipstick/solvers/cone/coulomb_pyramid.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

namespace slipstick::solvers {
namespace {

constexpr int kPyramidTestSides = 8;
constexpr double kSaxceConverged = 1e-5;  // ten times the relative change at which the iteration stops

/// The impulses on a unit mass on a floor, moving at b.
Eigen::VectorXd StopOnPyramid(const Eigen::Vector3d& b, double mu) {
  const Eigen::MatrixXd W = Eigen::MatrixXd::Identity(3, 3);
  const std::vector<double> mus = {mu}, compliance = {0.0};
  Eigen::VectorXd p = Eigen::VectorXd::Zero(3);
  EXPECT_TRUE(CoulombPyramidSolver(kPyramidTestSides).Solve(W, b, mus, compliance, p).solved);
  return p;
}

TEST(CoulombPyramid, SlippingBlockStaysOnTheFloor) {
  const Eigen::VectorXd p = StopOnPyramid({-1, 2, 0}, 0.5);
  EXPECT_LT((p - Eigen::Vector3d(1, -0.5, 0)).norm(), kSaxceConverged);
}

TEST(CoulombPyramid, BlockSticksBelowTheLimit) {
  const Eigen::VectorXd p = StopOnPyramid({-1, 0.3, -0.2}, 0.5);
  EXPECT_LT((p - Eigen::Vector3d(1, -0.3, 0.2)).norm(), kSaxceConverged);
}

TEST(CoulombPyramid, GaugeIsLargestMidwayBetweenEdges) {
  const CoulombPyramidSolver solver(kPyramidTestSides);
  const double half = std::numbers::pi / kPyramidTestSides;
  EXPECT_DOUBLE_EQ(solver.Gauge(0.7, 0.0), 0.7);
  EXPECT_DOUBLE_EQ(solver.Gauge(0.7 * std::cos(half), 0.7 * std::sin(half)), 0.7 / std::cos(half));
}

}  // namespace
}  // namespace slipstick::solvers
