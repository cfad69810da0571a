// Reading of scene files.
#include "slipstick/scene/scene_reader.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "slipstick/core/random.h"
#include "slipstick/scene/scene_library.h"
#include "support/refusal.h"
#include "support/scene_text.h"
#include "support/temp_folder.h"
#include "support/tolerances.h"

namespace slipstick::scene {

using namespace support;
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

constexpr char kWalker[] = R"(<robot name="walker">
  <link name="trunk">
    <inertial><mass value="2"/><inertia ixx=".1" iyy=".1" izz=".1"/></inertial>
    <collision><geometry><sphere radius="0.1"/></geometry></collision>
  </link>
  <link name="leg">
    <inertial><mass value="1"/><inertia ixx=".1" iyy=".1" izz=".1"/></inertial>
    <collision><origin xyz="0 0 -0.5"/><geometry><sphere radius="0.05"/></geometry></collision>
  </link>
  <joint name="hip" type="revolute"><parent link="trunk"/><child link="leg"/><axis xyz="0 1 0"/>
    <limit lower="-1" upper="1" effort="9" velocity="9"/></joint>
</robot>)";

TEST(Scene, PutsUrdfRobotOnTheGround) {
  const TempFolder folder("own_robot");
  WriteText(folder / "walker.urdf", kWalker);
  WriteText(folder / "walk.toml", R"(stepper = "implicit-euler"
dt = "1 ms"
duration = "2 s"
[materials.default]
friction = 0.9
[[robots]]
model = "walker.urdf"
joints = { hip = "30 deg" }
[controller]
kind = "hold"
)");
  const Scene scene = BuildScene(FindScene(folder / "walk.toml"));
  EXPECT_EQ(scene.world->model().nv(), 7);
  EXPECT_EQ(scene.world->geometry().num_shapes(), 3);
  EXPECT_DOUBLE_EQ(scene.world->material(0, 1).mu_static, 0.9);
  EXPECT_NEAR(scene.initial.q(7), M_PI / 6, kRounding);
  EXPECT_NEAR(scene.initial.q(2), 0.5 * std::cos(M_PI / 6) + 0.05,
              1e-9);  // the foot touches: PutOnGround's tolerance
  EXPECT_TRUE(scene.controls);
  EXPECT_EQ(scene.control_period, 1e-3);
}

TEST(Scene, TakesMissingInertiasFromShapes) {
  const TempFolder folder;
  WriteText(folder / "arm.urdf", R"(<robot name="arm"><link name="base"/>
  <link name="upper"><collision><geometry><box size="0.1 0.1 0.1"/></geometry></collision></link>
  <joint name="j" type="continuous"><parent link="base"/><child link="upper"/></joint></robot>)");
  const auto build = [&](const std::string& keys) {
    WriteText(folder / "s.toml", "[[robots]]\nmodel = 'arm.urdf'\nposition = [0, 0, 1]\n" + keys);
    return BuildScene(FindScene(folder / "s.toml"));
  };
  const auto mass = [&](const std::string& keys) { return build(keys).world->model().total_mass(); };
  EXPECT_NEAR(mass("missing_inertia = 'shapes'\n"), 1.0, kRounding);
  EXPECT_NEAR(mass("missing_inertia = 'shapes'\ndensity = '2 g/cm^3'\n"), 2.0, kRounding);
  EXPECT_THAT(Refusal([&] { build(""); }), HasSubstr("missing_inertia = shapes"));
  EXPECT_THAT(Refusal([&] { build("density = 2000\n"); }),
              HasSubstr("s.toml:4:11: 'density' is used for links without inertia only"));
}

// With step-size control dt is only the output interval.
TEST(Scene, DefaultOutputIntervalWithAccuracy) {
  const std::string body = "[[bodies]]\nshape = 'sphere'\nradius = 1\nposition = [0, 0, 1]\n";
  const auto dt = [&](const std::string& keys) { return BuildText(keys + body).dt; };
  EXPECT_EQ(BuildText("accuracy = 1e-4\n" + body).accuracy, 1e-4);
  EXPECT_EQ(BuildText(body).accuracy, 0.0);
  EXPECT_EQ(dt("accuracy = 1e-4\n"), 1e-2);
  EXPECT_EQ(dt("accuracy = 1e-4\ndt = '3 ms'\n"), 3e-3);
  EXPECT_EQ(dt("accuracy = 1e-4\ncontrol_period = '5 ms'\n"), 5e-3);
  EXPECT_EQ(dt("accuracy = 1e-4\ncontroller = {kind = 'none'}\n"), 1e-3);
}

