// The hand of Castro et al. 2020 (VI-B): with the step of the paper it grasps a mug and rotates it back and
// forth for twelve seconds without losing it.
#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <vector>

#include "slipstick/run/simulation.h"
#include "slipstick/scene/scene_library.h"
#include "slipstick/scene/scene_reader.h"
#include "support/numbers.h"
#include "support/sanitized.h"

namespace slipstick::papers_test {
namespace {

constexpr double kGrasped = 3.0, kSwing = 1.5;  // s: start of the rotation, and duration of one direction

/// Motion of the mug after the grasp.
struct MugMotion {
  bool failed = false;
  double farthest = 0.0;          ///< m, of its centre from its position at the grasp
  int steps_without_thumb = 0;    ///< without contact of the thumb
  int steps_without_fingers = 0;  ///< with contact of fewer than two fingers
  std::vector<double> tilts;      ///< deg, of its axis against the horizontal, at the end of each swing
};

/// The fingers and the thumb, by the tree of the body that touches the mug.
std::set<std::string> Touching(const Model& model, const StepReport& report) {
  std::set<std::string> fingers;
  for (const ContactReport& contact : report.contacts) {
    if (!(Dot(contact.force, contact.normal) > 0.0)) continue;
    for (const int body : {contact.body_a, contact.body_b})
      if (body != model::kWorld && model.bodies()[body].name.starts_with("hand/"))
        fingers.insert(model.bodies()[body].name.substr(5, 4));  // inde, midd, ring, thum
  }
  return fingers;
}

double Tilt(const Eigen::VectorXd& q, int mug) {
  const double x = q(mug + 3), y = q(mug + 4);
  return std::asin(1.0 - 2.0 * (x * x + y * y)) * 180.0 / M_PI;  // height of the axis of the cylinder
}

MugMotion TurnMug(const Scene& scene) {
  Simulation simulation(scene);
  const Model& model = scene.world->model();
  const int mug = model.joints()[model.body("mug/mug")].q;
  MugMotion motion;
  simulation.RunTo(kGrasped);
  const Eigen::Vector3d grasped_at = simulation.state().q.segment<3>(mug);
  simulation.Observe([&](const StepView& step) {
    motion.farthest = support::Larger(motion.farthest, (step.after.q.segment<3>(mug) - grasped_at).norm());
    const std::set<std::string> touching = Touching(model, step.report);
    const int thumb = static_cast<int>(touching.count("thum"));
    motion.steps_without_thumb += thumb == 0;
    motion.steps_without_fingers += static_cast<int>(touching.size()) - thumb < 2;
  });
  for (int k = 1; !simulation.done() && !simulation.failed(); ++k) {
    simulation.RunTo(kGrasped + k * kSwing);
    motion.tilts.push_back(Tilt(simulation.state().q, mug));
  }
  motion.failed = simulation.failed();
  return motion;
}

TEST(TamsiPaper, HandRotatesAMugBackAndForthAndHoldsIt) {
  SLIPSTICK_SKIP_IF_SANITIZED();
  const MugMotion motion = TurnMug(scene::BuildScene(scene::FindScene("allegro-mug")));
  EXPECT_FALSE(motion.failed);
  EXPECT_LT(motion.farthest, 0.02);  // m: 13 mm, a third of the radius of the mug
  EXPECT_EQ(motion.steps_without_thumb, 0);
  EXPECT_EQ(motion.steps_without_fingers, 0);
  ASSERT_EQ(motion.tilts.size(), 8u);
  for (size_t k = 1; k < motion.tilts.size(); ++k) {
    const double swing = motion.tilts[k] - motion.tilts[k - 1];
    EXPECT_GT(k % 2 == 1 ? -swing : swing, 12.0)
        << k;  // degrees: 14 to 16, with the index finger up, with the ring finger down
  }
}

}  // namespace
}  // namespace slipstick::papers_test
