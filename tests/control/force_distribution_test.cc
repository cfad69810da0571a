// Distributed contact forces are compressive, stay within the friction pyramid, and produce the desired
// wrench if it is feasible.
#include "slipstick/control/followers/force_distribution.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "slipstick/core/error.h"
#include "slipstick/core/random.h"
#include "support/random_matrices.h"
#include "support/tolerances.h"

namespace slipstick::control {

using namespace support;
namespace {

using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

/// Rows of force and moment about the origin for contacts at p.
MatrixXd WrenchMap(const std::vector<Vector3d>& p) {
  MatrixXd A(6, 3 * p.size());
  for (size_t c = 0; c < p.size(); ++c)
    for (int axis = 0; axis < 3; ++axis) {
      const Vector3d unit = Vector3d::Unit(axis);
      A.col(3 * c + axis) << unit, p[c].cross(unit);
    }
  return A;
}

const std::vector<Vector3d> kFeet{
    {0.2, 0.15, -0.2}, {0.2, -0.15, -0.2}, {-0.2, 0.15, -0.2}, {-0.2, -0.15, -0.2}};

void ExpectWithinCone(const VectorXd& f, double mu) {
  for (int c = 0; c < f.size() / 3; ++c) {
    const Vector3d force = f.segment<3>(3 * c);
    EXPECT_GE(force.z(), 0.0);
    EXPECT_LE(force.head<2>().norm(), mu * force.z() + 1e-9);
  }
}

TEST(ForceDistribution, ProducesEveryWrenchThatTheFrictionPyramidsAllow) {
  Random random(2);
  const ForceDistributionOptions options;
  ForceDistribution distribution(6, 4, options);
  const MatrixXd A = WrenchMap(kFeet);
  const VectorXd weights = VectorXd::Ones(6);
  for (int trial = 0; trial < 100; ++trial) {
    VectorXd possible = VectorXd::Zero(12), f(12);
    for (int c = 0; c < 4; ++c)
      for (const Vector3d& edge : distribution.edges())
        possible.segment<3>(3 * c) += random.Uniform(0.0, 5.0) * edge;
    const VectorXd desired = A * possible;
    const double residual = distribution.Solve(A, desired, weights, f);
    ExpectWithinCone(f, options.friction);
    // N, of about 40 N: effect of the regularisation of 1e-6
    EXPECT_LE((A * f - desired).norm(), 1e-2);
    EXPECT_NEAR(residual, (A * f - desired).norm(), 1e-9);
  }
}

TEST(ForceDistribution, ForcesAreAdmissibleForAnyWrench) {
  Random random(3);
  ForceDistributionOptions options;
  options.min_normal = 0.5;
  ForceDistribution distribution(6, 4, options);
  for (int trial = 0; trial < 300; ++trial) {
    const int contacts = trial % 5;
    const MatrixXd A = WrenchMap({kFeet.begin(), kFeet.begin() + contacts});
    VectorXd f(3 * contacts);
    const VectorXd desired = 50.0 * RandomVector(6, random);
    const double residual = distribution.Solve(A, desired, VectorXd::Ones(6), f);
    ExpectWithinCone(f, options.friction);
    for (int c = 0; c < contacts; ++c) EXPECT_GE(f[3 * c + 2], options.min_normal);
    EXPECT_NEAR(residual, (A * f - desired).norm(), 1e-9);
  }
}

TEST(ForceDistribution, DistributesTheWeightEquallyToSymmetricFeet) {
  ForceDistribution distribution(6, 4, {});
  const MatrixXd A = WrenchMap(kFeet);
  VectorXd desired = VectorXd::Zero(6), f(12);
  desired[2] = 24.0;
  distribution.Solve(A, desired, VectorXd::Ones(6), f);
  for (int c = 0; c < 4; ++c) EXPECT_LE((f.segment<3>(3 * c) - Vector3d(0, 0, 6)).norm(), 1e-4);
}

TEST(ForceDistribution, ForcesDoNotPull) {
  ForceDistribution distribution(6, 4, {});
  VectorXd desired = VectorXd::Zero(6), f(12);
  desired[2] = -10.0;
  EXPECT_NEAR(distribution.Solve(WrenchMap(kFeet), desired, VectorXd::Ones(6), f), 10.0,
              kAccumulatedRounding);
  EXPECT_EQ(f.norm(), 0.0);
}

TEST(ForceDistribution, RejectsInvalidOptions) {
  ForceDistributionOptions options;
  options.friction = -0.5;
  EXPECT_THROW(ForceDistribution(6, 4, options), InputError);
}

}  // namespace
}  // namespace slipstick::control
