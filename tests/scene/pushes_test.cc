// [[pushes]] of scene files: the change of momentum is force times duration, and runs resume bit for bit.
#include <gmock/gmock.h>

#include "slipstick/record/compare_recordings.h"
#include "slipstick/run/recorded_run.h"
#include "slipstick/run/simulation.h"
#include "slipstick/scene/scene_library.h"
#include "slipstick/scene/scene_reader.h"
#include "slipstick/steppers/registry.h"
#include "support/recorded_runs.h"
#include "support/sanitized.h"
#include "support/scene_text.h"
#include "support/tolerances.h"

namespace slipstick::scene {

using namespace support;
namespace {

using Eigen::Vector3d;
using testing::ElementsAre;
using testing::HasSubstr;

State EndOf(const Scene& scene) {
  Simulation simulation(scene);
  simulation.Run();
  EXPECT_TRUE(simulation.done());
  return simulation.state();
}

constexpr double kMass = 2.0, kRadius = 0.1;
constexpr char kDrifting[] = R"(
duration = 0.1
gravity = [0, 0, 0]
[ground]
kind = "none"
[[bodies]]
name = "ball"
shape = "sphere"
radius = 0.1
mass = 2
velocity = [0.3, 0, 0]
[[pushes]]
body = "ball"
)";

Vector3d ImpulseOn(const State& state) { return kMass * (Vector3d(state.v.head<3>()) - Vector3d(0.3, 0, 0)); }

// Starts and ends within control periods, and within steps of steppers without step-size control.
TEST(Pushes, ChangeMomentumByForceTimesDurationWithEveryStepper) {
  const std::string push = "force = [10, -20, 30]\nat = '12.3 ms'\nover = '45.6 ms'\n";
  const std::string times[] = {"dt = 0.001", "dt = 0.007", "dt = 0.001\ncontrol_period = 0.003",
                               "dt = 0.02\ncontrol_period = 0.05"};
  ASSERT_FALSE(steppers::Steppers().empty());
  for (const std::string& time : times) {
    Scene scene = BuildText(time + kDrifting + push);
    for (const StepperEntry& entry : steppers::Steppers()) {
      if (SLIPSTICK_SANITIZED && entry.name.ends_with("-zeroth"))
        continue;  // the same algorithm, many more iterations
      scene.stepper = entry.name;
      const State end = EndOf(scene);
      const Vector3d missing = ImpulseOn(end) - 0.0456 * Vector3d(10, -20, 30);
      // rounding: some steppers compute velocities from poses, divided by steps of 1 ms
      EXPECT_LE(missing.norm(), 1e-13) << entry.name << ", " << time;
      EXPECT_LE(end.v.tail<3>().norm(), 1e-10)
          << entry.name << ": a force at the centre of mass does not rotate the ball";
    }
  }
}

TEST(Pushes, ChangeMomentumTheSameWithErrorControl) {
  const std::string push = "force = [10, -20, 30]\nat = '12.3 ms'\nover = '45.6 ms'\n";
  const Scene scene = BuildText(std::string("accuracy = 1e-3") + kDrifting + push);
  EXPECT_EQ(scene.control_period, 1e-3);  // as with a controller
  EXPECT_LE((ImpulseOn(EndOf(scene)) - 0.0456 * Vector3d(10, -20, 30)).norm(), 1e-13);
}

TEST(Pushes, MomentsAndOffsetForcesChangeAngularMomentum) {
  const double I = 0.4 * kMass * kRadius * kRadius;
  const State twisted =
      EndOf(BuildText(std::string(kDrifting) + "moment = [0, 0.002, 0]\nat = 0\nover = 0.05\n"));
  EXPECT_LE((I * twisted.v.tail<3>() - 0.05 * Vector3d(0, 0.002, 0)).norm(), kAccumulatedRounding);
  EXPECT_LE(ImpulseOn(twisted).norm(), kAccumulatedRounding);
  // for so short a time that the ball hardly rotates
  const State hit =
      EndOf(BuildText(std::string("dt = '10 us'") + kDrifting +
                      "force = [0, 5, 0]\npoint = ['10 cm', 0, 0]\nat = 0.03\nover = '10 us'\n"));
  EXPECT_LE((I * hit.v.tail<3>() - 1e-5 * Vector3d(0, 0, 0.5)).norm(), 1e-10);
  EXPECT_LE((ImpulseOn(hit) - 1e-5 * Vector3d(0, 5, 0)).norm(), kAccumulatedRounding);
}

TEST(Pushes, Superpose) {
  const State end =
      EndOf(BuildText(std::string(kDrifting) +
                      "force = [1, 0, 0]\nat = 0.01\nover = 0.05\n"
                      "[[pushes]]\nbody = 'ball'\nforce = [0, '2 kN', 0]\nat = 0.03\nover = '10 us'\n"));
  EXPECT_LE((ImpulseOn(end) - Vector3d(0.05, 0.02, 0)).norm(), kAccumulatedRounding);
}

constexpr char kWagon[] = R"(
[models]
wagon = """<robot name='wagon'>
  <link name='rail'/>
  <link name='car'><inertial><origin xyz='0 0 0.2'/><mass value='1'/><inertia ixx='.1' iyy='.1' izz='.1'/></inertial></link>
  <link name='hook'><inertial><mass value='1'/><inertia ixx='.1' iyy='.1' izz='.1'/></inertial></link>
  <joint name='slide' type='prismatic'><parent link='rail'/><child link='car'/><axis xyz='1 0 0'/>
    <limit lower='-9' upper='9' effort='9' velocity='9'/></joint>
  <joint name='weld' type='fixed'><parent link='car'/><child link='hook'/><origin xyz='0.5 0 0' rpy='0 0 1.5707963267948966'/></joint>
</robot>"""
)";

