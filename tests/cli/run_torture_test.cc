// The scene files that ./dev torture writes are replayed by 'slipstick run', from any folder.
#include <gmock/gmock.h>

#include "support/program.h"
#include "torture/generator.h"

namespace slipstick::cli_test {

using namespace support;
namespace {

using testing::HasSubstr;
using testing::Not;

/// A world with the hull as a loose body and as a link, for steps that are too short to fail.
torture::Case WorldWithMeshes() {
  for (uint64_t number = 0; number < 1000; ++number) {
    torture::Case world = torture::Generate(1, number);
    const std::string text = torture::SceneText(world, "expo", "");
    world.steps = 3, world.dt = 1e-6;
    if (text.find("shape = \"mesh\"") != std::string::npos && text.find("<mesh ") != std::string::npos)
      return world;
  }
  ADD_FAILURE() << "the generator makes no meshes";
  return {};
}

TEST_F(ProgramTest, RunsATortureSceneWithMeshesFromAnotherFolder) {
  std::filesystem::create_directories(folder_ / "scenes");
  std::filesystem::create_directories(folder_ / "elsewhere");
  WriteText(folder_ / "scenes/case.toml", torture::SceneText(WorldWithMeshes(), "expo", "torture: a test"));
  const char* command = "run ../scenes/case.toml";
  EXPECT_THAT(Run(command, {.before = "cd elsewhere"}).err, HasSubstr(torture::kHullFile));
  torture::WriteHull(folder_ / "scenes");
  const ProgramResult run = Run(command, {.before = "cd elsewhere"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.err, Not(HasSubstr(torture::kHullFile)));  // links lose their shape with a note only
  EXPECT_THAT(run.out, HasSubstr("torture: a test"));
  EXPECT_THAT(run.out, HasSubstr("expo, 3 steps of "));
  const ProgramResult absolute = Run("run '" + folder_ / "scenes/case.toml" + "'", {.before = "cd /"});
  EXPECT_EQ(absolute.code, 0) << absolute.err;
  EXPECT_THAT(absolute.err, Not(HasSubstr(torture::kHullFile)));
}

}  // namespace
}  // namespace slipstick::cli_test
