// Measured local errors against closed forms.
#include "slipstick/measure/local_error.h"

#include <gtest/gtest.h>

#include <cmath>

#include "slipstick/core/fields_json.h"
#include "slipstick/measure/cost.h"
#include "slipstick/steppers/registry.h"
#include "support/sample_scenes.h"

namespace slipstick::measure {

using namespace support;
namespace {

constexpr double kG = 9.81;

LocalError ErrorOf(const MeasuredScene& scene, const Method& method, double dt,
                   const ReferenceRun& reference) {
  return MeasureLocalError(*MeasurementSetup(scene, method).stepper, dt, reference);
}

bool SameState(const State& a, const State& b) {
  return a.t == b.t && a.q == b.q && a.v == b.v && a.contacts.size() == b.contacts.size();
}

// Semi-implicit Euler moves a falling body by h² g / 2 too far per step, and its velocity is exact.
TEST(LocalError, OfAFallMatchesTheClosedForm) {
  const auto scene = Prepared(kFalling);
  const Method method{"euler", {{"semi_implicit", "true"}}};
  const double window = scene->window, self_dt = window / 640;
  const ReferenceRun reference = RunReference(BuildFor(*scene, {"rk4"}, window / 4));
  const ReferenceRun self = RunReference(BuildFor(*scene, method, self_dt));
  ASSERT_EQ(reference.num_windows(), 10);
  for (const int n : {1, 2, 8}) {
    const double h = window / n;
    const LocalError against_reference = ErrorOf(*scene, method, h, reference);
    EXPECT_NEAR(against_reference.mean, 0.5 * kG * window * h, 1e-14);  // rounding of 5 m
    EXPECT_NEAR(against_reference.max, 0.5 * kG * window * h, 1e-14);
    EXPECT_NEAR(ErrorOf(*scene, method, h, self).mean, 0.5 * kG * window * (h - self_dt), 1e-13);
  }
}

// Eq. (34) of Hammoud et al. 2022 moves a falling body exactly.
TEST(LocalError, OfAnExactMethodIsZero) {
  const auto scene = Prepared(kFalling);
  const ReferenceRun reference = RunReference(BuildFor(*scene, {"rk4"}, 1e-3));
  EXPECT_LT(ErrorOf(*scene, {"euler"}, scene->window, reference).max, 1e-14);
}

// Disturbance forces are those of the reference run, window by window.
TEST(LocalError, OfAnExactMethodIsZeroUnderADisturbanceForce) {
  const std::string text = std::string("control_period = 0.01\n") + kFalling +
                           "[[pushes]]\nbody = 'body1'\nforce = ['1 kN', 0, 0]\nat = 0.033\nover = 0.024\n";
  const auto scene = Prepared(text.c_str());
  const ReferenceRun reference = RunReference(BuildFor(*scene, {"rk4"}, 1e-3));
  ASSERT_EQ(reference.num_windows(), 10);
  for (int k = 0; k < 10; ++k)
    EXPECT_EQ(reference.actuations[k].wrenches.size(), k >= 3 && k < 6 ? 1u : 0u) << k;
  EXPECT_GT(reference.states[10].v(0), 1.0);
  EXPECT_LT(ErrorOf(*scene, {"euler"}, scene->window, reference).max, 1e-13);
}

//   m ( )   One Euler step on a spring and a damper, against the reference at its end:
//     /\/   a = (K (r - z) - B v) / m - g,  v + h a,  z + h v + h² a / 2.
TEST(LocalError, OfOneEulerStepOnASpringMatchesTheClosedForm) {
  const double h = 1e-3;
  const auto scene = Prepared(kOnSpring, h);
  const ReferenceRun reference = RunReference(BuildFor(*scene, {"rk4"}, h / 256));
  ASSERT_EQ(reference.num_windows(), 20);
  const LocalError error = ErrorOf(*scene, {"euler"}, h, reference);
  for (int k = 0; k < reference.num_windows(); ++k) {
    const double z = reference.states[k].q(2), v = reference.states[k].v(2);
    const double a = (kSpringStiffness * (kSpringRadius - z) - kSpringDamping * v) / kSpringMass - kG;
    const double z_error = z + h * v + 0.5 * h * h * a - reference.states[k + 1].q(2);
    const double v_error = v + h * a - reference.states[k + 1].v(2);
    EXPECT_NEAR(error.series[k], std::max(std::abs(z_error), std::abs(v_error)), 1e-12);
  }
  EXPECT_GT(error.max, 1e-4);
}

// Half the step has a quarter of the error per step, so half of it per window; with Runge-Kutta a sixteenth.
TEST(LocalError, ShowsTheOrderOfAMethod) {
  const auto scene = Prepared(kOnSpring, 1e-3);
  const ReferenceRun reference = RunReference(BuildFor(*scene, {"rk4"}, 1e-3 / 512));
  const auto ratio = [&](const char* name, double dt) {
    return ErrorOf(*scene, {name}, dt, reference).mean / ErrorOf(*scene, {name}, 0.5 * dt, reference).mean;
  };
  EXPECT_NEAR(ratio("euler", 1e-3 / 32), 2.0, 0.1);
  EXPECT_NEAR(ratio("rk4", 1e-3 / 16), 16.0, 1.5);
}

TEST(LocalError, IsRepeatableAndDoesNotChangeTheReference) {
  const auto scene = Prepared(kHeldBlock);
  const ReferenceRun reference = RunReference(BuildFor(*scene, {"rk4"}, 1e-4));
  const ReferenceRun copy = reference;
  MeasurementSetup setup(*scene, {"implicit-euler"});
  const LocalError first = MeasureLocalError(*setup.stepper, 5e-3, reference);
  MeasureCost(*setup.stepper, 5e-3, reference, 1);
  const LocalError second = MeasureLocalError(*setup.stepper, 5e-3, reference);
  ASSERT_EQ(static_cast<int>(first.series.size()), reference.num_windows());
  ASSERT_GT(reference.num_windows(), 0);
  EXPECT_EQ(first.series, second.series);
  for (size_t k = 0; k < reference.states.size(); ++k)
    EXPECT_TRUE(SameState(reference.states[k], copy.states[k]));
}

// In the program of Hammoud et al. 2022 forces of the step before a reset remained and counted twice.
TEST(LocalError, ResetToTheOwnStateChangesNothing) {
  const auto scene = Prepared(kHeldBlock);
  ASSERT_FALSE(steppers::Steppers().empty());
  for (const StepperEntry& entry : steppers::Steppers()) {
    const Method method{entry.name};
    const ReferenceRun reference = RunReference(BuildFor(*scene, method, 1e-4));
    ASSERT_EQ(reference.num_windows(), 50) << entry.name;
    const MeasurementSetup setup(*scene, method);
    State state;
    for (int k = 0; k < reference.num_windows(); ++k) {
      ASSERT_TRUE(
          StepThroughWindow(*setup.stepper, DivideWindow(reference.window, 1e-4), reference, k, state));
      EXPECT_EQ(state.q, reference.states[k + 1].q) << entry.name;
      EXPECT_EQ(state.v, reference.states[k + 1].v) << entry.name;
    }
  }
}

TEST(LocalError, FailedWindowIsAResult) {
  const auto scene = Prepared(kOnSpring);
  const ReferenceRun reference = RunReference(BuildFor(*scene, {"rk4"}, 1e-4));
  ReferenceRun stiff = reference;
  for (Actuation& actuation : stiff.actuations) actuation.tau(0) = 1e300;
  const LocalError error = ErrorOf(*scene, {"euler"}, 1e-3, stiff);
  EXPECT_EQ(error.failed_windows, stiff.num_windows());
  EXPECT_TRUE(std::isnan(error.mean));
}

TEST(LocalError, IsUnknownWithoutAReference) {
  const auto scene = Prepared(kFalling);
  const LocalError error = ErrorOf(*scene, {"euler"}, 1e-3, ReferenceRun{});
  EXPECT_FALSE(error.has_reference);
  EXPECT_TRUE(std::isnan(error.mean));
}

TEST(ReferenceRun, IsIncompleteIfSpeedsAreNotBounded) {
  const auto scene = Prepared(kOnSpring, 5e-3);
  EXPECT_TRUE(RunReference(BuildFor(*scene, {"euler"}, 1e-4)).complete);
  Scene thrown = BuildFor(*scene, {"rk4"}, 1e-3);
  thrown.initial.v(2) = 2.0 * kLargestSpeed;
  EXPECT_FALSE(RunReference(thrown).complete);
}

TEST(Cost, PhasesAddUpToAtMostTheStepTime) {
  const auto scene = Prepared(kHeldBlock);
  const ReferenceRun reference = RunReference(BuildFor(*scene, {"rk4"}, 1e-3));
  MeasurementSetup setup(*scene, {"euler"});
  const Cost cost = MeasureCost(*setup.stepper, 1e-3, reference, 2);
  EXPECT_GT(cost.step_time, 1e-8);
  EXPECT_DOUBLE_EQ(cost.real_time_factor, 1e-3 / cost.step_time);
  double phases = 0.0;
  for (const double time : cost.phase_time) phases += time;
  EXPECT_LE(phases, cost.instrumented_step_time);
  EXPECT_GT(phases, 0.0);
}

// The result store keeps them as JSON.
TEST(LocalError, FieldsAreReadBackBitForBit) {
  LocalError written, read;
  written.mean = 0.1 + 0.2, written.max = 1e-300, written.failed_windows = 3, written.has_reference = true;
  written.series = {1.0 / 3.0, kUnknown, 5e300};
  ASSERT_TRUE(FromJson(ToJson(written), read));
  EXPECT_EQ(read.mean, 0.1 + 0.2);
  EXPECT_EQ(read.max, 1e-300);
  EXPECT_EQ(read.failed_windows, 3);
  EXPECT_TRUE(read.has_reference);
  ASSERT_EQ(read.series.size(), 3u);
  EXPECT_EQ(read.series[0], 1.0 / 3.0);
  EXPECT_TRUE(std::isnan(read.series[1]));
  EXPECT_EQ(read.series[2], 5e300);
}

}  // namespace
}  // namespace slipstick::measure
