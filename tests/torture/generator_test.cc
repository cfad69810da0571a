// Random worlds are valid scenes and do not depend on what was generated before.
#include "torture/generator.h"

#include <gmock/gmock.h>

#include "support/sanitized.h"
#include "support/scene_text.h"
#include "support/temp_folder.h"

namespace slipstick::torture {

using namespace support;
namespace {

TEST(TortureGenerator, CaseDependsOnSeedAndNumberOnly) {
  const std::string text = SceneText(Generate(7, 3), "expo", "");
  for (uint64_t number = 0; number < 3; ++number) EXPECT_NE(SceneText(Generate(7, number), "expo", ""), text);
  EXPECT_EQ(SceneText(Generate(7, 3), "expo", ""), text);
  EXPECT_NE(SceneText(Generate(8, 3), "expo", ""), text);
}

TEST(TortureGenerator, EverySceneIsAccepted) {
  const TempFolder folder;
  WriteHull(folder / "");
  for (int number = 0; number < Repeats(400); ++number) {
    const std::string text = SceneText(Generate(1, static_cast<uint64_t>(number)), "expo", "");
    EXPECT_EQ(Refusal([&] { BuildText(text, folder / ""); }), "accepted") << "case " << number << "\n"
                                                                          << text;
  }
}

TEST(TortureGenerator, ReachesEveryKindOfWorld) {
  std::string all;
  for (uint64_t number = 0; number < 200; ++number) all += SceneText(Generate(1, number), "expo", "");
  for (const char* kind : {"\"sphere\"",     "\"box\"",
                           "\"cylinder\"",   "\"capsule\"",
                           "\"ellipsoid\"",  "\"mesh\"",
                           "<sphere",        "<box",
                           "<cylinder",      "<capsule",
                           "<ellipsoid",     "<mesh",
                           "contacts = [\"", "slope",
                           "height-field",   "\"table\"",
                           "\"revolute\"",   "\"continuous\"",
                           "\"prismatic\"",  "\"spherical\"",
                           "\"planar\"",     "\"floating\"",
                           "\"fixed\"",      "<limit",
                           "<dynamics",      "rotor_inertia",
                           "\"hold\"",       "\"waves\"",
                           "[[pushes]]",     "restitution",
                           "link29",         "body10",
                           "self_collision", "joint_velocities = { j",
                           "joints = { j"})
    EXPECT_THAT(all, testing::HasSubstr(kind));
}

TEST(TortureCase, PartsGoWithTheirOwner) {
  Case tree;
  tree.parts = {{PartKind::kLink, "a", "", ""},
                {PartKind::kLink, "b", "a", ""},
                {PartKind::kJoint, "", "b", ""},
                {PartKind::kPush, "", "a", ""},
                {PartKind::kBody, "c", "", ""}};
  EXPECT_EQ(Without(tree, 1, 2).parts.size(), 3u);  // b and its joint
  EXPECT_EQ(Without(tree, 0, 1).parts.size(), 1u);  // all but c
  EXPECT_EQ(Without(tree, 4, 5).parts.size(), 4u);
}

}  // namespace
}  // namespace slipstick::torture
