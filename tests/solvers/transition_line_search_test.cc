// The line search of Castro et al. 2020 (tamsi) on velocities with known step fractions.
#include "slipstick/solvers/newton/transition_line_search.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace slipstick::solvers {
namespace {

using V = Vec3<double>;

constexpr double kStiction = 1e-4;
constexpr double kExact = 1e-12;  // rounding: the cases have closed forms

TransitionLimits Published() { return {std::numbers::pi / 6.0, false, 1e-2}; }
TransitionLimits WithCaps() { return {std::numbers::pi / 6.0, true, 1e-2}; }

double Alpha(const V& v, const V& dv, const TransitionLimits& limits) {
  return LimitTransition(v, dv, kStiction, limits);
}

V Turned(const V& v, double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  return {c * v.x - s * v.y, s * v.x + c * v.y, 0.0};
}

struct LineSearchCase {
  const char* name;
  V v, dv;
  double published, with_caps;
};

const V kSlip{-0.5, 0.7, 0.0};
const V kInside{-0.5 * kStiction, 0.7 * kStiction, 0.0};

/// The step fraction from rest to the speed v_s / 2.
double HalfStiction(const V& dv) { return 0.5 * kStiction / Length(dv); }

std::vector<LineSearchCase> LineSearchCases() {
  const V nearest{0.3 * kStiction, 0.2 * kStiction, 0.0};
  const V across = (1.0 / Length(nearest)) * V{-nearest.y, nearest.x, 0.0};
  const V inside{-0.3 * kStiction, 0.45 * kStiction, 0.0};
  const V slow{-0.5e-2 * kStiction, 0.3e-2 * kStiction, 0.0};
  const V fast{1.2, 0.4, 0.0};
  return {
      {"RestToRest", {0, 0, 0}, {0, 0, 0}, 1.0, 1.0},
      {"RestToInside", {0, 0, 0}, kInside, 1.0, 1.0},
      {"RestToSlip", {0, 0, 0}, {0.3, -0.1, 0}, 1.0, 1.5811388300841897e-4},
      {"SlipToRest", {0.3, -0.1, 0}, {-0.3, 0.1, 0}, 1.0, 0.99984188611699154},
      {"SlipToInside", fast, inside - fast, 1.0, 1.0},
      {"InsideToSlip", kInside, {0.9, -0.3, 0}, 1.0, 1.0},
      {"NearlyRestToSlip", slow, {0.3, 0.15, 0}, 1.0, 1.4907119849998598e-4},
      {"TinyStep", {0.1, 0.05, 0}, slow, 1.0, 1.0},
      {"StraightThroughRest", {0.1, 0.05, 0}, {-0.3, -0.15, 0}, 1.0 / 3.0, 0.33318426213483332},
      {"CrossesStiction", nearest + 0.5 * across, -1.3 * across, 0.5 / 1.3, 0.5 / 1.3},
      {"TurnsALittle", kSlip, Turned(kSlip, std::numbers::pi / 8) - kSlip, 1.0, 1.0},
      {"TurnsFar", kSlip, Turned(kSlip, std::numbers::pi / 3) - kSlip, 0.5, 0.5},
      {"TurnsNearlyBack", kSlip, Turned(kSlip, 5 * std::numbers::pi / 6) - kSlip, 0.36602540378443882,
       0.36602540378443882},
      {"AngleIsReachedAtInfinity", kSlip, -3.0 * Turned(kSlip, std::numbers::pi / 6), 0.19245008972987529,
       0.19245008972987529},
  };
}

class TransitionLineSearch : public testing::TestWithParam<LineSearchCase> {};

TEST_P(TransitionLineSearch, MatchesThePaper) {
  EXPECT_NEAR(Alpha(GetParam().v, GetParam().dv, Published()), GetParam().published, kExact);
}
TEST_P(TransitionLineSearch, MatchesTheReferenceImplementationWithCaps) {
  EXPECT_NEAR(Alpha(GetParam().v, GetParam().dv, WithCaps()), GetParam().with_caps, kExact);
}
std::string LineSearchCaseName(const testing::TestParamInfo<LineSearchCase>& info) { return info.param.name; }
INSTANTIATE_TEST_SUITE_P(Cases, TransitionLineSearch, testing::ValuesIn(LineSearchCases()),
                         LineSearchCaseName);

TEST(TransitionLineSearchLanding, CapsEndAtHalfTheStictionSpeed) {
  const V v{0.1, 0.05, 0.0}, dv{-0.3, -0.15, 0.0};
  const V landed = v + Alpha(v, dv, WithCaps()) * dv;
  EXPECT_NEAR(Length(landed - (0.5 * kStiction / Length(v)) * v), 0.0, kExact);
  EXPECT_NEAR(Alpha({0, 0, 0}, dv, WithCaps()), HalfStiction(dv), kExact);
}

TEST(TransitionLineSearchLanding, RotatesByAtMostTheAllowedAngle) {
  for (double angle = 0.6; angle < 3.0; angle += 0.3)
    for (const double length : {0.3, 1.0, 4.0}) {
      const V dv = length * Turned(kSlip, angle) - kSlip;
      const V landed = kSlip + Alpha(kSlip, dv, Published()) * dv;
      const double cosine = Dot(kSlip, landed) / (Length(kSlip) * Length(landed));
      EXPECT_NEAR(std::acos(cosine), std::numbers::pi / 6.0, 1e-9) << angle << " " << length;
    }
}

TEST(TransitionLineSearchLanding, DoesNotDependOnTheAxes) {
  const V v{0.02, -0.01, 0.0}, dv{-0.05, 0.028, 0.0};
  const auto in_space = [](const V& a) { return V{0.0, 0.6 * a.x - 0.8 * a.y, 0.8 * a.x + 0.6 * a.y}; };
  EXPECT_NEAR(Alpha(v, dv, Published()), Alpha(in_space(v), in_space(dv), Published()), kExact);
}

TEST(TransitionLineSearchLanding, IsZeroForNonFiniteNumbers) {
  const double infinity = std::numeric_limits<double>::infinity();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const TransitionLimits& limits : {Published(), WithCaps()}) {
    EXPECT_EQ(Alpha({0.1, 0, 0}, {0, infinity, 0}, limits), 0.0);
    EXPECT_EQ(Alpha({0.1, nan, 0}, {0.1, 0, 0}, limits), 0.0);
  }
}

}  // namespace
}  // namespace slipstick::solvers
