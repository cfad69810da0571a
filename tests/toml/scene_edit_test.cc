#include "slipstick/toml/scene_edit.h"

#include <gmock/gmock.h>

#include "slipstick/toml/toml_reader.h"
#include "support/refusal.h"
#include "support/sample_toml.h"

namespace slipstick::toml {

using namespace support;
namespace {

using testing::HasSubstr;

TEST(SceneEdit, ChangesTheValueAtAPath) {
  Value root = ParseToml(kTwoRobots, "s.toml");
  ApplyEdit(root, ParseEdit("dt=4ms"));
  ApplyEdit(root, ParseEdit("robots.1.position=[0, 0, 1]"));
  ApplyEdit(root, ParseEdit("options.euler.semi_implicit = true"));
  EXPECT_EQ(root.Find("dt")->text, "4ms");
  EXPECT_EQ(root.Find("robots")->items[1].Find("position")->items[2].number, 1.0);
  EXPECT_TRUE(root.Find("options")->Find("euler")->Find("semi_implicit")->flag);
  EXPECT_EQ(root.Find("dt")->place.text(), "--set dt=4ms");
}

TEST(SceneEdit, AcceptsAPathWithoutIndexIntoAListOfOne) {
  Value root = ParseToml("[[robots]]\nmodel = 'a.urdf'\n", "s.toml");
  ApplyEdit(root, ParseEdit("robots.model=b.urdf"));
  EXPECT_EQ(root.Find("robots")->items[0].Find("model")->text, "b.urdf");
}

TEST(SceneEdit, RejectsInvalidPaths) {
  Value root = ParseToml(kTwoRobots, "s.toml");
  const auto edited = [&](const char* edit) { return Refusal([&] { ApplyEdit(root, ParseEdit(edit)); }); };
  EXPECT_THAT(edited("dt"), HasSubstr("expected key=value"));
  EXPECT_THAT(edited("=3"), HasSubstr("expected key=value"));
  EXPECT_THAT(edited("a..b=3"), HasSubstr("empty name"));
  EXPECT_THAT(edited("robots.7.model=c"), HasSubstr("no entry 7"));
  EXPECT_THAT(edited("robots.model=c"), HasSubstr("give the index of one"));
  EXPECT_THAT(edited("dt.x=3"),
              HasSubstr("there is no 'x' in 'dt.x': the value before it is the text '2 ms'"));
}

TEST(SceneEdit, RejectsDeepPaths) {
  Value root;
  const auto edited = [&](int dots) {
    return Refusal([&] { ApplyEdit(root, ParseEdit("a" + Repeated(".a", dots) + "=1")); });
  };
  EXPECT_EQ(edited(255), "accepted");
  EXPECT_EQ(edited(60'000), "--set a" + Repeated(".a", 36) +
                                "....: the key has 60001 names; expected at most 256 with dots between "
                                "them. Give the path of one value of the scene.");
}

// Every value has a place, and so a copy of the text.
TEST(SceneEdit, PlacesAreShortIfTheTextIsLong) {
  Value root;
  ApplyEdit(root, ParseEdit("a=[" + Repeated("1, ", 40'000) + "1]"));
  const Value& list = *root.Find("a");
  ASSERT_EQ(list.items.size(), 40'001u);
  EXPECT_LT(list.items.back().place.source.size(), 100u);
}

}  // namespace
}  // namespace slipstick::toml
