// Controllers that drive joints by name, as scene files write them.
#include <gmock/gmock.h>

#include <cmath>

#include "core/error.h"
#include "scene/scene.h"

namespace slipstick {
namespace {

using testing::HasSubstr;

Scene BuildText(const std::string& text) { return BuildScene({"s.toml", text, "", {}}); }

std::string ComplaintAbout(const std::string& text) {
  try {
    BuildText(text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

struct BadText {
  std::string text, message;
};

TEST(DrivenJoints, FollowWaves) {
  const Scene scene = BuildText(R"(dt = "4 ms"
[[robots]]
model = "planar_box.urdf"
[controller]
kind = "waves"
kd = 2
sample = "middle"
[[controller.joints]]
joint = "sideways"
force = "1 N"
amplitude = "500 mN"
frequency = "25 Hz"
phase = "90 deg"
[[controller.joints]]
joint = "up"
position = "3 cm"
kp = "1 kN/m"
)");
  Actuation actuation(scene.world->model());
  scene.controls->Update(scene.initial, actuation);
  const double angle = M_PI / 2 + 2.0 * M_PI * 25.0 * 0.002;  // in the middle of the control period
  EXPECT_NEAR(actuation.tau(0), 1.0 + 0.5 * std::sin(angle), 1e-14);
  EXPECT_EQ(actuation.q_ref(1), 0.03);
  EXPECT_EQ(actuation.kp, Eigen::Vector2d(0.0, 1000.0));
  EXPECT_EQ(actuation.kd, Eigen::Vector2d(0.0, 2.0));
}

TEST(DrivenJoints, NameMistakesOfWaves) {
  const std::string box = "[[robots]]\nmodel = 'planar_box.urdf'\n[controller]\nkind = 'waves'\n";
  const std::string wave = box + "[[controller.joints]]\n";
  const BadText cases[] = {
      {box, "s.toml:3:1: the controller 'waves' lacks 'joints', what it drives"},
      {box + "sample = 'midle'\n[[controller.joints]]\njoint = 'up'\nforce = 1\n", "did you mean 'middle'?"},
      {box + "joints = 3\n", "controller.joints is the number 3"},
      {wave + "force = 1\n", "s.toml:5:1: [[controller.joints]] lacks 'joint', the one that is driven"},
      {wave + "joint = 'upp'\nforce = 1\n",
       "s.toml:6:9: there is no joint 'upp' with one axis; did you mean 'up'?"},
      {wave + "joint = 'up'\n", "joint 'up' needs one of 'force' and 'position'"},
      {wave + "joint = 'up'\nforce = 1\nposition = 1\n", "joint 'up' needs one of 'force' and 'position'"},
      {wave + "joint = 'up'\nforce = '1 m'\n", "force is '1 m', a length"},
      {wave + "joint = 'up'\nposition = 0\namplitude = '1 N'\n", "amplitude is '1 N', a force"},
      {wave + "joint = 'up'\nforce = 0\nkp = 1\n",
       "s.toml:8:1: 'kp' has no meaning here: a force has no feedback"},
      {wave + "joint = 'up'\nposition = 0\nkp = -1\n", "s.toml:8:6: kp = -1 N/m, must be between 0"},
      {wave + "joint = 'up'\nposition = 0\n[[controller.joints]]\njoint = 'up'\nposition = 0\n",
       "is led by two positions"},
  };
  for (const BadText& bad : cases) EXPECT_THAT(ComplaintAbout(bad.text), HasSubstr(bad.message)) << bad.text;
}

}  // namespace
}  // namespace slipstick