std::vector<ExternalWrench> HeldAtStart(const Scene& scene) {
  Actuation actuation(scene.world->model());
  scene.controls->Update(scene.initial, actuation);
  return actuation.wrenches;
}

TEST(Pushes, FindLinksOnFixedJoints) {
  const std::string robot = kWagon + std::string("[[robots]]\nmodel = 'wagon'\nbase = 'fixed'\n");
  const std::string push = "[[pushes]]\nforce = [1, 0, 0]\nat = 0\nover = 1\n";
  const auto on_car = HeldAtStart(BuildText(robot + push + "body = 'car'\n"));
  ASSERT_EQ(on_car.size(), 1u);
  EXPECT_LE((on_car[0].p_B - Vector3d(0.25, 0, 0.1)).norm(), kRounding);  // of the car and its hook
  const auto on_hook = HeldAtStart(BuildText(robot + push + "body = 'hook'\npoint = [0.1, 0, 0]\n"));
  ASSERT_EQ(on_hook.size(), 1u);
  EXPECT_EQ(on_hook[0].body, on_car[0].body);
  EXPECT_LE((on_hook[0].p_B - Vector3d(0.5, 0.1, 0)).norm(), kRounding);
}

TEST(Pushes, FindLinksOfSeveralRobots) {
  const std::string robots = std::string(kWagon) +
                             "[[robots]]\nmodel = 'wagon'\nname = 'a'\nbase = 'fixed'\n"
                             "[[robots]]\nmodel = 'wagon'\nname = 'b'\nbase = 'fixed'\n"
                             "[[pushes]]\nforce = [1, 0, 0]\nat = 0\nover = 1\n";
  EXPECT_EQ(HeldAtStart(BuildText(robots + "body = 'b/car'\n"))[0].body, 1);
  const std::string refusal = SceneRefusal(robots + "body = 'car'\n");
  EXPECT_THAT(refusal, HasSubstr("there is more than one link or body 'car' that moves"));
  EXPECT_THAT(refusal, HasSubstr("a/car"));
}

TEST(Pushes, SetControlPeriodAndKeepControllerName) {
  const std::string push = "force = [1, 0, 0]\nat = 0\nover = 1\n";
  const Scene alone = BuildText(std::string("dt = 0.002") + kDrifting + push);
  EXPECT_EQ(alone.controller, "pushes");
  EXPECT_EQ(alone.control_period, 0.002);
  const Scene none = BuildText(kDrifting + push + "[controller]\nkind = 'none'\n");
  EXPECT_EQ(none.controller, "pushes");
  const Scene held = BuildText(kDrifting + push + "[controller]\nkind = 'hold'\n");
  EXPECT_EQ(held.controller, "hold");
  EXPECT_EQ(HeldAtStart(held).size(), 1u);
  const Scene without_pushes =
      BuildText("pushes = []\n[[bodies]]\nshape = 'sphere'\nradius = 1\nposition = [0, 0, 1]\n");
  EXPECT_EQ(without_pushes.controls, nullptr);
  EXPECT_EQ(without_pushes.control_period, 0.0);
}

TEST(Pushes, AreNotedIfTheyStartAfterTheEnd) {
  const Scene scene = BuildText(std::string(kDrifting) + "force = [1, 0, 0]\nat = 5\nover = 1\n");
  EXPECT_THAT(scene.notes,
              ElementsAre("s.toml:12:1: this disturbance starts at 5 s, and the run ends at 0.1 s."));
}

