// Controllers of joints by name: waves and timetables of scene files.
#include <gmock/gmock.h>

#include <cmath>

#include "support/scene_text.h"
#include "support/tolerances.h"

namespace slipstick::scene {

using namespace support;
namespace {

using testing::HasSubstr;

struct BadText {
  std::string text, message;
};

TEST(ActuatedJoints, FollowWaves) {
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
  EXPECT_NEAR(actuation.tau(0), 1.0 + 0.5 * std::sin(angle), kSumRounding);
  EXPECT_EQ(actuation.q_ref(1), 0.03);
  EXPECT_EQ(actuation.kp, Eigen::Vector2d(0.0, 1000.0));
  EXPECT_EQ(actuation.kd, Eigen::Vector2d(0.0, 2.0));
}

TEST(ActuatedJoints, WaveErrorsNamePlaceAndRemedy) {
  const std::string box = "[[robots]]\nmodel = 'planar_box.urdf'\n[controller]\nkind = 'waves'\n";
  const std::string wave = box + "[[controller.joints]]\n";
  const BadText cases[] = {
      {box, "s.toml:3:1: the controller 'waves' lacks 'joints', the actuated joints"},
      {box + "sample = 'midle'\n[[controller.joints]]\njoint = 'up'\nforce = 1\n", "did you mean 'middle'?"},
      {box + "joints = 3\n", "controller.joints is the number 3"},
      {wave + "force = 1\n", "s.toml:5:1: [[controller.joints]] lacks 'joint', the name of the joint"},
      {wave + "joint = 'upp'\nforce = 1\n",
       "s.toml:6:9: there is no joint 'upp' with one axis; did you mean 'up'?"},
      {wave + "joint = 'up'\n", "joint 'up' has none of 'force' and 'position'"},
      {wave + "joint = 'up'\nforce = 1\nposition = 1\n", "joint 'up' has both of 'force' and 'position'"},
      {wave + "joint = 'up'\nforce = '1 m'\n", "force is '1 m', a length"},
      {wave + "joint = 'up'\nposition = 0\namplitude = '1 N'\n", "amplitude is '1 N', a force"},
      {wave + "joint = 'up'\nforce = 0\nkp = 1\n",
       "s.toml:8:1: 'kp' has no meaning here: a force has no feedback"},
      {wave + "joint = 'up'\nposition = 0\nkp = -1\n", "s.toml:8:6: kp = -1 N/m, must be between 0"},
      {wave + "joint = 'up'\nposition = 0\n[[controller.joints]]\njoint = 'up'\nposition = 0\n",
       "has two position waves"},
  };
  for (const BadText& bad : cases) EXPECT_THAT(SceneRefusal(bad.text), HasSubstr(bad.message)) << bad.text;
}

TEST(ActuatedJoints, FollowTimetable) {
  const Scene scene = BuildText(R"([[robots]]
model = "double_pendulum.urdf"
name = "arm"
[[robots]]
model = "free_box.urdf"
position = [9, 0, 1]
[controller]
kind = "timetable"
kp = 5
over = "1 s"
gains = { upper_hinge = { kd = 0.7 } }
[[controller.times]]
at = 0
joints = { upper_hinge = "90 deg" }
[[controller.times]]
at = "2 s"
over = 0
joints = { "arm/upper_hinge" = 1, lower_hinge = -1 }
)");
  Actuation actuation(scene.world->model());
  State state = scene.initial;
  state.t = 0.5;
  scene.controls->Update(state, actuation);
  EXPECT_NEAR(actuation.q_ref(0), M_PI / 4, kRounding);  // halfway
  EXPECT_EQ(actuation.q_ref(1), 0.0);
  state.t = 2.0;
  scene.controls->Update(state, actuation);
  EXPECT_EQ(actuation.q_ref(0), 1.0);
  EXPECT_EQ(actuation.q_ref(1), -1.0);
  EXPECT_EQ(actuation.kp.head(2), Eigen::Vector2d(5.0, 5.0));
  EXPECT_EQ(actuation.kd.head(2), Eigen::Vector2d(0.7, 0.05));
  EXPECT_EQ(actuation.kp.tail(6).norm(), 0.0);
}

TEST(ActuatedJoints, TimetableErrorsNamePlaceAndRemedy) {
  const std::string arm = "[[robots]]\nmodel = 'iiwa14.urdf'\n[controller]\nkind = 'timetable'\n";
  const std::string time = arm + "[[controller.times]]\n";
  const BadText cases[] = {
      {arm, "s.toml:3:1: the controller 'timetable' lacks 'times', when joints move"},
      {arm + "over = '-1 s'\n" + time.substr(arm.size()) + "at = 0\njoints = {}\n",
       "s.toml:5:8: over = -1 s, must be"},
      {time + "joints = {}\n", "s.toml:5:1: [[controller.times]] lacks 'at', when the motion starts"},
      {time + "at = 0\n", "lacks 'joints', the target positions"},
      {time + "at = 0\njoints = 3\n", "s.toml:7:10: joints is the number 3; expected a table by joint"},
      {time + "at = -1\njoints = {}\n", "s.toml:6:6: at = -1 s, must be"},
      {time + "at = 0\njoints = { joint_9 = 0 }\n", "s.toml:7:12: there is no joint 'joint_9' with one axis"},
      {time + "at = 0\njoints = { joint_1 = '1 m' }\n", "joint_1 is '1 m', a length"},
      {time + "at = 0\njoints = { joint_1 = 9 }\n",
       "s.toml:7:22: the target of joint 'joint_1' is 9; its limits are"},
      {time + "at = 0\nover = 1\njoints = { joint_1 = 0 }\n[[controller.times]]\nat = 0.5\njoints = { "
              "joint_1 = 1 }\n",
       "joint 'joint_1' has a move at 0.5 s, but the previous one ends at 1 s"},
      {arm + "gains = { joint_1 = { kq = 1 } }\n" + time.substr(arm.size()) +
           "at = 0\njoints = { joint_1 = 0 }\n",
       "there is no key 'kq' in the gains of 'joint_1'"},
      {arm + "gains = { joint_1 = { kp = -1 } }\n" + time.substr(arm.size()) +
           "at = 0\njoints = { joint_1 = 0 }\n",
       "s.toml:5:28: kp = -1 N m/rad, must be between"},
  };
  for (const BadText& bad : cases) EXPECT_THAT(SceneRefusal(bad.text), HasSubstr(bad.message)) << bad.text;
}

TEST(ActuatedJoints, AmbiguousNamesNeedTheRobotPrefix) {
  const std::string text =
      "[[robots]]\nmodel = 'pendulum.urdf'\nname = 'a'\n[[robots]]\nmodel = 'pendulum.urdf'\nname = 'b'\n"
      "position = [9, 0, 0]\n[controller]\nkind = 'waves'\n[[controller.joints]]\nforce = 1\njoint = ";
  EXPECT_THAT(SceneRefusal(text + "'hinge'\n"),
              HasSubstr("several robots have a joint 'hinge' with one axis; did you mean"));
  EXPECT_EQ(SceneRefusal(text + "'b/hinge'\n"), "accepted");
}

}  // namespace
}  // namespace slipstick::scene