TEST(Scene, IsBuiltAgainFromItsText) {
  const TempFolder folder("self_contained");
  WriteText(folder / "walker.urdf", kWalker);
  SceneSource source{"walk", "[[robots]]\nmodel = 'walker.urdf'\n", folder / "", {}};
  source.edits = {{"robots.joints.hip", "0.1234567890123456789", "--set"}, {"dt", "3 us", "--dt"}};
  const Scene first = BuildScene(source);
  std::filesystem::remove(folder / "walker.urdf");
  const Scene again = BuildScene({"walk", first.text(), "", {}});
  EXPECT_EQ(again.text(), first.text());
  EXPECT_EQ(again.dt, first.dt);
  EXPECT_EQ(again.initial.q, first.initial.q);
}

TEST(Scene, PrefixesNamesOfSeveralRobots) {
  const Scene scene = BuildText(R"(
[[robots]]
model = "pendulum.urdf"
name = "left"
position = [0, 1, 0]
[[robots]]
model = "pendulum.urdf"
name = "right"
[ground]
kind = "none"
)");
  EXPECT_EQ(scene.world->model().nv(), 2);
  EXPECT_EQ(scene.world->model().joints()[0].name.substr(0, 5), "left/");
  EXPECT_EQ(scene.world->model().joints()[1].name.substr(0, 6), "right/");
}

TEST(Scene, TiltsTheGroundDownhill) {
  const Scene scene = BuildText(R"(
[ground]
slope = "30 deg"
downhill = "90 deg"
[[bodies]]
shape = "sphere"
radius = 0.1
position = [0, 1, 3]
on_ground = true
)");
  // the centre is 0.1 m from a plane that falls by tan 30 deg towards y
  EXPECT_NEAR(scene.initial.q(2), -std::tan(M_PI / 6) + 0.1 / std::cos(M_PI / 6), 1e-9);
}

TEST(Scene, StandsOnAHeightField) {
  const Scene scene = BuildText(R"(
[ground]
kind = "height-field"
heights = [[0, 0, 0], [0, 0.5, 0], [0, 0, 0]]
spacing = 1
[[bodies]]
shape = "sphere"
radius = 0.1
position = [0, 0, 2]
on_ground = true
)");
  EXPECT_NEAR(scene.initial.q(2), 0.6, 1e-6);  // on top of the peak
}

TEST(Scene, LimitsOfJointsMayBeUndamped) {
  const std::string robot = "[ground]\nkind = 'none'\n[[robots]]\nmodel = 'gripper.urdf'\n";
  const auto damping = [](const Scene& scene) {
    double largest = 0.0;
    for (const world::JointLaw& law : scene.world->joint_laws())
      largest = std::max(largest, law.limit_damping);
    return largest;
  };
  EXPECT_GT(damping(BuildText(robot)), 0.0);
  EXPECT_EQ(damping(BuildText("[joints]\nlimit_damping_ratio = 0\n" + robot)), 0.0);
}

TEST(Scene, TakesMaterialsFromTheDefaultAndPairsFromTheCombination) {
  const Scene scene = BuildText(R"(
[materials.default]
stiffness = "50 kN/m"
[materials.ice]
friction = 0.05
[materials.steel]
mu_static = 0.5
[[pairs]]
materials = ["ice", "steel"]
restitution = 0.25
[ground]
material = "ice"
[[bodies]]
shape = "sphere"
radius = 1
position = [0, 0, 1]
material = "steel"
)");
  const ContactMaterial& pair = scene.world->material(0, 1);
  EXPECT_DOUBLE_EQ(pair.stiffness, 5e4);
  EXPECT_DOUBLE_EQ(pair.mu_static, 0.05);
  EXPECT_DOUBLE_EQ(pair.restitution, 0.25);
  EXPECT_DOUBLE_EQ(scene.world->material(1, 1).mu_kinetic, 0.5);
}

