// [[heaps]]: many free bodies drawn from a seed.
#include <gmock/gmock.h>

#include <variant>

#include "slipstick/dynamics/kinematics.h"
#include "slipstick/geometry/contact_finder.h"
#include "slipstick/scene/scene.h"
#include "slipstick/scene/scene_library.h"
#include "slipstick/scene/scene_reader.h"
#include "slipstick/toml/scene_edit.h"
#include "slipstick/world/world.h"
#include "support/numbers.h"
#include "support/scene_text.h"
#include "support/tolerances.h"

namespace slipstick::scene {

using namespace support;
namespace {

using testing::HasSubstr;

Scene HeapOf(const std::string& keys) { return BuildText("[[heaps]]\n" + keys); }

std::string HeapRefusal(const std::string& keys) { return SceneRefusal("[[heaps]]\n" + keys); }

TEST(Heap, StartsWithoutContacts) {
  for (const char* count : {"1", "2", "10", "37", "100"}) {
    const Scene scene = HeapOf(std::string("size = [0.03, 0.06]\nwalls = 0.15\ncount = ") + count);
    Workspace<double> ws(scene.world->model());
    dynamics::ForwardKinematics<double>(scene.world->model(), scene.initial.q, ws);
    geometry::ContactFinder finder(scene.world->geometry());
    EXPECT_TRUE(finder.Find(scene.world->model(), ws).empty()) << count;
    EXPECT_EQ(scene.world->model().bodies().size(), std::stoul(count));
  }
}

// Numbers are drawn in statements: the order of evaluation of arguments depends on the compiler.
TEST(Heap, IsTheSameOnEveryMachine) {
  const Scene scene = HeapOf("count = 3\nsize = [0.03, 0.06]\nseed = 7\n");
  const double first[] = {-0.004887365106, -0.000625080099, 0.027246618307, -0.376330151033,
                          0.847886595578,  0.335349531141,  0.164330856588};
  for (int k = 0; k < 7; ++k) EXPECT_NEAR(scene.initial.q(k), first[k], 1e-11) << k;  // digits as printed
}

TEST(Heap, DrawsShapesInTurnWithinItsSizesAndDensities) {
  const Scene scene = HeapOf("count = 40\nsize = [0.03, 0.06]\ndensity = [300, 2000]\n");
  const geometry::CollisionGeometry& geometry = scene.world->geometry();
  double smallest = 1.0, largest = 0.0;
  for (int i = 0; i < 40; ++i) {
    const int shape = i + 1;  // after the ground
    const double size = 2.0 * geometry.solid(shape).bound;
    smallest = Smaller(smallest, size);
    largest = Larger(largest, size);
    const model::Geometry& drawn = geometry.shape(shape).shape.geometry;
    EXPECT_EQ(std::holds_alternative<model::SphereGeometry>(drawn), i % 4 == 0);
    EXPECT_EQ(std::holds_alternative<model::CylinderGeometry>(drawn), i % 4 == 3);
    const double mass = scene.world->model().bodies()[i].inertia.mass;
    EXPECT_GT(mass, 0.0);
    EXPECT_LT(mass,
              2000.0 * M_PI / 6.0 * size * size * size + kAccumulatedRounding);  // at most its bounding ball
  }
  EXPECT_GE(smallest, 0.03 - kAccumulatedRounding);
  EXPECT_LE(largest, 0.06 + kAccumulatedRounding);
  EXPECT_LT(smallest, 0.035);  // forty draws come close to both ends
  EXPECT_GT(largest, 0.055);
}

TEST(Heap, DependsOnItsSeed) {
  const std::string keys = "count = 9\nsize = 0.05\n";
  EXPECT_EQ(HeapOf(keys).initial.q, HeapOf(keys + "seed = 1\n").initial.q);
  EXPECT_NE(HeapOf(keys).initial.q, HeapOf(keys + "seed = 2\n").initial.q);
}

TEST(Heap, WidthGrowsWithCount) {
  const auto top = [](const char* count) {
    const Scene scene = HeapOf(std::string("size = 0.05\nlayers = 2\ncount = ") + count);
    double highest = 0.0;
    for (int i = 0; i < static_cast<int>(scene.world->model().bodies().size()); ++i)
      highest = Larger(highest, scene.initial.q(7 * i + 2));
    return highest;
  };
  EXPECT_NEAR(top("8"), 1.5 * 1.02 * 0.05, 1e-3);  // middle of the second cell, and the free space within it
  EXPECT_NEAR(top("200"), top("8"), 1e-3);
}

TEST(Heap, CountCanBeEdited) {
  SceneSource source = FindScene("bin");
  source.edits.push_back(toml::ParseEdit("heaps.count=10"));
  EXPECT_EQ(BuildScene(source).world->model().nv(), 7 + 10 * 6);
}

TEST(Heap, ErrorsNamePlaceAndRemedy) {
  const std::string size = "size = 0.05\n";
  EXPECT_THAT(HeapRefusal(size), HasSubstr("s.toml:1:1: [[heaps]] lacks 'count', the number of bodies"));
  EXPECT_THAT(HeapRefusal("count = 3\n"), HasSubstr("lacks 'size'"));
  EXPECT_THAT(HeapRefusal(size + "count = 2.5\n"),
              HasSubstr("s.toml:3:9: count is 2.5; it must be a whole number from 1 to 100000"));
  EXPECT_THAT(HeapRefusal(size + "count = 1e9\n"), HasSubstr("whole number"));
  EXPECT_THAT(HeapRefusal("count = 3\nsize = [0.06, 0.03]\n"),
              HasSubstr("size is 0.06 to 0.03 m; expected the smaller number first"));
  EXPECT_THAT(HeapRefusal("count = 3\nsize = ['3 cm', '4 kg']\n"), HasSubstr("a mass; expected a length"));
  EXPECT_THAT(HeapRefusal(size + "count = 3\nshapes = ['box', 'bal']\n"),
              HasSubstr("s.toml:4:18: there is no shape 'bal' for a heap"));
  EXPECT_THAT(HeapRefusal(size + "count = 3\nshapes = []\n"), HasSubstr("shapes is empty"));
  EXPECT_THAT(HeapRefusal(size + "count = 3\nposition = [0, 0, -0.1]\n"), HasSubstr("mm deep in 'ground'"));
}

}  // namespace
}  // namespace slipstick::scene
