#include "slipstick/laws/compliant_law.h"

#include <gtest/gtest.h>

#include <cmath>

#include "slipstick/core/convert.h"

namespace slipstick::laws {
namespace {

const ContactMaterial kRubber{1e4, 0.0, 2.0, 0.7, 0.7, 0.0, 0.05};
const CompliantInput kSlidingDown{{0.6, 0, 0.8}, 1e-3, 1e-3, {0, 0, 0}, {0.02, 0.03, -0.01}, false};

CompliantInput Moved(CompliantInput in, const Vec3<double>& dp, const Vec3<double>& dv) {
  in.depth -= Dot(in.normal, dp);  // body a moves away along the normal
  in.velocity = in.velocity + dv;
  return in;
}

/// Checks D d = central difference of the force over d, for d along each axis.
template <class Move>
void ExpectDerivative(const Mat3<double>& D, double step, const CompliantOptions& options, Move move) {
  for (int axis = 0; axis < 3; ++axis) {
    Vec3<double> d{axis == 0 ? step : 0.0, axis == 1 ? step : 0.0, axis == 2 ? step : 0.0};
    const Vec3<double> change =
        EvaluateLaw(move(d), kRubber, options).force - EvaluateLaw(move(-1.0 * d), kRubber, options).force;
    const Eigen::Vector3d difference = ToEigen(change) / (2.0 * step), column = ToEigen(D * d) / step;
    // Relative; the step is 1e-4 of the quantity, so the second-order error is about 1e-8.
    EXPECT_LT((difference - column).norm(), 1e-6 * (1.0 + column.norm())) << "axis " << axis;
  }
}

class RegularizedLawOfAContact : public testing::TestWithParam<FrictionRise> {
 protected:
  const CompliantOptions options{ContactLaw::kRegularized, {}, GetParam()};
};

TEST_P(RegularizedLawOfAContact, FrictionOpposesTheSlip) {
  const CompliantForce f = EvaluateLaw(kSlidingDown, kRubber, options);
  const Vec3<double>& n = kSlidingDown.normal;
  const Vec3<double> slip = kSlidingDown.velocity - Dot(kSlidingDown.velocity, n) * n;
  ASSERT_TRUE(f.closed);
  EXPECT_GT(f.normal_force, 0.0);
  EXPECT_LT(Dot(f.friction, slip), 0.0);
}

// The damper of Hunt and Crossley increases the force of an approaching contact.
TEST_P(RegularizedLawOfAContact, ApproachIncreasesTheNormalForce) {
  const Vec3<double> approach = -0.1 * kSlidingDown.normal;
  EXPECT_GT(EvaluateLaw(Moved(kSlidingDown, {}, approach), kRubber, options).normal_force,
            EvaluateLaw(kSlidingDown, kRubber, options).normal_force);
}

TEST_P(RegularizedLawOfAContact, DerivativesAreThoseOfTheForce) {
  const CompliantForce f = EvaluateLaw(kSlidingDown, kRubber, options);
  const CompliantDerivatives D = DifferentiateLaw(kSlidingDown, f, kRubber, options);
  ExpectDerivative(D.by_p, 1e-7, options,
                   [](const Vec3<double>& d) { return Moved(kSlidingDown, d, Vec3<double>{}); });
  ExpectDerivative(D.by_v, 1e-6, options,
                   [](const Vec3<double>& d) { return Moved(kSlidingDown, Vec3<double>{}, d); });
}

INSTANTIATE_TEST_SUITE_P(BothRises, RegularizedLawOfAContact,
                         testing::Values(FrictionRise::kLinear, FrictionRise::kQuadratic));

}  // namespace
}  // namespace slipstick::laws