// The foot is on a fixed joint, so it is a link of the file but not a body; it has two shapes, one with a
// name.
constexpr char kHopper[] = R"([models]
"hopper.urdf" = '''<robot name="hopper">
  <link name="trunk">
    <inertial><mass value="2"/><inertia ixx=".1" iyy=".1" izz=".1"/></inertial>
    <collision><geometry><sphere radius="0.1"/></geometry></collision>
  </link>
  <link name="leg">
    <inertial><mass value="1"/><inertia ixx=".1" iyy=".1" izz=".1"/></inertial>
    <collision name="shin"><geometry><sphere radius="0.05"/></geometry></collision>
  </link>
  <link name="foot">
    <collision name="heel"><geometry><sphere radius="0.05"/></geometry></collision>
    <collision><geometry><sphere radius="0.04"/></geometry></collision>
  </link>
  <joint name="hip" type="revolute"><parent link="trunk"/><child link="leg"/><axis xyz="0 1 0"/>
    <origin xyz="0 0 -0.5"/><limit lower="-1" upper="1" effort="9" velocity="9"/></joint>
  <joint name="ankle" type="fixed"><parent link="leg"/><child link="foot"/><origin xyz="0 0 -0.5"/></joint>
</robot>'''
[materials.rubber]
friction = 0.9
[materials.steel]
friction = 0.2
)";

int ShapeNamed(const Scene& scene, const std::string& name) {
  for (int i = 0; i < scene.world->geometry().num_shapes(); ++i)
    if (scene.world->shape_name(i) == name) return i;
  ADD_FAILURE() << "no shape " << name;
  return 0;
}

double FrictionOf(const Scene& scene, const std::string& name) {
  const int shape = ShapeNamed(scene, name);
  return scene.world->material(shape, shape).mu_static;
}

TEST(Scene, SetsMaterialsOfSingleShapes) {
  const std::string robot = "[[robots]]\nmodel = 'hopper.urdf'\nmaterial = 'steel'\n";
  const Scene scene =
      BuildText(kHopper + robot + "contacts = ['foot']\ncollisions = true\nmaterials = { leg = 'rubber' }\n");
  EXPECT_EQ(FrictionOf(scene, "shin"), 0.9);
  EXPECT_EQ(FrictionOf(scene, "heel"), 0.2);
  const Scene foot = BuildText(kHopper + robot + "materials = { foot = 'rubber', heel = 'default' }\n");
  EXPECT_EQ(FrictionOf(foot, "foot_collision"), 0.9);
  EXPECT_EQ(FrictionOf(foot, "heel"),
            ContactMaterial{}.mu_static);  // the material of the shape overrides that of its link
  EXPECT_EQ(FrictionOf(foot, "shin"), 0.2);
  const Scene point = BuildText(kHopper + robot + "contacts = ['foot']\nmaterials = { foot = 'rubber' }\n");
  EXPECT_EQ(FrictionOf(point, "foot"), 0.9);

  const auto message = [&](const std::string& materials) {
    return SceneRefusal(kHopper + robot + "materials = " + materials + "\n");
  };
  EXPECT_THAT(message("{ heal = 'rubber' }"),
              HasSubstr("robot 'hopper' has no collision shape 'heal', nor a link of that name with one; "
                        "did you mean 'heel'"));
  EXPECT_THAT(message("{ heel = 'ruber' }"),
              HasSubstr("there is no material 'ruber'; did you mean 'rubber'?"));
  EXPECT_THAT(message("'rubber'"), HasSubstr("expected a table"));
}

TEST(Scene, MaterialsUseNamesWithoutRobotPrefix) {
  const Scene scene =
      BuildText(std::string(kHopper) +
                "[[robots]]\nmodel = 'hopper.urdf'\nname = 'a'\nmaterials = { heel = 'rubber' }\n"
                "[[robots]]\nmodel = 'hopper.urdf'\nname = 'b'\nposition = [3, 0, 3]\n");
  EXPECT_EQ(FrictionOf(scene, "a/heel"), 0.9);
  EXPECT_NE(FrictionOf(scene, "b/heel"), 0.9);
}

