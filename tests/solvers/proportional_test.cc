// The two algorithms for damping proportional to stiffness, compared with the two for any damping.
#include <gtest/gtest.h>

#include "slipstick/core/random.h"
#include "slipstick/solvers/exponential/spring_damper_exponential.h"
#include "slipstick/solvers/exponential/spring_damper_modes.h"
#include "slipstick/solvers/exponential/spring_damper_rational.h"
#include "slipstick/solvers/exponential/spring_damper_tridiagonal.h"
#include "support/numbers.h"
#include "support/sanitized.h"
#include "support/spring_damper_samples.h"

namespace slipstick::solvers {

using namespace support;
namespace {

template <class Solver>
class ProportionalAlgorithm : public testing::Test {};
using ProportionalAlgorithms = testing::Types<SpringDamperModes, SpringDamperTridiagonal>;
TYPED_TEST_SUITE(ProportionalAlgorithm, ProportionalAlgorithms);

TYPED_TEST(ProportionalAlgorithm, AgreesWithTheRationalForm) {
  Random random(31);
  TypeParam algorithm;
  SpringDamperRational rational;
  double worst = 0.0;
  for (int trial = 0; trial < Repeats(3000); ++trial) {
    const SpringDamperSample s = RandomSpringDamper(random, {.proportional = true});
    const SpringDamperScale scale(s);
    const double difference = Difference(Answer(algorithm, s), Answer(rational, s), scale);
    EXPECT_LT(difference, Tolerance(scale)) << "n " << s.n() << ", t " << s.t << ", cond " << scale.condition;
    if (scale.condition < 1e4) worst = Larger(worst, difference);
  }
  EXPECT_LT(worst, 1e-11);
}

TYPED_TEST(ProportionalAlgorithm, AgreesWithThePapersExponential) {
  Random random(32);
  TypeParam algorithm;
  SpringDamperExponential exponential;
  for (int trial = 0; trial < Repeats(1500); ++trial) {
    const SpringDamperSample s = RandomSpringDamper(random, {.proportional = true});
    const SpringDamperScale scale(s);
    EXPECT_LT(Difference(Answer(algorithm, s), Answer(exponential, s), scale), Tolerance(scale))
        << "n " << s.n() << ", t " << s.t << ", cond " << scale.condition;
  }
}

TYPED_TEST(ProportionalAlgorithm, GivesTheSameBitsAfterAnotherSystem) {
  Random random(33);
  TypeParam used;
  for (int trial = 0; trial < 50; ++trial) {
    const SpringDamperSample s = RandomSpringDamper(random, {.proportional = true});
    TypeParam fresh;
    const SpringDamperAnswer expected = Answer(fresh, s), found = Answer(used, s);
    EXPECT_EQ(found.x, expected.x);
    EXPECT_EQ(found.v, expected.v);
    EXPECT_EQ(found.mean, expected.mean);
    EXPECT_EQ(found.double_mean, expected.double_mean);
  }
}

// Several times from one start give the same results as single calls.
TYPED_TEST(ProportionalAlgorithm, EvaluatesSeveralTimesFromOneStart) {
  Random random(34);
  for (int trial = 0; trial < 50; ++trial) {
    SpringDamperSample s = RandomSpringDamper(random, {.proportional = true});
    TypeParam algorithm, again;
    algorithm.Decompose(s.system());
    algorithm.Begin(s.start());
    for (const double fraction : {1.0, 0.25, 0.5, 1.0}) {
      const double t = fraction * s.t;
      SpringDamperAnswer at(s.n());
      algorithm.At(t, {at.x.data(), at.v.data(), at.mean.data(), at.double_mean.data()});
      SpringDamperSample shorter = s;
      shorter.t = t;
      EXPECT_EQ(at.mean, Answer(again, shorter).mean);
    }
  }
}

TEST(ProportionalScaling, AppliesIfAllRatiosAreEqual) {
  const double W[4] = {1.0, 0.0, 0.0, 1.0}, K[2] = {1e5, 3e4}, B[2] = {300.0, 90.0}, other[2] = {300.0, 91.0};
  EXPECT_TRUE(ProportionalScaling::Applies({2, W, K, B}));
  EXPECT_FALSE(ProportionalScaling::Applies({2, W, K, other}));
}

}  // namespace
}  // namespace slipstick::solvers
