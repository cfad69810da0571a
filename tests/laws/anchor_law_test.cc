#include "slipstick/laws/anchor_law.h"

#include <gtest/gtest.h>

#include "slipstick/core/convert.h"
#include "slipstick/core/random.h"
#include "support/finite_differences.h"
#include "support/numbers.h"
#include "support/tolerances.h"

namespace slipstick::laws {

using namespace support;
namespace {

using Eigen::Vector3d;

const ContactMaterial kFeet{1e5, 300.0, 0.0, 0.9, 0.6, 0.0, 1e-4};
const Vec3<double> kUp{0, 0, 1};

Vec3<double> RandomVec3(Random& random, double size) {
  const double x = random.Uniform(-size, size), y = random.Uniform(-size, size);
  return {x, y, random.Uniform(-size, size)};
}
Vec3<double> RandomUnit(Random& random) {
  const Vec3<double> x = RandomVec3(random, 1.0);
  return (1.0 / std::sqrt(Dot(x, x))) * x;
}
Vec3<double> Tangential(const Vec3<double>& x, const Vec3<double>& n) { return x - Dot(x, n) * n; }

CompliantInput RandomInput(Random& random) {
  CompliantInput in{};
  in.normal = RandomUnit(random);
  in.depth = random.Index(4) == 0 ? random.Uniform(0.0, kDampingDepth) : random.Uniform(0.0, 1e-3);
  in.delta = in.depth - random.Uniform(0.0, 1e-4);
  in.stretch = Tangential(RandomVec3(random, 5e-4), in.normal);
  in.velocity = RandomVec3(random, 0.2);
  in.slipping = random.Index(2) == 1;
  return in;
}

TEST(AnchorLaw, IsASpringAtRest) {
  const CompliantForce out = EvaluateAnchorLaw({kUp, 1e-3, 1e-3, {2e-4, -1e-4, 0}, {0, 0, 0}, false}, kFeet);
  EXPECT_NEAR(out.force.z, 100.0, kAccumulatedRounding);
  EXPECT_NEAR(out.force.x, -20.0, kAccumulatedRounding);
  EXPECT_NEAR(out.force.y, 10.0, kAccumulatedRounding);
  EXPECT_FALSE(out.slipping);
}

TEST(AnchorLaw, NeverPulls) {
  const CompliantForce out = EvaluateAnchorLaw({kUp, 1e-4, 1e-4, {1e-4, 0, 0}, {0, 0, 1.0}, false}, kFeet);
  EXPECT_EQ(Dot(out.force, out.force), 0.0);
  EXPECT_FALSE(out.closed);
}

TEST(AnchorLaw, StaysInTheCone) {
  Random random(1);
  int slipped = 0;
  for (int i = 0; i < 1000; ++i) {
    const CompliantInput in = RandomInput(random);
    const CompliantForce out = EvaluateAnchorLaw(in, kFeet);
    const double f_n = Dot(out.force, in.normal);
    const Vec3<double> f_t = Tangential(out.force, in.normal);
    EXPECT_GE(f_n, 0.0);
    const double mu = out.slipping ? kFeet.mu_kinetic : kFeet.mu_static;
    EXPECT_LE(std::sqrt(Dot(f_t, f_t)), mu * f_n * (1 + kAccumulatedRounding));
    EXPECT_LT(LargestDifference(ToEigen(f_t), ToEigen(out.friction)), kForceRounding);
    slipped += out.slipping;
  }
  EXPECT_GT(slipped, 100);
}

// K ξ + B ξ̇ = -f, the premise of (27): relaxes with the rate K / B to the stretch of (28), at which the
// spring alone exerts the force.
TEST(AnchorLaw, SlippingAnchorRelaxesWithTimeConstantBOverK) {
  const double K = 1e5, B = 300.0, h = 1e-6, f = 20.0;
  Vec3<double> stretch = Vec3<double>::Zero();
  for (int i = 0; i < 3000; ++i) stretch = Relax(stretch, {f, 0, 0}, K, B, h);  // 3 ms = B / K
  EXPECT_NEAR(stretch.x, -f / K * (1 - std::exp(-1.0)), 1e-3 * f / K);
  EXPECT_NEAR(Relax(stretch, {f, 0, 0}, K, B, 1e3).x, -f / K, 1e-9);
  EXPECT_NEAR(Relax(stretch, {f, 0, 0}, K, 0.0, h).x, -f / K, 1e-15) << "without a damper: (28) at once";
}

TEST(AnchorLaw, SticksUpToTheStaticAndSlipsAtTheKineticCoefficient) {
  const auto friction_at = [](double ratio, bool slipping) {
    const double f_n = 100.0;
    const CompliantInput in{kUp,       1e-3,    f_n / kFeet.stiffness, {ratio * f_n / kFeet.stiffness, 0, 0},
                            {0, 0, 0}, slipping};
    return -EvaluateAnchorLaw(in, kFeet).force.x / f_n;
  };
  EXPECT_NEAR(friction_at(0.89, false), 0.89, kAccumulatedRounding);
  EXPECT_NEAR(friction_at(0.91, false), 0.6, kAccumulatedRounding);
  EXPECT_NEAR(friction_at(0.7, true), 0.6, kAccumulatedRounding);
  EXPECT_NEAR(friction_at(0.59, true), 0.59, kAccumulatedRounding);
}

TEST(AnchorLaw, DerivativesMatchFiniteDifferences) {
  Random random(2);
  int modes[3] = {};
  for (int i = 0; i < 300; ++i) {
    const CompliantInput in = RandomInput(random);
    const CompliantForce out = EvaluateAnchorLaw(in, kFeet);
    // away from the kinks, where there is no derivative
    if (std::abs(kFeet.stiffness * in.delta -
                 out.damping_fraction * kFeet.damping * Dot(in.velocity, in.normal)) < 1.0)
      continue;
    const double mu = in.slipping ? kFeet.mu_kinetic : kFeet.mu_static;
    if (out.closed && std::abs(out.trial - mu * out.normal_force) < 1.0) continue;
    if (std::abs(in.depth - kDampingDepth) < 1e-7) continue;
    ++modes[!out.closed ? 0 : out.slipping ? 1 : 2];
    const CompliantDerivatives derivatives = DifferentiateAnchorLaw(in, out, kFeet);
    const auto force_at = [&](const Vec3<double>& dp, const Vec3<double>& dv) -> Eigen::VectorXd {
      CompliantInput moved = in;
      moved.depth -= Dot(dp, in.normal);
      moved.delta -= Dot(dp, in.normal);
      moved.stretch += Tangential(dp, in.normal);
      moved.velocity += dv;
      return ToEigen(EvaluateAnchorLaw(moved, kFeet).force);
    };
    const double step = 1e-3;  // of DifferencesAlongAll's steps: 1e-8 m and m/s
    const auto scaled = [&](const Eigen::VectorXd& e) { return FromEigen(Vector3d(step * e)); };
    const Eigen::MatrixXd by_p =
        DifferencesAlongAll(
            3, [&](const Eigen::VectorXd& e) { return force_at(scaled(e), Vec3<double>::Zero()); }) /
        step;
    const Eigen::MatrixXd by_v =
        DifferencesAlongAll(
            3, [&](const Eigen::VectorXd& e) { return force_at(Vec3<double>::Zero(), scaled(e)); }) /
        step;
    EXPECT_LT(RelativeError(ToEigen(derivatives.by_p), by_p), kDifferenceError);
    EXPECT_LT(RelativeError(ToEigen(derivatives.by_v), by_v), kDifferenceError);
  }
  for (const int count : modes) EXPECT_GT(count, 10);
}

}  // namespace
}  // namespace slipstick::laws