TEST(Scene, ExcludesPairsByShapeAndLink) {
  const std::string robot = "[[robots]]\nmodel = 'hopper.urdf'\n[ground]\nheight = 0\n";
  const Scene scene = BuildText("exclude = [['foot', 'ground'], ['ground', 'shin']]\n" + (kHopper + robot));
  const geometry::CollisionGeometry& geometry = scene.world->geometry();
  const int ground = ShapeNamed(scene, "ground");
  for (const char* name : {"heel", "foot_collision", "shin"})
    EXPECT_FALSE(geometry.MayTouch(ShapeNamed(scene, name), ground)) << name;
  EXPECT_TRUE(geometry.MayTouch(ShapeNamed(scene, "trunk_collision"), ground));
  EXPECT_NEAR(scene.initial.q(2), 0.1, 1e-9);  // only the trunk collides with the ground

  const auto message = [&](const std::string& exclude) {
    return SceneRefusal("exclude = " + exclude + "\n" + kHopper + robot);
  };
  EXPECT_THAT(
      message("[['foot', 'grond']]"),
      HasSubstr("s.toml:1:21: there is no shape 'grond', nor a link of that name with shapes; did you "
                "mean 'ground'?"));
  EXPECT_THAT(message("['foot', 'ground']"),
              HasSubstr("s.toml:1:12: an entry of exclude is the text 'foot'"));
  EXPECT_THAT(message("[['foot']]"), HasSubstr("an entry of exclude is a list of 1"));
  EXPECT_THAT(message("'foot'"), HasSubstr("s.toml:1:11: exclude is the text 'foot'; expected a list"));
}

TEST(Scene, ChecksOptionsOfEveryStepperAndUsesThoseOfTheOneThatRuns) {
  const std::string text = R"(
stepper = "implicit-euler"
[options.implicit-euler]
max_iterations = 7
[options.euler]
semi_implicit = true
[[bodies]]
shape = "sphere"
radius = 1
position = [0, 0, 1]
)";
  EXPECT_EQ(BuildText(text).options, (FieldValues{{"max_iterations", "7"}}));
  SceneSource euler{"s.toml", text, "", {{"stepper", "euler", "--stepper euler"}}};
  EXPECT_EQ(BuildScene(euler).options, (FieldValues{{"semi_implicit", "true"}}));
}

TEST(Scene, RejectsDeepPenetrationAtTheStart) {
  const auto ball = [](const char* z) {
    return SceneRefusal(
        std::string("[[bodies]]\nname = 'ball'\nshape = 'sphere'\nradius = 0.01\nposition = [0, 0, ") + z +
        "]\n");
  };
  EXPECT_THAT(ball("0.005"), StartsWith("s.toml:1:1: 'ball' starts 5 mm deep in 'ground'"));
  EXPECT_EQ(ball("0.0095"), "accepted");  // slight
  EXPECT_THAT(SceneRefusal("[[bodies]]\nshape = 'box'\nsize = [9, 9, 9]\nposition = [0, 0, 4.48]\n"),
              HasSubstr("20 mm deep"));
}

TEST(Scene, AcceptsDeepPenetrationOnRequest) {
  const std::string ball =
      "[[bodies]]\nname = 'ball'\nshape = 'sphere'\nradius = 0.1\nposition = [0, 0, -0.05]\n";
  EXPECT_THAT(SceneRefusal("allow_penetration = false\n" + ball), HasSubstr("150 mm deep in 'ground'"));
  EXPECT_EQ(BuildText("allow_penetration = true\n" + ball).initial.q(2), -0.05);
}

TEST(Scene, ComputesInertiaOfBodiesFromTheirShape) {
  const Scene scene = BuildText(R"(
[[bodies]]
name = "light"
shape = "box"
size = [1, 2, 3]
density = "2 kg/m^3"
position = [0, 0, 5]
[[bodies]]
name = "heavy"
shape = "cylinder"
radius = 0.5
length = 2
mass = 7
position = [9, 0, 5]
)");
  EXPECT_DOUBLE_EQ(scene.world->model().bodies()[0].inertia.mass, 12.0);
  EXPECT_DOUBLE_EQ(scene.world->model().bodies()[1].inertia.mass, 7.0);
  EXPECT_NEAR(scene.world->model().bodies()[1].inertia.rotational(2, 2), 0.5 * 7.0 * 0.25,
              kAccumulatedRounding);  // m r² / 2
}

