// 'slipstick fit-terrain': files, output and exit codes.
#include <gmock/gmock.h>

#include <fstream>

#include "slipstick/terrain/terrain_file.h"
#include "support/program.h"

namespace slipstick::cli_test {

using namespace support;
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

using FitTerrainTest = ProgramTest;

TEST_F(FitTerrainTest, FitsSyntheticMeasurements) {
  const ProgramResult made = Run("fit-terrain --synthetic sand.csv");
  EXPECT_EQ(made.code, 0) << made.err;
  EXPECT_THAT(made.out, HasSubstr("sand.csv: 600 measurements by resistive force theory"));
  const ProgramResult fit = Run("fit-terrain sand.csv --description 'my beach'");
  EXPECT_EQ(fit.code, 0) << fit.err;
  EXPECT_THAT(folder_.Names(), ElementsAre("sand.csv", "sand.svg", "sand.toml"));
  EXPECT_THAT(fit.out, HasSubstr("sand.toml: 600 measurements, to 0.06 m and 45 deg; picture sand.svg"));
  EXPECT_THAT(fit.out, HasSubstr("rms error [N]"));
  const laws::GranularModel model = terrain::ParseTerrain(ReadText(folder_ / "sand.toml"), "sand.toml");
  EXPECT_EQ(model.description, "my beach");
  EXPECT_EQ(model.rings.size(), 3u);
  EXPECT_THAT(ReadText(folder_ / "sand.svg"), HasSubstr("Drag, along the motion"));
}

TEST_F(FitTerrainTest, FittedTerrainRunsInAScene) {
  ASSERT_EQ(Run("fit-terrain --synthetic sand.csv").code, 0);
  ASSERT_EQ(Run("fit-terrain sand.csv --output beach.toml").code, 0);
  WriteText(folder_ / "scene.toml", R"(duration = "2 ms"
[[wrench_spaces]]
materials = ["default", "default"]
kind = "granular"
terrain = "beach.toml"
[[bodies]]
shape = "box"
size = [0.1, 0.1, 0.1]
on_ground = true
)");
  const ProgramResult run = Run("run scene.toml");
  EXPECT_EQ(run.code, 0) << run.err;
}

TEST_F(FitTerrainTest, TakesColumnsInAnyOrder) {
  ASSERT_EQ(Run("fit-terrain --synthetic sand.csv").code, 0);
  std::ifstream in(folder_ / "sand.csv");
  std::ofstream swapped(folder_ / "swapped.csv");
  swapped << "# the last column first\n\n";
  for (std::string line; std::getline(in, line);) {
    const size_t last = line.rfind(',');
    swapped << line.substr(last + 1) << " , " << line.substr(0, last) << "\r\n";
  }
  swapped.close();
  ASSERT_EQ(Run("fit-terrain sand.csv --description x").code, 0);
  ASSERT_EQ(Run("fit-terrain swapped.csv --description x").code, 0);
  EXPECT_EQ(ReadText(folder_ / "sand.toml"), ReadText(folder_ / "swapped.toml"));
}

TEST_F(FitTerrainTest, RefusesBadFiles) {
  const std::string header = "depth,tilt_x,tilt_y,azimuth,intrusion_angle,force_x,force_y,force_z\n";
  const std::pair<std::string, const char*> files[] = {
      {"", "bad.csv: there is no measurement in it"},
      {header, "bad.csv: there is no measurement in it"},
      {"depth,tilt_x\n", "bad.csv:1: column 'tilt_y' is missing"},
      {"deptf,tilt_x\n", "bad.csv:1: there is no column 'deptf'; did you mean 'depth'?"},
      {"depth,depth\n", "bad.csv:1: column 'depth' occurs twice"},
      {header + "0.01,0,0,0,0,1,2\n", "bad.csv:2: 7 values; expected 8"},
      {header + "0.01,0,0,0,0,1,2,x\n", "bad.csv:2: force_z is 'x', which is not a number"},
      {header + "0.01,0,0,0,0,1,2,nan\n", "bad.csv:2: force_z is 'nan', which is not a number"},
      {header + "0.01,45,0,0,0,1,2,3\n",
       "bad.csv:2: tilt_x = 45, must be -1.5708 to 1.5708; units are m, rad"},
      {header + "0.01,0,0,0,0,1,2,3\n",
       "bad.csv: only 1 measurements with intrusion_angle = 0 rad, must be 8 at least"},
  };
  for (const auto& [text, message] : files) {
    WriteText(folder_ / "bad.csv", text);
    ExpectRefused(BadCommand{"fit-terrain bad.csv", message});
  }
}

TEST_F(FitTerrainTest, RefusesBadCommands) {
  ASSERT_EQ(Run("fit-terrain --synthetic sand.csv").code, 0);
  const BadCommand commands[] = {
      {"fit-terrain", "no measurements given"},
      {"fit-terrain no.csv", "no.csv: cannot be opened"},
      {"fit-terrain .", "is a folder"},
      {"fit-terrain sand.csv --output sand.txt", "terrains are written as .toml"},
      {"fit-terrain sand.csv --output no/where.toml", "no/where.toml"},
      {"fit-terrain sand.csv --ridge 0", "'0' is not a number above 0 and up to 1"},
      {"fit-terrain sand.csv --synthetic other.csv", "leave out DATA.csv"},
  };
  ExpectRefused(commands);
}

TEST_F(FitTerrainTest, ListShowsWrenchSpaces) {
  const ProgramResult list = Run("list wrench-spaces");
  EXPECT_EQ(list.code, 0) << list.err;
  EXPECT_THAT(list.out, HasSubstr("granular: a foot in sand"));
  EXPECT_THAT(list.out, HasSubstr("reference_depth"));
  EXPECT_THAT(list.out, HasSubstr("Built-in terrains: sand"));
}

}  // namespace
}  // namespace slipstick::cli_test
