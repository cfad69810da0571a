#include "slipstick/world/wrench_space.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "slipstick/core/convert.h"
#include "slipstick/core/error.h"
#include "slipstick/core/random.h"
#include "slipstick/core/rotation.h"
#include "slipstick/laws/friction_polytopes.h"
#include "slipstick/laws/patch_limit_surface.h"
#include "support/numbers.h"
#include "support/tolerances.h"

namespace slipstick::laws {

using namespace support;
namespace {

constexpr double kPi = 3.141592653589793;
const ForceBound kSquared{1e5, 2, 0.01, 0.0};

world::ContactPose PoseAt(double depth) {
  return {depth, {0, 0, 0}, Mat3<double>::Identity(), Mat3<double>::Identity()};
}

/// Axes C rotated about the normal, which is not an axis of body b.
world::ContactPose TurnedPose(double yaw) {
  world::ContactPose pose = PoseAt(0.01);
  pose.R_BC = ToMatrix(Exp(Vec3<double>{0.3, -0.2, 0.0})) * ToMatrix(Exp(Vec3<double>{0.0, 0.0, yaw}));
  return pose;
}

Eigen::MatrixXd CornersOf(const WrenchSpace& space, const world::ContactPose& pose) {
  Eigen::MatrixXd corners(space.rows(), space.num_corners());
  space.Corners(pose, {corners.data(), static_cast<int>(corners.size())});
  return corners;
}

/// Support function of the set, which contains the origin.
double Support(const Eigen::MatrixXd& corners, const Eigen::VectorXd& direction) {
  const Eigen::VectorXd products = corners.transpose() * direction;
  double largest = 0.0;
  for (const double product : products) largest = Larger(largest, product);
  return largest;
}

Eigen::VectorXd RandomDirection(int rows, Random& random) {
  Eigen::VectorXd direction(rows);
  for (double& x : direction) x = random.Uniform(-1.0, 1.0);
  return direction;
}

std::vector<std::shared_ptr<const WrenchSpace>> EverySpace() {
  return {std::make_shared<CoulombPolytope>(0.7, 6, kSquared),
          std::make_shared<AnisotropicPolytope>(0.9, 0.1, Vec3<double>{1, 2, 0}, 8, kSquared),
          std::make_shared<PatchLimitSurface>(0.7, 0.03, 6, kSquared)};
}

TEST(ForceBound, AllPowersAgreeAtTheReferenceDepth) {
  for (const int power : {1, 2, 3}) {
    const ForceBound bound{2e4, power, 0.01, 0.0};
    EXPECT_NEAR(bound.Value(0.01), 200.0, 1e-10) << power;
    EXPECT_NEAR(bound.Value(0.02), 200.0 * std::pow(2.0, power), 1e-10) << power;
    EXPECT_EQ(bound.Value(0.0), 0.0);
    EXPECT_EQ(bound.Value(-0.01), 0.0);
    EXPECT_EQ(bound.Slope(-0.01), 0.0);
  }
}

TEST(ForceBound, SlopeMatchesFiniteDifferences) {
  const double h = 1e-6;
  for (const int power : {1, 2, 3})
    for (const double depth : {0.001, 0.01, 0.03}) {
      const ForceBound bound{2e4, power, 0.01, 5.0};
      const double difference = (bound.Value(depth + h) - bound.Value(depth - h)) / (2 * h);
      EXPECT_NEAR(bound.Slope(depth), difference, 1e-5 * difference)  // rounding of 1e3 N over 2e-6 m
          << power << " at " << depth;
    }
}

TEST(ForceBound, GhostForceActsAtAnyHeight) {
  const ForceBound bound{1e5, 3, 0.01, 7.0};
  EXPECT_EQ(bound.Value(-1.0), 7.0);
  EXPECT_NEAR(bound.Value(0.01), 1007.0, kForceRounding);
}

TEST(WrenchSpace, DerivativesMatchFiniteDifferences) {
  const double h = 1e-7;  // errors: 1e-14 of the third derivative, and 1e-13 N / h of rounding
  for (const auto& space : EverySpace()) {
    ASSERT_EQ(space->derivatives(), world::kMoveZ);
    world::ContactPose pose = TurnedPose(0.4);
    Eigen::MatrixXd by_z(space->rows(), space->num_corners());
    space->Differentiate(pose, {by_z.data(), static_cast<int>(by_z.size())});
    world::ContactPose above = pose, below = pose;
    above.depth -= h, below.depth += h;
    EXPECT_LT(RelativeError(by_z, (CornersOf(*space, above) - CornersOf(*space, below)) / (2 * h)), 1e-8);
    EXPECT_GT(LargestEntry(by_z), 1e4);
  }
}

TEST(WrenchSpace, ForcesAreZeroWithoutPenetration) {
  for (const auto& space : EverySpace()) {
    EXPECT_EQ(LargestEntry(CornersOf(*space, PoseAt(-1e-3))), 0.0);
    EXPECT_EQ(LargestEntry(CornersOf(*space, PoseAt(0.0))), 0.0);
  }
}

TEST(CoulombPolytope, CornersLieOnTheConeAndStartAtX) {
  const CoulombPolytope space(0.7, 6, kSquared);
  const Eigen::MatrixXd corners = CornersOf(space, PoseAt(0.02));
  ASSERT_EQ(corners.cols(), 6);
  for (int i = 0; i < 6; ++i) {
    const double angle = i * kPi / 3;
    // 4 times the bound at 0.01 m, 1000 N
    EXPECT_LT(LargestDifference(corners.col(i),
                                4000.0 * Eigen::Vector3d(0.7 * std::cos(angle), 0.7 * std::sin(angle), 1.0)),
              kForceRounding);
  }
}

TEST(CoulombPolytope, ConvergesToTheCircularCone) {
  const CoulombPolytope space(0.7, 64, kSquared);
  const Eigen::MatrixXd corners = CornersOf(space, PoseAt(0.01));
  Random random(1);
  for (int i = 0; i < 200; ++i) {
    const Eigen::Vector3d a = RandomDirection(3, random);
    const double cone = 1000.0 * std::max(0.0, a.z() + 0.7 * a.head<2>().norm());
    EXPECT_LE(Support(corners, a), cone + kForceRounding);
    EXPECT_GE(Support(corners, a), cone - 1000.0 * 0.7 * 1.5 * (1 - std::cos(kPi / 64)));
  }
}

TEST(AnisotropicPolytope, HasAnEllipseAlongItsAxis) {
  const AnisotropicPolytope space(0.9, 0.1, {0, 5, 0}, 4, kSquared);
  const Eigen::MatrixXd corners = CornersOf(space, PoseAt(0.01));
  EXPECT_LT(LargestDifference(corners.col(0), Eigen::Vector3d(0, 900, 1000)), kForceRounding);
  EXPECT_LT(LargestDifference(corners.col(1), Eigen::Vector3d(-100, 0, 1000)), kForceRounding);
}

// The grooves are fixed to body b: in the frame of b the set does not depend on the choice of axes C about
// the normal.
TEST(AnisotropicPolytope, DoesNotDependOnTheTangentAxes) {
  const AnisotropicPolytope space(0.9, 0.1, {1, 2, 0.5}, 8, kSquared);
  const auto in_body = [&](double yaw) -> Eigen::MatrixXd {
    const world::ContactPose pose = TurnedPose(yaw);
    return ToEigen(pose.R_BC) * CornersOf(space, pose);
  };
  const Eigen::MatrixXd reference = in_body(0.0);
  for (const double yaw : {0.3, 1.7, -2.5})
    EXPECT_LT(LargestDifference(in_body(yaw), reference), kForceRounding);
}

TEST(AnisotropicPolytope, UsesXOfTheFrameIfTheAxisIsNormal) {
  const AnisotropicPolytope space(0.9, 0.1, {0, 0, 1}, 4, kSquared);
  EXPECT_LT(LargestDifference(CornersOf(space, PoseAt(0.01)).col(0), Eigen::Vector3d(900, 0, 1000)),
            kForceRounding);
}

// Support function of the hull of the ellipsoid in the middle and of full friction at the rim, in the
// direction (a_t, a_n, b_t, b_n):
//   N max(0, a_n + max(μ |a_t| + r |b_t|, μ √(a_t² + (c r b_n)²))).
double PatchSupport(const Eigen::VectorXd& a, double mu, double r, double c, double N) {
  const double slide = a.head<2>().norm(), tip = a.segment<2>(3).norm();
  return N * std::max(0.0, a[2] + std::max(mu * slide + r * tip, mu * std::hypot(slide, c * r * a[5])));
}

TEST(PatchLimitSurface, ApproximatesTheAnalyticSurfaceFromInside) {
  const double mu = 0.7, r = 0.03, N = 1000.0, c = 2.0 / 3.0;
  const PatchLimitSurface space(mu, r, 8, kSquared);
  const Eigen::MatrixXd corners = CornersOf(space, PoseAt(0.01));
  Random random(2);
  for (int i = 0; i < 500; ++i) {
    Eigen::VectorXd a = RandomDirection(6, random);
    a.tail<3>() /= r;
    const double limit = PatchSupport(a, mu, r, c, N);
    EXPECT_LE(Support(corners, a), limit + kForceRounding);
    // 8 directions and 4 rim points reach cos(22.5°) and cos(45°) of the circles at worst, latitudes every
    // 45° cos(22.5°)
    const double slide = a.head<2>().norm(), tip = a.segment<2>(3).norm(), turn = c * r * std::abs(a[5]);
    const double lost = N * (0.16 * mu * (slide + turn) + 0.30 * r * tip);
    EXPECT_GE(Support(corners, a), limit - lost);
  }
}

TEST(PatchLimitSurface, HasTheLimitsOfADisc) {
  const double mu = 0.7, r = 0.03, N = 1000.0;
  const PatchLimitSurface space(mu, r, 6, kSquared);
  const Eigen::MatrixXd corners = CornersOf(space, PoseAt(0.01));
  const auto reach = [&](int row) { return Support(corners, Eigen::VectorXd::Unit(6, row)); };
  EXPECT_EQ(space.radius(), r);
  EXPECT_NEAR(reach(0), mu * N, kForceRounding) << "friction";
  EXPECT_NEAR(reach(2), N, kForceRounding) << "normal force";
  EXPECT_NEAR(reach(3), N * r, kForceRounding) << "tipping moment";
  EXPECT_NEAR(reach(5), 2.0 / 3.0 * mu * N * r, kForceRounding) << "torsion";
  // ∫ μ p ρ dA over a disc under uniform pressure, as a sum over rings
  double torsion = 0.0;
  const int rings = 1000;
  for (int i = 0; i < rings; ++i) {
    const double rho = (i + 0.5) * r / rings, area = 2 * kPi * rho * r / rings;
    torsion += mu * N / (kPi * r * r) * rho * area;
  }
  EXPECT_NEAR(reach(5), torsion, 1e-5 * torsion);  // the midpoint rule with 1000 rings is off by 3e-7
}

TEST(PatchLimitSurface, TorsionReducesFriction) {
  const PatchLimitSurface space(0.5, 0.1, 4, kSquared);
  const Eigen::MatrixXd corners = CornersOf(space, PoseAt(0.01));
  for (int i = 0; i < corners.cols(); ++i) {
    const Eigen::VectorXd w = corners.col(i) / corners(2, i);
    const double on_ellipsoid =
        std::pow(w.head<2>().norm() / 0.5, 2) + std::pow(w[5] / (0.5 * 0.1 * 2 / 3), 2);
    EXPECT_NEAR(on_ellipsoid, 1.0, kAccumulatedRounding) << "corner " << i;
    EXPECT_LE(w.segment<2>(3).norm(), 0.1 + kAccumulatedRounding) << "corner " << i;
  }
}

TEST(WrenchSpace, RejectsInvalidParameters) {
  EXPECT_THROW(CoulombPolytope(-0.1, 6, kSquared), InputError);
  EXPECT_THROW(CoulombPolytope(0.5, 2, kSquared), InputError);
  EXPECT_THROW(CoulombPolytope(0.5, 6, ForceBound{0.0}), InputError);
  EXPECT_THROW(CoulombPolytope(0.5, 6, (ForceBound{1e5, 4})), InputError);
  EXPECT_THROW(AnisotropicPolytope(0.5, 0.5, {0, 0, 0}, 6, kSquared), InputError);
  EXPECT_THROW(PatchLimitSurface(0.5, 0.0, 6, kSquared), InputError);
}

}  // namespace
}  // namespace slipstick::laws