TEST(Scene, DurationMayBeShorterThanControlPeriod) {
  EXPECT_EQ(
      SceneRefusal("control_period = 1e6\n[[bodies]]\nshape = 'sphere'\nradius = 1\nposition = [0, 0, 1]\n"),
      "accepted");
}

struct BadScene {
  const char *text, *message;
};

TEST(Scene, ErrorsNamePlaceFindingAndRemedy) {
  const std::string body = "[[bodies]]\nshape = 'sphere'\nradius = 1\nposition = [0, 0, 1]\n";
  const BadScene cases[] = {
      {"", "s.toml:1:1: the scene is empty"},
      {"dt = 0\n", "s.toml:1:6: dt is 0 s; it must be above 0"},
      {"accuracy = 0\n", "s.toml:1:12: accuracy is 0; it must be above 0"},
      {"accuracy = -1e-3\n", "s.toml:1:12: accuracy is -0.001; it must be above 0"},
      {"accuracy = nan\n", "s.toml:1:12: accuracy is"},
      {"accuracy = '1 ms'\n", "s.toml:1:12: accuracy is '1 ms', a time; expected a plain number"},
      {"dt = 'fast'\n", "s.toml:1:6: dt is 'fast', which is not a number; expected a time"},
      {"duration = '3 m'\n", "s.toml:1:12: duration is '3 m', a length; expected a time"},
      {"control_period = [1]\n", "s.toml:1:18: control_period is a list of 1; expected a time"},
      {"control_period = 1e-12\n", "s.toml:1:18: 3 s in steps of 1e-12 s are more than 1e+10 steps"},
      {"control_period = 1e30\n", "s.toml:1:18: 1e+30 s in steps of 0.001 s are more than 1e+10 steps"},
      {"dt = 1e-320\n", "s.toml:1:6: 3 s in steps of"},
      {"steper = 'euler'\n", "s.toml:1:1: there is no key 'steper' in the scene; did you mean 'stepper'?"},
      {"stepper = 'eule'\n", "s.toml:1:11: there is no stepper 'eule'; did you mean 'euler'?"},
      {"stepper = 3\n", "s.toml:1:11: stepper is the number 3; expected a text in quotes"},
      {"gravity = [0, 0]\n", "gravity is a list of 2; expected a list of three numbers"},
      {"[ground]\nkind = 'plain'\n",
       "s.toml:2:8: there is no kind 'plain' for [ground]; did you mean 'plane'?"},
      {"[ground]\nkind = 'none'\nslope = 1\n", "s.toml:3:1: 'slope' has no meaning here: there is no ground"},
      {"[ground]\nslope = '95 deg'\n", "slope must be less than 85 deg"},
      {"[ground]\nmaterial = 'ice'\n", "s.toml:2:12: there is no material 'ice'"},
      {"[ground]\nkind = 'height-field'\n", "a height field needs either 'heights'"},
      {"[ground]\nkind = 'height-field'\nspacing = 1\nheights = [[0, 1], [2]]\n",
       "all rows must have the same length"},
      {"[ground]\nkind = 'height-field'\nspacing = 1\nfile = 'no.csv'\n", "'no.csv' cannot be opened"},
      {"[materials.ice]\nfrction = 0.1\n",
       "there is no key 'frction' in [materials.ice]; did you mean 'friction'?"},
      {"[materials.ice]\nfriction = -0.1\n", "material 'ice': mu_static = -0.1"},
      {"[materials.ice]\nstiffness = '3 N'\n", "a force; expected a stiffness"},
      {"[[pairs]]\nmaterials = ['a']\n", "expected two names"},
      {"[[pairs]]\nmaterials = ['default', 'oil']\n", "there is no material 'oil'"},
      {"[options]\norder = 1\n[options.expo]\norder = 2\n",
       "option 'order' of expo is given twice, here and at "},
      {"[options]\nfoo = 1\n", "there is no option 'foo' among the options of stepper 'expo': order,"},
      {"[options]\nmax_events = 2.5\n",
       "s.toml:2:14: stepper 'expo': max_events = 2.5, must be a whole number"},
      {"[options.eulr]\n", "there is no stepper 'eulr'; did you mean 'euler'?"},
      {"[options]\nnormal_anchor = 'surfaces'\n",
       "there is no normal_anchor 'surfaces'; did you mean 'surface'?"},
      {"[[robots]]\nname = 'x'\n", "[[robots]] lacks 'model', the robot's URDF file"},
      {"[[robots]]\nmodel = 'solo.urdf'\n",
       "there is no model 'solo.urdf', nor one that comes with the program; did you mean 'solo12.urdf'"},
      {"[[robots]]\nmodel = 'solo12.urdf'\nbase = 'flying'\n", "there is no base 'flying' for [[robots]]"},
      {"[[robots]]\nmodel = 'solo12.urdf'\ncontacts = ['FL_FOT']\n",
       "s.toml:3:13: there is no frame or link 'FL_FOT' in solo12; did you mean 'FL_FOOT'"},
      {"[[robots]]\nmodel = 'solo12.urdf'\njoints = { FL_HFF = 1 }\n",
       "there is no key 'FL_HFF' in joints; did you mean 'FL_HFE'"},
      {"[[robots]]\nmodel = 'solo12.urdf'\njoints = { FL_HFE = 'x' }\n", "expected an angle"},
      {"[[robots]]\nmodel = 'pendulum.urdf'\non_ground = true\n", "its base is fixed to the world"},
      {"[[robots]]\nmodel = 'pendulum.urdf'\nvelocity = [0, 0, 1]\n", "its base is fixed to the world"},
      {"[[robots]]\nmodel = 'pendulum.urdf'\n[[robots]]\nmodel = 'pendulum.urdf'\n",
       "s.toml:3:1: there is a robot 'pendulum' already; give one of the robots another 'name'"},
      {"[[robots]]\nmodel = 'pendulum.urdf'\nname = 'a'\n[[robots]]\nmodel = 'solo12.urdf'\nname = 'a'\n",
       "s.toml:6:8: there is a robot 'a' already; give one of the robots another 'name'"},
      {"[[robots]]\nmodel = 'solo12.urdf'\njoint_velocities = { FL_HFE = -1e6 }\n",
       "s.toml:3:31: FL_HFE starts with a speed of -1e+06; it must be below 1e+06"},
      {"[[robots]]\nmodel = 'solo12.urdf'\nangular_velocity = [0, 0, 2e6]\n",
       "s.toml:3:20: angular_velocity starts with a speed of 2e+06"},
      {"[[bodies]]\nshape = 'sphere'\nradius = 1\nvelocity = [-1e7, 0, 0]\n",
       "s.toml:4:12: velocity starts with a speed of 1e+07"},
      {"[[bodies]]\nradius = 1\n", "[[bodies]] lacks 'shape'"},
      {"[[bodies]]\nshape = 'sphere'\n", "[[bodies]] lacks 'radius', the radius of the sphere"},
      {"[[bodies]]\nshape = 'box'\nsize = [1, 0, 1]\n", "size must have numbers above 0 only"},
      {"[[bodies]]\nshape = 'sphere'\nradius = 1\nsize = [1, 1, 1]\n",
       "s.toml:4:1: 'size' has no meaning here"},
      {"[[bodies]]\nshape = 'sphere'\nradius = 1\nmass = 0\n", "mass is 0 kg; it must be above 0"},
      {"[[bodies]]\nshape = 'sphere'\nradius = 1\nmass = 1\ndensity = 1\n", "has both a mass and a density"},
      {"[[bodies]]\nshape = 'sphere'\nradius = 1\nfixed = true\nmass = 1\n", "which is fixed"},
      {"[[bodies]]\nshape = 'mesh'\nmesh = 'no.stl'\n", "there is no mesh file 'no.stl'"},
      {"bodies = 3\n", "bodies is the number 3; expected one or more tables [[bodies]]"},
      {"models = 3\n", "models is the number 3"},
  };
  for (const BadScene& bad : cases) {
    // the keys of the root table come first; the body makes the scene complete
    std::string text = bad.text;
    if (!text.empty() && text.find("bodies") == std::string::npos) text += body;
    EXPECT_THAT(SceneRefusal(text), HasSubstr(bad.message)) << text;
    EXPECT_THAT(SceneRefusal(text), StartsWith("s.toml:")) << text;
  }
  const std::string two = "[[bodies]]\nname = 'a'\nshape = 'sphere'\nradius = 1\nposition = [0, 0, 1]\n";
  EXPECT_THAT(SceneRefusal(two + two), HasSubstr("'a'"));
}

