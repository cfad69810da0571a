// Parsing of the variation of a sweep.
#include "slipstick/measure/variation.h"

#include <gmock/gmock.h>

namespace slipstick::measure {
namespace {

using testing::ElementsAre;

scene::SceneSource TwoMaterials() {
  return {"two", "[materials.default]\nstiffness = '20 kN/m'\n[materials.ice]\nfriction = 0.1\n", "", {}};
}

std::vector<std::string> EditTexts(const Variation::Point& point) {
  std::vector<std::string> texts;
  for (const SceneEdit& edit : point.edits) texts.push_back(edit.key + "=" + edit.value);
  return texts;
}

TEST(ParseVariation, RangeHasEqualRatios) {
  const Variation variation = ParseVariation("stiffness=1e3..1e8:11", TwoMaterials());
  ASSERT_EQ(variation.points.size(), 11u);
  EXPECT_EQ(variation.points.front().place, 1e3);
  EXPECT_EQ(variation.points[1].value, "3162.28");
  EXPECT_EQ(variation.points.back().place, 1e8);
  EXPECT_TRUE(variation.logarithmic);
}

TEST(ParseVariation, ShortKeysChangeAllMaterials) {
  EXPECT_THAT(EditTexts(ParseVariation("stiffness=1e4,1 kN/m", TwoMaterials()).points[1]),
              ElementsAre("materials.default.stiffness=1000", "materials.ice.stiffness=1000"));
  EXPECT_THAT(EditTexts(ParseVariation("stiffness=1e4", TwoMaterials(), 0.5).points[0]),
              ElementsAre("materials.default.stiffness=10000", "materials.ice.stiffness=10000",
                          "materials.default.damping=100", "materials.ice.damping=100"));  // 0.5 · 2 √1e4
  EXPECT_EQ(ParseVariation("dt=2ms", TwoMaterials()).points[0].dt, 2e-3);
}

TEST(ParseVariation, DampingRatioIsThatOfTheExpoPaper) {
  scene::SceneSource scene = TwoMaterials();
  scene.edits.push_back({"materials.ice.stiffness", "1e4", "test"});
  EXPECT_THAT(EditTexts(ParseVariation("damping_ratio=1", scene).points[0]),
              ElementsAre("materials.default.damping=282.842712474619", "materials.ice.damping=200"));
}

TEST(ParseVariation, AcceptsAnyKeyOfAScene) {
  const Variation slopes = ParseVariation("ground.slope=5 deg,10 deg", TwoMaterials());
  EXPECT_THAT(EditTexts(slopes.points[1]), ElementsAre("ground.slope=10 deg"));
  EXPECT_EQ(slopes.points[1].place, 10.0);
  EXPECT_FALSE(slopes.logarithmic);
  EXPECT_EQ(ParseVariation("controller.kind=squat,trot", TwoMaterials()).points[1].place, 2.0);
}

}  // namespace
}  // namespace slipstick::measure
