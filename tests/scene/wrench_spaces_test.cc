// [[wrench_spaces]] of scene files.
#include <gmock/gmock.h>

#include <cmath>

#include "slipstick/laws/friction_polytopes.h"
#include "slipstick/laws/patch_limit_surface.h"
#include "slipstick/scene/scene_reader.h"
#include "slipstick/scene/wrench_space_kinds.h"
#include "slipstick/steppers/registry.h"
#include "slipstick/terrain/terrain_file.h"
#include "support/numbers.h"
#include "support/scene_text.h"
#include "support/temp_folder.h"
#include "support/tolerances.h"

namespace slipstick::scene {

using namespace support;
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::StartsWith;

/// A ball on the ground, shapes 1 and 0.
constexpr char kFootOnSand[] = R"(
[materials.foot]
stiffness = "20 kN/m"
friction = 0.6
[materials.sand]
friction = 0.5
[ground]
material = "sand"
[[bodies]]
shape = "sphere"
radius = 1
position = [0, 0, 1]
material = "foot"
)";

Scene BallWith(const std::string& space, const std::string& folder = "") {
  return BuildText(kFootOnSand + ("[[wrench_spaces]]\n" + space), folder);
}

std::string RefusalOf(const std::string& space) {
  return Refusal([&] { BallWith(space); });
}

std::vector<double> CornersAt(const WrenchSpace& space, double depth) {
  std::vector<double> corners(space.rows() * space.num_corners());
  space.Corners({depth, {0, 0, 0}, Mat3<double>::Identity(), Mat3<double>::Identity()}, corners);
  return corners;
}

TEST(WrenchSpaces, BelongToPairsOfMaterials) {
  const Scene scene = BallWith("materials = ['foot', 'sand']\nkind = 'coulomb'\n");
  EXPECT_NE(scene.world->wrench_space(0, 1), nullptr);
  EXPECT_EQ(scene.world->wrench_space(0, 1), scene.world->wrench_space(1, 0));
  EXPECT_EQ(scene.world->wrench_space(1, 1), nullptr);
}

TEST(WrenchSpaces, DefaultsAreThoseOfTheMaterials) {
  const Scene plain = BallWith("materials = ['foot', 'sand']\nkind = 'coulomb'\n");
  const auto* space = dynamic_cast<const laws::CoulombPolytope*>(plain.world->wrench_space(0, 1));
  ASSERT_NE(space, nullptr);
  const std::vector<double> corners = CornersAt(*space, 0.01);
  EXPECT_NEAR(corners[2], 200.0, kForceRounding) << "20 kN/m, the minimum, at 1 cm";
  EXPECT_NEAR(corners[0], 0.5 * 200.0, kForceRounding) << "the minimum friction";
  const Scene with_options = BallWith(
      "materials = ['sand', 'foot']\nkind = 'coulomb'\nmu = 0.1\nstiffness = '10 kN/m'\npower = 3\n"
      "directions = 5\n");
  const WrenchSpace* other = with_options.world->wrench_space(0, 1);
  EXPECT_EQ(other->num_corners(), 5);
  EXPECT_NEAR(CornersAt(*other, 0.02)[2], 8 * 100.0, kForceRounding);
  EXPECT_NEAR(CornersAt(*other, 0.02)[0], 8 * 10.0, kForceRounding);
}

TEST(WrenchSpaces, EveryKindCanBeBuilt) {
  ASSERT_FALSE(WrenchSpaceKinds().empty());
  for (const WrenchSpaceKind& kind : WrenchSpaceKinds()) {
    const std::string terrain = kind.needs_terrain ? "terrain = 'sand'\n" : "";
    const Scene scene =
        BallWith("materials = ['foot', 'sand']\nkind = '" + kind.name + "'\ndirections = 4\n" + terrain);
    ASSERT_NE(scene.world->wrench_space(0, 1), nullptr) << kind.name;
    EXPECT_GT(CornersAt(*scene.world->wrench_space(0, 1), 0.01)[2], 0.0) << kind.name;
  }
  const Scene patch = BallWith("materials = ['foot', 'sand']\nkind = 'patch'\nradius = '3 cm'\n");
  EXPECT_DOUBLE_EQ(patch.world->wrench_space(0, 1)->radius(), 0.03);
  const Scene grooves = BallWith(
      "materials = ['foot', 'sand']\nkind = 'anisotropic'\nmu_x = 1\nmu_y = 0\nheading = '90 deg'\n");
  EXPECT_NEAR(CornersAt(*grooves.world->wrench_space(0, 1), 0.01)[1], 200.0, kForceRounding);
}