constexpr char kEverything[] = R"(stepper = "euler"
dt = "1 ms"
control_period = "2 ms"
exclude = [["body1", "ground"]]
gravity = [0, 0, -9.81]
[options.euler]
semi_implicit = true
[ground]
kind = "height-field"
heights = [[0, 0.1], [0.1, 0]]
spacing = 4
material = "ice"
[materials.ice]
friction = 0.1
[[pairs]]
materials = ["ice", "default"]
damping = "3 N s/m"
[[wrench_spaces]]
materials = ["ice", "default"]
kind = "patch"
mu = 0.3
radius = "3 cm"
[[wrench_spaces]]
materials = ["ice", "ice"]
kind = "granular"
terrain = "sand"
round = true
scale = 0.5
[[robots]]
model = "double_pendulum.urdf"
position = [0, 0, 9]
joint_velocities = {}
[[bodies]]
shape = "capsule"
radius = "5 cm"
length = 0.1
density = 500
position = [0, 0, 1]
rpy = ["10 deg", 0, 0]
[[bodies]]
shape = "sphere"
radius = "5 cm"
position = [1, 0, 2]
on_ground = true
[[heaps]]
count = 5
size = ["1 cm", "2 cm"]
density = 500
position = [0, 1, 0.2]
drop = "1 cm"
walls = 0.1
shapes = ["box", "capsule"]
[controller]
kind = "hold"
kp = "3 N m/rad"
)";