SceneSource PushedSolo(const std::string& duration) {
  SceneSource source = FindScene("solo-squat");
  source.text += "\n[[pushes]]\nbody = 'base_link'\nforce = [0, 4, 0]\nat = 0.0513\nover = 0.06\n";
  source.edits = {{"duration", duration, "test"}, {"control_period", "0.003", "test"}};
  return source;
}

// Resumes during a disturbance, between two control updates.
TEST(Pushes, ResumeBitForBit) {
  const Scene scene = BuildScene(PushedSolo("0.15"));
  const Recording straight = RecordRun(scene, 1.0);
  const Recording half = RecordRun(scene, 0.0705);
  ASSERT_EQ(half.checkpoint->actuation.wrenches.size(), 1u);
  EXPECT_EQ(record::CompareRecordings(straight, ResumeRun(scene, half)), "");
  EXPECT_EQ(
      record::CompareRecordings(straight, RecordRun(BuildScene(run::RecordedScene(straight, "test")), 1.0)),
      "");
}

TEST(Pushes, DoNotChangeTheRunBeforeTheyStart) {
  SceneSource quiet = PushedSolo("0.051");
  quiet.text = FindScene("solo-squat").text;
  EXPECT_EQ(EndOf(BuildScene(PushedSolo("0.051"))).q, EndOf(BuildScene(quiet)).q);
  quiet.edits[0].value = "0.06";
  EXPECT_NE(EndOf(BuildScene(PushedSolo("0.06"))).q, EndOf(BuildScene(quiet)).q);
}

TEST(Pushes, ErrorsNamePlaceAndRemedy) {
  const std::string ball =
      "[[bodies]]\nname = 'ball'\nshape = 'sphere'\nradius = 1\nposition = [0, 0, 1]\n"  // lines 1 to 5
      "[[bodies]]\nname = 'wall'\nshape = 'box'\nsize = [1, 1, 1]\nposition = [9, 0, 0]\nfixed = true\n";
  const std::string push = ball + "[[pushes]]\n";  // line 12
  const std::pair<std::string, std::string> cases[] = {
      {push + "force = [1, 0, 0]\n",
       "s.toml:12:1: [[pushes]] lacks 'body', the link or body on which the force acts."},
      {push + "body = 3\n", "s.toml:13:8: body is the number 3; expected a text in quotes."},
      {push + "body = 'bal'\n",
       "s.toml:13:8: there is no link or body 'bal' that moves; did you mean 'ball'?"},
      {push + "body = 'wall'\n", "s.toml:13:8: there is no link or body 'wall' that moves"},
      {push + "body = 'ball'\n",
       "s.toml:12:1: [[pushes]] has neither 'force' nor 'moment'; give one of them: [x, y, z] in N or N m."},
      {push + "body = 'ball'\nforce = 3\n",
       "s.toml:14:9: force is the number 3; expected a list of three numbers"},
      {push + "body = 'ball'\nforce = ['1 m', 0, 0]\n", "force[0] is '1 m', a length"},
      {push + "body = 'ball'\nmoment = [0, '1 N', 0]\n", "moment[1] is '1 N', a force"},
      {push + "body = 'ball'\nforce = [1, 0, 0]\npoint = [1, 2]\n", "s.toml:15:9: point is a list of 2"},
      {push + "body = 'ball'\nforce = [1, 0, 0]\nover = 1\n",
       "s.toml:12:1: [[pushes]] lacks 'at', the start time."},
      {push + "body = 'ball'\nforce = [1, 0, 0]\nat = 1\n",
       "s.toml:12:1: [[pushes]] lacks 'over', the duration."},
      {push + "body = 'ball'\nforce = [1, 0, 0]\nat = -1\nover = 1\n",
       "s.toml:15:6: at is -1 s; it must be 0 or more, since runs start at 0."},
      {push + "body = 'ball'\nforce = [1, 0, 0]\nat = 1\nover = 0\n",
       "s.toml:16:8: over is 0 s; it must be above 0."},
      {push + "body = 'ball'\nforce = [1, 0, 0]\nat = '1 N'\nover = 1\n", "at is '1 N', a force"},
      {push + "body = 'ball'\nforces = [1, 0, 0]\n",
       "s.toml:14:1: there is no key 'forces' in [[pushes]]; did you mean 'force'?"},
      {"pushes = 3\n" + ball, "s.toml:1:10: pushes is the number 3; expected one or more tables [[pushes]]."},
      {kWagon + std::string("[[robots]]\nmodel = 'wagon'\nbase = 'fixed'\n[[pushes]]\nbody = 'rail'\n"),
       "'rail' is fixed to the world; choose a body that can move."},
  };
  for (const auto& [text, message] : cases) EXPECT_THAT(SceneRefusal(text), HasSubstr(message)) << text;
}

}  // namespace
}  // namespace slipstick::scene
