// Claims of paper 000 on its own experiments, with our own squat, jump and trot, and what goes beyond it.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <cmath>

#include "slipstick/measure/closed_loop.h"
#include "slipstick/measure/local_error.h"
#include "slipstick/measure/measured_scene.h"
#include "support/sanitized.h"

namespace slipstick::papers_test {
namespace {

/// A motion with the paper's control period (Table I) and torques that are constant in between, as in its
/// experiments.
measure::MeasuredScene MotionScene(const std::string& name, const std::string& period,
                                   const std::string& duration) {
  scene::SceneSource source = scene::FindScene(name);
  for (const std::string& edit :
       {"control_period=" + period, "duration=" + duration, std::string("controller.feedback_by=controller")})
    source.edits.push_back(toml::ParseEdit(edit));
  return measure::PrepareScene(source);
}

double MeanError(const measure::MeasuredScene& scene, const measure::Method& method, double dt,
                 const measure::ReferenceRun& reference) {
  return measure::MeasureLocalError(*measure::MeasurementSetup(scene, method).stepper, dt, reference).mean;
}

measure::ReferenceRun Reference(const measure::MeasuredScene& scene) {
  return measure::RunReference(measure::BuildFor(scene, {"rk4"}, 1e-3 / 256));
}

// Table II: 40, 10 and 2 ms are the control periods, the longest steps there are.
TEST(Paper000, RobotsMoveAtTheStepsOfTableII) {
  SLIPSTICK_SKIP_IF_SANITIZED();
  struct Case {
    const char *name, *period, *duration;
    int parts;  ///< of it that are still too long for euler
  };
  for (const Case& c : {Case{"solo-squat", "40ms", "4s", 100},
                        {"solo-jump", "10ms", "2s", 32},
                        {"solo-trot", "2ms", "3s", 8}}) {
    const measure::MeasuredScene scene = MotionScene(c.name, c.period, c.duration);
    const measure::ReferenceRun reference =
        measure::RunReference(measure::BuildFor(scene, {"expo"}, scene.window / 16));
    const auto run = [&](const char* stepper, int parts) {
      return measure::MeasureClosedLoop(measure::BuildFor(scene, {stepper}, scene.window / parts), reference);
    };
    EXPECT_TRUE(run("expo", 1).small_deviation) << c.name << ": " << run("expo", 1).deviation << " m off";
    EXPECT_TRUE(run("expo-plain", 1).stable) << c.name;
    EXPECT_FALSE(run("euler", c.parts).small_deviation) << c.name;
  }
}

// Fig. 4a: the paper's scheme on the trot at the step of the control period, at half the critical damping.
TEST(Paper000, ErrorHardlyDependsOnStiffness) {
  SLIPSTICK_SKIP_IF_SANITIZED();
  double least = HUGE_VAL, most = 0.0;
  for (const double K : {1e5, 1e6, 1e8}) {
    scene::SceneSource source = scene::FindScene("solo-trot");
    for (const std::string& edit :
         {fmt::format("materials.default.stiffness={}", K),
          fmt::format("materials.default.damping={}", std::sqrt(K)), std::string("duration=600ms")})
      source.edits.push_back(toml::ParseEdit(edit));
    const measure::MeasuredScene scene = measure::PrepareScene(source);
    const measure::ReferenceRun own =
        measure::RunReference(measure::BuildFor(scene, {"expo-plain"}, 1e-3 / 64));
    const double error = MeanError(scene, {"expo-plain"}, scene.window, own);
    least = std::min(least, error);
    most = std::max(most, error);
  }
  EXPECT_LT(most, 3.0 * least);
}

// Beyond the paper, whose scheme is of first order.
TEST(Paper000, SecondOrderInSustainedContact) {
  SLIPSTICK_SKIP_IF_SANITIZED();
  const measure::MeasuredScene scene = MotionScene("solo-squat", "40ms", "1200ms");
  const measure::ReferenceRun reference = Reference(scene);
  const auto slope = [&](const measure::Method& method) {
    return std::log2(MeanError(scene, method, 20e-3, reference) /
                     MeanError(scene, method, 1.25e-3, reference)) /
           4.0;
  };
  EXPECT_NEAR(slope({"expo"}), 2.0, 0.2);
  EXPECT_NEAR(slope({"expo-plain"}), 1.0, 0.2);
}

TEST(Paper000, LocatedEventsAndSecondOrderPayOffInTrot) {
  SLIPSTICK_SKIP_IF_SANITIZED();
  const measure::MeasuredScene scene = MotionScene("solo-trot", "2ms", "1200ms");
  const measure::ReferenceRun reference = Reference(scene);
  EXPECT_GT(MeanError(scene, {"expo-plain"}, 2e-3, reference),
            5.0 * MeanError(scene, {"expo"}, 2e-3, reference));
}

}  // namespace
}  // namespace slipstick::papers_test