/// Bytes removed or added: usually not valid TOML.
std::string Garbled(std::string text, Random& random) {
  const std::string_view tokens[] = {"=", "[", "]", "{", "\"", "'", ".", "-", "nan", "0", "\n", "é", "#"};
  const size_t at = random.Index(static_cast<int>(text.size()));
  if (random.Index(3) == 0) return text.erase(at, 1 + random.Index(8));
  return text.insert(at, tokens[random.Index(static_cast<int>(std::size(tokens)))]);
}

/// A value replaced by another, or a line removed: still valid TOML.
std::string Changed(const std::string& text, Random& random) {
  const std::string_view values[] = {"0",         "-1", "1e308", "nan",   "true", "'x'",   "[]",
                                     "[1, 2, 3]", "{}", "1",     "'3 m'", "0.5",  "'5 s'", "1e-9"};
  std::istringstream lines(text);
  const int chosen = random.Index(static_cast<int>(std::count(text.begin(), text.end(), '\n')));
  std::string result;
  int number = 0;
  for (std::string line; std::getline(lines, line); ++number) {
    const size_t equals = line.find('=');
    if (number == chosen && equals == std::string::npos) continue;
    if (number == chosen && random.Index(8) > 0)
      line =
          line.substr(0, equals + 2) + std::string(values[random.Index(static_cast<int>(std::size(values)))]);
    result += line + "\n";
  }
  return result;
}

TEST(Scene, AnyTextGivesASceneOrAnErrorWithItsPlace) {
  ASSERT_EQ(SceneRefusal(kEverything), "accepted");
  Random random(1);
  int accepted = 0;
  for (int k = 0; k < 1500; ++k) {
    const std::string text = k % 3 == 0 ? Garbled(kEverything, random) : Changed(kEverything, random);
    const std::string message = SceneRefusal(text);  // any other exception than InputError fails
    accepted += message == "accepted";
    if (message != "accepted") {
      ASSERT_THAT(message, StartsWith("s.toml:")) << text;
    }
  }
  EXPECT_GT(accepted, 50);  // mutations are small enough to reach all code
}

TEST(Scene, NotesMaterialFieldsThatTheStepperDoesNotUse) {
  const char* text =
      "stepper = 'euler'\n[materials.rubber]\nrestitution = 0.9\nstiffness = 1e4\n"
      "[[bodies]]\nshape = 'sphere'\nradius = 0.1\nposition = [0, 0, 1]\n";
  EXPECT_THAT(BuildText(text).notes,
              ElementsAre(HasSubstr("material 'rubber' sets restitution, which 'euler' does not use")));
}