TEST(WrenchSpaces, NotedIfTheStepperDoesNotUseThem) {
  const Scene scene = BallWith("materials = ['foot', 'sand']\nkind = 'coulomb'\n");  // expo
  EXPECT_THAT(scene.notes, Contains(HasSubstr("'expo' does not use the wrench space of 'foot' and 'sand'")));
}

TEST(WrenchSpaces, ScaleMultipliesForcesOfGranularTerrain) {
  const std::string sand = "materials = ['foot', 'sand']\nkind = 'granular'\nterrain = 'sand'\n";
  const Scene once = BallWith(sand), twice = BallWith(sand + "scale = 2\nround = true\n");
  const std::vector<double> one = CornersAt(*once.world->wrench_space(0, 1), 0.03),
                            two = CornersAt(*twice.world->wrench_space(0, 1), 0.03);
  ASSERT_EQ(one.size(), two.size());
  for (size_t i = 0; i < one.size(); ++i) EXPECT_NEAR(two[i], 2 * one[i], kForceRounding);
}

TEST(WrenchSpaces, TerrainFilesAreEmbeddedInTheText) {
  const TempFolder folder("terrain");
  WriteText(folder / "mine.toml", terrain::BuiltInTerrain("sand"));
  const Scene scene =
      BallWith("materials = ['foot', 'sand']\nkind = 'granular'\nterrain = 'mine.toml'\n", folder / "");
  std::filesystem::remove(folder / "mine.toml");
  const Scene again = BuildScene({"again", scene.text(), "", {}});
  EXPECT_EQ(CornersAt(*scene.world->wrench_space(0, 1), 0.02),
            CornersAt(*again.world->wrench_space(0, 1), 0.02));
  EXPECT_EQ(again.text(), scene.text());
}

TEST(WrenchSpaces, ErrorsNamePlaceAndRemedy) {
  const std::string pair = "materials = ['foot', 'sand']\n";
  const std::pair<std::string, const char*> cases[] = {
      {pair, "s.toml:14:1: [[wrench_spaces]] lacks 'kind'"},
      {pair + "kind = 'coulom'\n", "s.toml:16:8: there is no wrench space 'coulom'; did you mean 'coulomb'?"},
      {"kind = 'coulomb'\n", "[[wrench_spaces]] needs 'materials'"},
      {"kind = 'coulomb'\nmaterials = ['foot']\n", "[[wrench_spaces]] needs 'materials'"},
      {"kind = 'coulomb'\nmaterials = ['foot', 'snad']\n",
       "there is no material 'snad'; did you mean 'sand'?"},
      {pair + "kind = 'coulomb'\nradius = 1\n",
       "there is no option 'radius' among the options of wrench space 'coulomb'"},
      {pair + "kind = 'coulomb'\nmu = -1\n", "mu = -1, must be between 0 and 100 (friction coefficient"},
      {pair + "kind = 'coulomb'\npower = 4\n", "power = 4, must be between 1 and 3"},
      {pair + "kind = 'coulomb'\nstiffness = '3 m'\n", "a length; expected a stiffness"},
      {pair + "kind = 'coulomb'\nterrain = 'sand'\n", "'terrain' has no meaning here: the kind is 'coulomb'"},
      {pair + "kind = 'granular'\n", "'granular' needs a 'terrain', such as \"sand\""},
      {pair + "kind = 'granular'\nterrain = 'sandd'\n", "there is no terrain 'sandd'"},
      {pair + "kind = 'coulomb'\n[[wrench_spaces]]\nkind = 'patch'\nmaterials = ['sand', 'foot']\n",
       "'sand' and 'foot' have a wrench space already"},
  };
  for (const auto& [text, message] : cases) {
    EXPECT_THAT(RefusalOf(text), HasSubstr(message)) << text;
    EXPECT_THAT(RefusalOf(text), StartsWith("s.toml:")) << text;
  }
}

