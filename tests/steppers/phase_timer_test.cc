#include "slipstick/steppers/phase_timer.h"

#include <gtest/gtest.h>

#include "support/every_stepper.h"

namespace slipstick::steppers {

using namespace support;
namespace {

class PhaseTimerOf : public testing::TestWithParam<Method> {};

TEST_P(PhaseTimerOf, TimingDoesNotChangeResults) {
  const World world = SoloOnPoints();
  const Actuation limp(world.model());
  const auto timed = GetParam().Make(world), untimed = GetParam().Make(world);
  PhaseTimer timer;
  timed->set_timer(&timer);
  State a = SoloStanding(world), b = a;
  for (int k = 0; k < 20; ++k) {
    timed->Step(limp, GetParam().h(), a);
    untimed->Step(limp, GetParam().h(), b);
  }
  EXPECT_EQ(a.q, b.q);
  EXPECT_EQ(a.v, b.v);
  EXPECT_EQ(timer.steps(), 20);
  double sum = 0.0;
  for (int i = 0; i < kNumPhases; ++i) sum += timer.seconds(static_cast<Phase>(i));
  EXPECT_LE(sum, timer.step_seconds());
  EXPECT_GT(timer.step_seconds(), 0.0);
  if (GetParam().stepper != "toy") {  // it does not time its phases
    EXPECT_GT(sum, 0.0);
  }
  timed->set_timer(nullptr);
  timed->Step(limp, GetParam().h(), a);
  EXPECT_EQ(timer.steps(), 20);
}

INSTANTIATE_TEST_SUITE_P(Steppers, PhaseTimerOf, testing::ValuesIn(AllSteppers()), MethodTestName);

}  // namespace
}  // namespace slipstick::steppers