TEST(Scene, DoesNotNoteEqualFrictionCoefficients) {
  const std::string ball =
      "stepper = 'tamsi'\n[[bodies]]\nshape = 'sphere'\nradius = 0.1\nposition = [0, 0, 1]\n";
  EXPECT_THAT(BuildText(ball + "[materials.ice]\nfriction = 0.1\n").notes, ElementsAre());
  EXPECT_THAT(BuildText(ball + "[materials.ice]\nmu_static = 1.0\n").notes,
              ElementsAre(HasSubstr("sets mu_static")));
}

TEST(Scene, ControllerErrorsNamePlaceAndRemedy) {
  const std::string solo =
      "[[robots]]\nmodel = 'solo12.urdf'\ncontacts = ['FL_FOOT', 'FR_FOOT', 'HL_FOOT', 'HR_FOOT']\n";
  const BadScene cases[] = {
      {"[controller]\n", "[controller] lacks 'kind'"},
      {"[controller]\nkind = 'trott'\n", "s.toml:5:8: there is no controller 'trott'; did you mean 'trot'?"},
      {"[controller]\nkind = 'hold'\nkpp = 1\n",
       "there is no key 'kpp' in the controller 'hold'; did you mean 'kp'"},
      {"[controller]\nkind = 'hold'\nkp = -1\n", "s.toml:6:6: kp = -1 N m/rad, must be between"},
      {"[controller]\nkind = 'hold'\nkp = '1 m'\n", "kp is '1 m', a length"},
      {"[controller]\nkind = 'squat'\nfeet = ['FOOT']\n", "s.toml:6:9: there is no frame or link 'FOOT'"},
      {"[controller]\nkind = 'squat'\nrobot = 'duo'\n", "there is no robot 'duo'"},
      {"[controller]\nkind = 'squat'\namplitude = 0.5\n", "s.toml:"},
  };
  for (const BadScene& bad : cases)
    EXPECT_THAT(SceneRefusal(solo + bad.text), HasSubstr(bad.message)) << bad.text;
}

TEST(Scene, KeyframeErrorsNamePlaceAndRemedy) {
  const std::string arm =
      "[[robots]]\nmodel = 'iiwa7_gripper.urdf'\njoints = { joint_2 = 0.5, joint_4 = -2 }\n";
  const std::string controller = "[controller]\nkind = 'keyframes'\n", frame = "frame = 'grasp'\n";
  const std::string key = "[[controller.keys]]\ntime = 1\n";
  EXPECT_EQ(SceneRefusal(arm + controller + frame + key), "accepted");
  const std::pair<std::string, const char*> cases[] = {
      {key, "the controller 'keyframes' lacks 'frame', the frame that follows the keys"},
      {"frame = 'grsp'\n" + key, "s.toml:6:9: there is no frame or link 'grsp'; did you mean 'grasp'?"},
      {frame, "no keys given"},
      {frame + "fingers = ['finger_left', 'finger_rigth']\n" + key,
       "s.toml:7:27: there is no joint 'finger_rigth' with one axis; did you mean 'finger_right'"},
      {frame + "fingers = ['joint_1', 'joint_2']\n" + key,
       "finger 'joint_1' is revolute, expected prismatic"},
      {frame + "grip = '3 m'\n" + key, "grip is '3 m', a length"},
      {frame + "grip_limit = -1\n" + key, "s.toml:7:14: grip_limit = -1 N, must be between"},
      {frame + "[[controller.keys]]\nposition = [0, 0, 1]\n", "[[controller.keys]] lacks 'time'"},
      {frame + key + "postion = [0, 0, 1]\n", "did you mean 'position'?"},
      {frame + key + "position = [9, 0, 0]\n", "'grasp' cannot reach"},
      {frame + key + "shake = [0, 0, 0.1]\n", "belong together"},
      {frame + key + "shake = [0, 0, 0.1]\nshakes = 1.5\n", "shakes = 1.5, must be a whole number"},
      {frame + key + key, "key 2 is at 1 s; its time must be greater than 1 s, the time of the previous key"},
  };
  for (const auto& [text, message] : cases)
    EXPECT_THAT(SceneRefusal(arm + controller + text), HasSubstr(message)) << text;
}

}  // namespace
}  // namespace slipstick::scene