// --- in motion

/// The state at the end of a scene.
State EndOf(const std::string& text) {
  const Scene scene = BuildText(text);
  const auto stepper = steppers::MakeStepper(scene.stepper, *scene.world, scene.options);
  const Actuation actuation(scene.world->model());
  State state = scene.initial;
  const long steps = std::lround(scene.duration / scene.dt);
  for (long k = 0; k < steps; ++k)
    EXPECT_TRUE(contact::Advanced(stepper->Step(actuation, scene.dt, state).status));
  EXPECT_NEAR(state.t, scene.duration, 0.5 * scene.dt);
  return state;
}

constexpr char kSpinningBall[] = R"(stepper = "nmdp"
dt = "1 ms"
duration = "0.1 s"
[materials.default]
friction = 0.5
[[bodies]]
shape = "sphere"
radius = "5 cm"
mass = 1
on_ground = true
angular_velocity = [0, 0, 10]
[[wrench_spaces]]
materials = ["default", "default"]
)";

// I dω/dt = -2/3 μ m g r
TEST(WrenchSpaces, PatchExertsTorsionalFrictionAndPointDoesNot) {
  const double inertia = 0.4 * 1.0 * 0.05 * 0.05, torsion = 2.0 / 3.0 * 0.5 * 9.81 * 0.02;
  const double spin = EndOf(std::string(kSpinningBall) + "kind = 'patch'\nradius = '2 cm'\n").v(5);
  EXPECT_NEAR(10.0 - spin, torsion / inertia * 0.1,
              0.05 * 10.0);  // the normal force varies while the ball settles
  EXPECT_NEAR(EndOf(std::string(kSpinningBall) + "kind = 'coulomb'\n").v(5), 10.0, 1e-6);
}

// Grooves at 30 degrees: friction across them, none along them.
TEST(WrenchSpaces, BodySlidesAlongGrooves) {
  const State end = EndOf(R"(stepper = "nmdp"
dt = "1 ms"
duration = "0.3 s"
[[bodies]]
shape = "box"
size = [0.2, 0.2, 0.02]
mass = 1
on_ground = true
velocity = [1, 0, 0]
[[wrench_spaces]]
materials = ["default", "default"]
kind = "anisotropic"
mu_x = 0
mu_y = 0.8
heading = "30 deg"
directions = 4
)");
  const double cos = std::sqrt(0.75), sin = 0.5;
  EXPECT_NEAR(-sin * end.v(0) + cos * end.v(1), 0.0, 0.01) << "across";
  EXPECT_NEAR(cos * end.v(0) + sin * end.v(1), cos, 0.02) << "along: the initial velocity";
}

TEST(WrenchSpaces, FallingBodyComesToRestInSand) {
  const std::string post = R"(stepper = "nmdp"
dt = "2 ms"
duration = "1 s"
[[bodies]]
shape = "cylinder"
radius = "3 cm"
length = "10 cm"
mass = 0.8
on_ground = true
[[wrench_spaces]]
materials = ["default", "default"]
kind = "granular"
terrain = "sand"
scale = 0.25
)";
  const State end = EndOf(post);
  const double depth = 0.05 - end.q(2);
  const Scene scene = BuildText(post);
  const std::vector<double> corners = CornersAt(*scene.world->wrench_space(0, 1), depth);
  const double bound = 4 * corners[corners.size() - 1];  // straight down is the last corner
  EXPECT_LT(LargestEntry(end.v), 1e-3);
  EXPECT_GT(bound, 0.8 * 9.81);
  EXPECT_LT(depth, 0.02) << "a fall from the surface ends at about twice the static depth of 5.5 mm";
}

}  // namespace
}  // namespace slipstick::scene
