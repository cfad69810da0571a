// Steps and control updates are at exact times for any step and duration.
#include "slipstick/run/step_plan.h"

#include <gtest/gtest.h>

#include "support/tolerances.h"

namespace slipstick::run {

using namespace support;
namespace {

TEST(StepPlan, DividesTheControlPeriodIntoEqualSteps) {
  const StepPlan plan(1.5e-3, 4e-3, 1.0);
  EXPECT_EQ(plan.steps_per_update(), 3);
  EXPECT_DOUBLE_EQ(plan.step(), 4e-3 / 3);
  EXPECT_EQ(plan.num_steps(), 750);
}

TEST(StepPlan, LimitsTheStepToTheControlPeriod) {
  const StepPlan plan(5e-3, 2e-3, 1.0);
  EXPECT_EQ(plan.steps_per_update(), 1);
  EXPECT_EQ(plan.step(), 2e-3);
}

// 1 ms and 2 ms have no exact binary form: their quotient must still count as two.
TEST(StepPlan, IgnoresRoundingOfIntegerQuotients) {
  for (const double dt : {1e-3, 0.7e-3, 1e-3 / 16, 1e-2 / 3})
    for (const int n : {1, 2, 3, 7, 40, 1000}) {
      const StepPlan plan(dt, n * dt, 17 * n * dt);
      EXPECT_EQ(plan.steps_per_update(), n) << dt;
      EXPECT_EQ(plan.num_steps(), 17 * n) << dt;
      EXPECT_FALSE(plan.is_last_shorter()) << dt;
    }
}

TEST(StepPlan, UpdatesAtExactMultiplesOfThePeriodAfterManySteps) {
  for (const double dt : {1e-3, 0.3e-3, 5e-3}) {
    const StepPlan plan(dt, 2e-3, 1e3);
    int64_t update = 0;
    for (int64_t k = 0; k < plan.num_steps(); k += plan.steps_per_update(), ++update)
      ASSERT_EQ(plan.TimeOf(k), static_cast<double>(update) * 2e-3);  // the same bits, no tolerance
    EXPECT_FALSE(plan.is_last_shorter());
  }
}

TEST(StepPlan, ShortensTheLastStepToTheDuration) {
  const StepPlan plan(1e-3, 0.0, 0.0105);
  EXPECT_EQ(plan.num_steps(), 11);
  EXPECT_TRUE(plan.is_last_shorter());
  EXPECT_NEAR(plan.LengthOf(10), 0.5e-3, kRounding);
  EXPECT_EQ(plan.LengthOf(9), 1e-3);
  EXPECT_EQ(plan.TimeOf(11), 0.0105);
}

TEST(StepPlan, TakesOneStepForAShorterDuration) {
  const StepPlan plan(1e-3, 0.0, 1e-4);
  EXPECT_EQ(plan.num_steps(), 1);
  EXPECT_EQ(plan.LengthOf(0), 1e-4);
}

// Casting 1e33 to an integer is undefined.
TEST(StepPlan, UpdatesOnceWithAVeryLongControlPeriod) {
  for (const double period : {10.0, 1e12, 1e30, 1e300}) {
    const StepPlan plan(1e-3, period, 3.0);
    EXPECT_EQ(plan.num_steps(), 3000) << period;
    EXPECT_DOUBLE_EQ(plan.step(), 1e-3) << period;
    EXPECT_GT(plan.steps_per_update(), 3000) << period;
    EXPECT_DOUBLE_EQ(plan.TimeOf(3000), 3.0) << period;
  }
}

}  // namespace
}  // namespace slipstick::run
