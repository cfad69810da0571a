// The step-size rule on errors that are known functions of the step.
#include "slipstick/steppers/step_size_rule.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "support/tolerances.h"

namespace slipstick::steppers {
namespace {

constexpr double kAccuracy = 1e-3;

// For an error that grows with the step to the power order + 1, two tries are enough. The result is 0.9 times
// the longest step.
TEST(StepSizeRule, FindsTheStepForAnAccuracy) {
  for (const int order : {1, 2, 4}) {
    const StepSizeRule rule(kAccuracy, order);
    const auto error = [&](double length) { return 50.0 * std::pow(length, order + 1); };
    const double longest = std::pow(kAccuracy / 50.0, 1.0 / (order + 1));
    for (const double first : {3.0 * longest, 0.3 * longest}) {
      const StepSizeRule::Verdict verdict = rule.Judge(error(first), first);
      EXPECT_EQ(verdict.accepted, first < longest);
      EXPECT_NEAR(verdict.next, 0.9 * longest, support::kAccumulatedRounding);
      EXPECT_TRUE(rule.Judge(error(verdict.next), verdict.next).accepted);
    }
  }
}

TEST(StepSizeRule, RejectsExactlyTheErrorsAboveTheAccuracy) {
  const StepSizeRule rule(kAccuracy, 1);
  EXPECT_TRUE(rule.Judge(kAccuracy, 0.1).accepted);
  EXPECT_FALSE(rule.Judge(std::nextafter(kAccuracy, 1.0), 0.1).accepted);
  EXPECT_LE(rule.Judge(std::nextafter(kAccuracy, 1.0), 0.1).next, 0.09);  // at least 10 % shorter
}

TEST(StepSizeRule, LimitsTheChangeOfTheStep) {
  const StepSizeRule rule(kAccuracy, 1);
  EXPECT_DOUBLE_EQ(rule.Judge(0.0, 0.1).next, 0.5);
  EXPECT_DOUBLE_EQ(rule.Judge(1e-12, 0.1).next, 0.5);
  EXPECT_DOUBLE_EQ(rule.Judge(1e6, 0.1).next, 0.01);
  EXPECT_EQ(rule.Judge(0.9 * kAccuracy, 0.1).next,
            0.1);                                         // accepted steps do not become shorter
  EXPECT_EQ(rule.Judge(0.6 * kAccuracy, 0.1).next, 0.1);  // 0.9 / sqrt(0.6) = 1.16: below the smallest growth
}

TEST(StepSizeRule, RejectsNonFiniteErrors) {
  const StepSizeRule rule(kAccuracy, 1);
  for (const double error : {std::nan(""), std::numeric_limits<double>::infinity()}) {
    EXPECT_FALSE(rule.Judge(error, 0.1).accepted);
    EXPECT_DOUBLE_EQ(rule.Judge(error, 0.1).next, 0.01);
  }
}

TEST(StepSizeRule, SplitsTheRemainderEvenly) {
  EXPECT_EQ(StepSizeRule::Truncate(0.1, 1.0), 0.1);
  EXPECT_EQ(StepSizeRule::Truncate(0.1, 0.03), 0.03);
  EXPECT_EQ(StepSizeRule::Truncate(0.1, 0.10005), 0.10005);  // one step
  EXPECT_EQ(StepSizeRule::Truncate(0.1, 0.11), 0.055);       // two equal steps
  EXPECT_FALSE(StepSizeRule::IsTruncated(0.1, 0.1));
  EXPECT_TRUE(StepSizeRule::IsTruncated(0.055, 0.1));
}

}  // namespace
}  // namespace slipstick::steppers
