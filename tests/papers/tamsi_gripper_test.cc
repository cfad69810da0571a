// The shaken gripper of Castro et al. 2020 (VI-A): it holds the mug at 3 ms, and the slip agrees with
// Coulomb's law.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <set>

#include "slipstick/run/simulation.h"
#include "slipstick/scene/scene_library.h"
#include "slipstick/scene/scene_reader.h"
#include "support/numbers.h"
#include "support/sanitized.h"

namespace slipstick::papers_test {
namespace {

constexpr double kAmplitude = 0.15, kOmega = 4.0 * M_PI;                   // m, rad/s
constexpr double kMug = 0.1, kGripper = 1.088882, kLargestFriction = 2.0;  // kg, kg, N: two pads, 10 N, 0.1
constexpr double kDuration = 5.0;                                          // s

// --- one-dimensional model with Coulomb's law

/// A gripper and a mug held by dry friction, both points on a line.
struct Line {
  double gripper = -kAmplitude * kOmega, mug = gripper;  ///< velocities, m/s
  double slip = 0.0, largest_slip = 0.0;                 ///< m: of the mug against the gripper
};

/// Steps of 10 µs: errors far below the tolerance of 0.2 %. `accelerate`: acceleration of the gripper under
/// the friction force of the mug.
double LargestSlip(const std::function<double(double t, double friction)>& accelerate,
                   const std::function<double(double t)>& friction_to_stick) {
  Line line;
  const double h = 1e-5;
  bool sticks = true;
  for (int k = 0; k < std::lround(kDuration / h); ++k) {
    const double t = (k + 0.5) * h, hold = friction_to_stick(t), speed = line.mug - line.gripper;
    sticks = sticks && std::abs(hold) <= kLargestFriction;
    const double friction = sticks         ? hold  // on the mug
                            : speed != 0.0 ? std::copysign(kLargestFriction, -speed)
                                           : std::copysign(kLargestFriction, hold);
    line.gripper += h * accelerate(t, -friction);
    line.mug += h * friction / kMug;
    const bool reversed = speed * (line.mug - line.gripper) < 0.0;
    if (sticks || reversed) line.mug = line.gripper, sticks = true;
    line.slip += h * (line.mug - line.gripper);
    line.largest_slip = support::Larger(line.largest_slip, std::abs(line.slip));
  }
  return line.largest_slip;
}

double LargestSlipWhenForced() {
  const double F = (kGripper + kMug) * kAmplitude * kOmega * kOmega;
  return LargestSlip(
      [&](double t, double friction) { return (F * std::sin(kOmega * t) + friction) / kGripper; },
      [&](double t) { return kMug / (kGripper + kMug) * F * std::sin(kOmega * t); });
}

double LargestSlipWhenMoved() {
  const auto a = [](double t) { return kAmplitude * kOmega * kOmega * std::sin(kOmega * t); };
  return LargestSlip([&](double t, double) { return a(t); }, [&](double t) { return kMug * a(t); });
}

TEST(TamsiPaper, OneDimensionalSlipIs18MillimetresWhenForcedAnd17WhenMoved) {
  EXPECT_NEAR(LargestSlipWhenForced(), 0.01845, 2e-5);
  EXPECT_NEAR(LargestSlipWhenMoved(), 0.01690, 2e-5);
}

// --- the scenes

struct Grasp {
  bool failed = false;
  double largest_slip = 0.0, last_slip = 0.0;  ///< m, of the mug along z against the fingers
  double tilt = 0.0;                           ///< largest, rad
  int steps_without_both = 0;                  ///< without contact of both fingers
};

Grasp Shake(const std::string& scene_name, double dt) {
  scene::SceneSource source = scene::FindScene(scene_name);
  source.edits.push_back({"dt", std::to_string(dt), "test"});
  const Scene scene = scene::BuildScene(source);
  Simulation simulation(scene);
  const Model& model = scene.world->model();
  const int lift = model.joints()[0].q, mug = model.joints()[2].q;
  Grasp grasp;
  simulation.Observe([&](const StepView& step) {
    const auto& q = step.after.q;
    grasp.last_slip = q(mug + 2) - q(lift);
    grasp.largest_slip = support::Larger(grasp.largest_slip, std::abs(grasp.last_slip));
    grasp.tilt =
        support::Larger(grasp.tilt, 2.0 * std::atan2(q.segment<3>(mug + 3).norm(), std::abs(q(mug + 6))));
    std::set<int> touching;
    for (const ContactReport& contact : step.report.contacts)
      if (Dot(contact.force, contact.normal) > 0.0) touching.insert({contact.body_a, contact.body_b});
    grasp.steps_without_both += touching.size() < 3;  // palm with its finger, left finger, mug
  });
  simulation.Run();
  grasp.failed = simulation.failed();
  return grasp;
}

/// 1 % of 18 mm: friction is regularised over v_s = 0.1 mm/s, and sticking begins within a step of 3 ms.
constexpr double kSlipTolerance = 2e-4;  // m

TEST(TamsiPaper, ForcedGripperHoldsTheMugWithTheSlipOfTheOneDimensionalModel) {
  SLIPSTICK_SKIP_IF_SANITIZED();
  for (const double dt : {3e-3, 1e-3, 3e-4}) {
    const Grasp grasp = Shake("gripper-shake", dt);
    EXPECT_FALSE(grasp.failed);
    EXPECT_EQ(grasp.steps_without_both, 0) << dt;
    EXPECT_NEAR(grasp.largest_slip, LargestSlipWhenForced(), kSlipTolerance) << dt;
    EXPECT_NEAR(grasp.last_slip, 0.0, kSlipTolerance) << dt;  // it returns in every cycle
  }
}

TEST(TamsiPaper, MovedGripperHoldsTheMugWithTheSlipOfTheOneDimensionalModel) {
  SLIPSTICK_SKIP_IF_SANITIZED();
  const Grasp grasp = Shake("gripper-shake-motion", 3e-3);
  EXPECT_FALSE(grasp.failed);
  EXPECT_EQ(grasp.steps_without_both, 0);
  EXPECT_NEAR(grasp.largest_slip, LargestSlipWhenMoved(), kSlipTolerance);
}

// The centre of mass is off the line between the fingers: the mug swings about it, and friction is partly
// used for that instead of motion along z.
TEST(TamsiPaper, MugWithOffsetMassRotatesAndIsHeld) {
  SLIPSTICK_SKIP_IF_SANITIZED();
  for (const double dt : {3e-3, 3e-4}) {
    const Grasp grasp = Shake("gripper-shake-mug", dt);
    EXPECT_FALSE(grasp.failed);
    EXPECT_EQ(grasp.steps_without_both, 0) << dt;
    EXPECT_LT(grasp.largest_slip, 0.015) << dt;  // 8.9 mm at 3 ms, 10.6 mm at 0.3 ms
    EXPECT_NEAR(grasp.tilt, 0.57, 0.03) << dt;   // 32 and 33 degrees
  }
}

}  // namespace
}  // namespace slipstick::papers_test
