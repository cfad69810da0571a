// 'slipstick inspect' and the command line in general: output and exit codes.
#include <fmt/core.h>
#include <gmock/gmock.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "support/program.h"

namespace slipstick::cli_test {

using namespace support;
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class CliTest : public ProgramTest {
 protected:
  /// Returns the path.
  std::string Write(const std::string& name, const std::string& text) const {
    WriteText(folder_ / name, text);
    return folder_ / name;
  }
};

constexpr char kArm[] = R"(<robot name="arm">
  <link name="base"><inertial><mass value="2"/><inertia ixx="1" iyy="1" izz="1"/></inertial></link>
  <link name="upper">
    <inertial><mass value="1"/><inertia ixx=".1" iyy=".1" izz=".1"/></inertial>
    <collision><geometry><sphere radius="0.1"/></geometry></collision>
    <visual><geometry><mesh filename="upper.stl"/></geometry></visual>
  </link>
  <link name="tip"/>
  <joint name="hinge" type="revolute">
    <parent link="base"/><child link="upper"/>
    <axis xyz="0 -1 0"/><limit lower="-1" upper="2" effort="3" velocity="4"/>
    <dynamics damping="0.5" friction="0.25"/>
  </joint>
  <joint name="weld" type="fixed"><parent link="upper"/><child link="tip"/></joint>
  <gazebo/>
</robot>
)";

// Two hinges on one axis with a massless link between them: the mass matrix is singular.
TEST_F(CliTest, InspectReportsASingularMassMatrix) {
  const std::string file = Write("coaxial.urdf", R"(<robot name="coaxial">
    <link name="world"/><link name="between"/>
    <link name="tip"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1"/></inertial></link>
    <joint name="first" type="continuous"><parent link="world"/><child link="between"/><axis xyz="0 0 1"/></joint>
    <joint name="second" type="continuous"><parent link="between"/><child link="tip"/><axis xyz="0 0 1"/></joint>
  </robot>)");
  EXPECT_THAT(Run("inspect " + file).out, HasSubstr("joint 'first' moves no mass"));
  const auto json = nlohmann::json::parse(Run("inspect --json " + file).out);
  EXPECT_TRUE(json["mass_matrix"]["singular_at_neutral"]);
  EXPECT_EQ(json["mass_matrix"]["at_joint"], "first");
}

TEST_F(CliTest, InspectShowsTheRobot) {
  const ProgramResult run = Run("inspect " + Write("arm.urdf", kArm));
  EXPECT_EQ(run.code, 0);
  EXPECT_EQ(run.err, "");
  EXPECT_THAT(run.out, HasSubstr("7 dof (nq 8, nv 7), 2 moving bodies from 3 links, 3 kg\n"));
  EXPECT_THAT(run.out, HasSubstr("  └─base     root   floating                2\n"
                                 "    └─upper  hinge  revolute  -y            1\n"));
  EXPECT_THAT(run.out,
              HasSubstr("  hinge  revolute     -1      2         4       3      0.5      0.25         0\n"));
  EXPECT_THAT(run.out, HasSubstr("  upper: tip\n"));
  EXPECT_THAT(run.out, HasSubstr("  collision  1 sphere\n  visual     1 mesh (1 not found)\n"));
  EXPECT_THAT(run.out, HasSubstr("Warnings (1)\n  line    6  mesh 'upper.stl': not found; searched in"));
  EXPECT_THAT(run.out, HasSubstr("Ignored (1)\n  line   15  ignored <gazebo>\n"));
}

TEST_F(CliTest, InspectIsPlainTextInAPipeAndFitsTheTerminal) {
  std::string text = "<robot name='long'>";
  const std::string tail(60, 'x');
  for (int i = 0; i < 30; ++i) {
    text += fmt::format(
        "<link name='link_{}_{}'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1'/></inertial>"
        "</link>",
        i, tail);
    if (i > 0)
      text += fmt::format(
          "<joint name='joint_{0}_{2}' type='continuous'><parent link='link_{1}_{2}'/><child "
          "link='link_{0}_{2}'/></joint>",
          i, i - 1, tail);
  }
  const ProgramResult run = Run("inspect " + Write("long.urdf", text + "</robot>"));
  EXPECT_EQ(run.code, 0);
  EXPECT_THAT(run.out, Not(HasSubstr("\x1b[")));
  EXPECT_THAT(run.out, HasSubstr("and 13 more below"));
  std::istringstream lines(run.out);
  for (std::string line; std::getline(lines, line);) {
    const auto characters =
        std::count_if(line.begin(), line.end(), [](char c) { return (c & 0xC0) != 0x80; });
    EXPECT_LE(characters, 100) << line;
  }
}

TEST_F(CliTest, InspectPrintsTheModelAsJson) {
  const ProgramResult run = Run("inspect --json " + Write("arm.urdf", kArm));
  ASSERT_EQ(run.code, 0);
  const nlohmann::json report = nlohmann::json::parse(run.out);
  EXPECT_EQ(report["name"], "arm");
  EXPECT_EQ(report["nq"], 8);
  EXPECT_EQ(report["nv"], 7);
  EXPECT_EQ(report["num_links"], 3);
  EXPECT_EQ(report["total_mass"], 3.0);
  EXPECT_EQ(report["neutral"].size(), 8u);
  EXPECT_EQ(report["bodies"][1]["parent"], "base");
  EXPECT_EQ(report["bodies"][1]["inertia"]["ixx"], 0.1);
  EXPECT_TRUE(report["bodies"][1]["defect"].is_null());
  const nlohmann::json& hinge = report["joints"][1];
  EXPECT_EQ(hinge["kind"], "revolute");
  EXPECT_EQ(hinge["axis"], nlohmann::json({0.0, -1.0, 0.0}));
  EXPECT_EQ(hinge["upper"], 2.0);
  EXPECT_EQ(hinge["damping"], 0.5);
  EXPECT_TRUE(report["joints"][0]["effort_limit"].is_null()) << "infinity";
  EXPECT_EQ(report["frames"].size(), 3u);
  EXPECT_EQ(report["collisions"][0]["dimensions"]["radius"], 0.1);
  EXPECT_TRUE(report["visuals"][0]["dimensions"]["path"].is_null()) << "the mesh is not there";
  EXPECT_EQ(report["notes"][1],
            nlohmann::json({{"kind", "ignored"}, {"line", 15}, {"text", "ignored <gazebo>"}}));
}

TEST_F(CliTest, JsonAcceptsNamesThatAreNotUtf8) {
  const ProgramResult run =
      Run("inspect --json " + Write("odd.urdf", "<robot name='\xFF'><link name='\xC3'/></robot>"));
  EXPECT_EQ(run.code, 0);
  EXPECT_TRUE(nlohmann::json::accept(run.out));
}

TEST_F(CliTest, InspectSeparatesTheMassFixedToTheWorld) {
  const ProgramResult run = Run("inspect --base fixed " + Write("arm.urdf", kArm));
  EXPECT_THAT(
      run.out,
      HasSubstr("1 dof (nq 1, nv 1), 1 moving body from 3 links, 1 kg moving, 2 kg fixed to the world\n"));
}

TEST_F(CliTest, PackagePathsMayBeGivenSeveralTimes) {
  std::filesystem::create_directories(folder_ / "packages/my_arm");
  Write("packages/my_arm/upper.stl", "solid");
  std::string text = kArm;
  text.replace(text.find("upper.stl"), 9, "package://my_arm/upper.stl");
  std::filesystem::create_directories(folder_ / "urdf");
  const ProgramResult run = Run(fmt::format("inspect --package-path /nowhere --package-path {} {}",
                                            folder_ / "packages", Write("urdf/arm.urdf", text)));
  EXPECT_EQ(run.code, 0);
  EXPECT_THAT(run.out, HasSubstr("visual     1 mesh\n"));
}

TEST_F(CliTest, MimicIsRefusedOrIndependent) {
  std::string text = kArm;
  text.replace(text.find("<dynamics"), 0, "<mimic joint='other'/>");
  const std::string file = Write("arm.urdf", text);
  const ProgramResult refused = Run("inspect " + file);
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.err,
              StartsWith("slipstick: " + file + ":12: joint 'hinge' follows joint 'other' by <mimic>"));
  EXPECT_EQ(Run("inspect --mimic independent " + file).code, 0);
}

TEST_F(CliTest, MissingInertiaIsRefusedOrTakenFromShapes) {
  const std::string file = Write(
      "arm.urdf",
      "<robot name='r'>\n<link name='world'/>\n<link name='arm'><collision><geometry><box size='1 1 1'/>"
      "</geometry></collision></link>\n<joint name='j' type='continuous'><parent link='world'/>"
      "<child link='arm'/></joint>\n</robot>\n");
  const ProgramResult refused = Run("inspect " + file);
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.err, HasSubstr("--missing-inertia shapes"));
  EXPECT_THAT(Run("inspect --missing-inertia shapes " + file).out, HasSubstr("from 2 links, 1000 kg\n"));
  EXPECT_THAT(Run("inspect --missing-inertia shapes --density '0.5 g/cm^3' " + file).out,
              HasSubstr("from 2 links, 500 kg\n"));
  EXPECT_THAT(Run("inspect --density 500 " + file).err, HasSubstr("goes with --missing-inertia shapes"));
  EXPECT_THAT(Run("inspect --missing-inertia shapes --density=-1 " + file).err,
              HasSubstr("--density is '-1'; it must be above 0."));
}

/// A free body with these collision shapes, each on a line of its own from line 3 on.
std::string BodyWith(const std::vector<std::string>& shapes) {
  std::string text =
      "<robot name='r'>\n<link name='b'><inertial><mass value='1'/><inertia ixx='1' iyy='1' "
      "izz='1'/></inertial>\n";
  for (const std::string& shape : shapes)
    text += "<collision><geometry>" + shape + "</geometry></collision>\n";
  return text + "</link></robot>\n";
}

constexpr char kScene[] = "[[robots]]\nmodel = 'r.urdf'\nposition = [0, 0, 5]\n";

TEST_F(CliTest, InspectWarnsOfTheShapesThatARunRefuses) {
  Write("flat.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nf 1 2 3 4\n");
  Write("bad.dae", "<COLLADA><scene>\n<instance_visual_scene url='#s'/></scene></COLLADA>");
  Write("a.wrl", "");
  Write("s.toml", kScene);
  const std::pair<std::string, std::string> kRefused[] = {
      {"<mesh filename='flat.obj'/>", "flat.obj': its 4 points lie in a plane (extent 1 x 1 x 0 m)"},
      {"<mesh filename='bad.dae'/>", "bad.dae', line 2: <instance_visual_scene> has url='#s'; expected '#'"},
      {"<mesh filename='a.wrl'/>", "a.wrl': only .stl, .obj and .dae are read"},
      {"<box size='0 1 1'/>", "size = (0, 1, 1) m, each must be finite and > 0"}};
  for (const auto& [shape, reason] : kRefused) {
    const std::string file = Write("r.urdf", BodyWith({"<sphere radius='1'/>", shape, shape}));
    const auto notes = nlohmann::json::parse(Run("inspect --json " + file).out)["notes"];
    ASSERT_EQ(notes.size(), 1u) << shape;
    EXPECT_EQ(notes[0]["kind"], "warning");
    EXPECT_EQ(notes[0]["line"], 4);
    EXPECT_THAT(notes[0]["text"],
                StartsWith("collision shapes 'b_collision_2', 'b_collision_3': refused by a run: "));
    EXPECT_THAT(notes[0]["text"], HasSubstr(reason));
    EXPECT_THAT(
        Run("inspect " + file).out,
        HasSubstr("Warnings (1)\n  line    4  collision shapes 'b_collision_2', 'b_collision_3': refused"));
    const ProgramResult run = Run("run " + folder_ / "s.toml" + " --duration 1ms");
    EXPECT_EQ(run.code, 2) << shape;
    EXPECT_THAT(run.err, HasSubstr(reason));
  }
}

TEST_F(CliTest, InspectWarnsOfNoShapeThatARunAccepts) {
  Write("box.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n");
  Write("s.toml", kScene);
  const std::string file =
      Write("r.urdf",
            BodyWith({"<mesh filename='box.obj'/>", "<sphere radius='0'/>", "<mesh filename='gone.dae'/>"}));
  EXPECT_THAT(Run("inspect " + file).out, HasSubstr("Warnings (1)\n  line    5  mesh 'gone.dae': not found"));
  EXPECT_EQ(Run("run " + folder_ / "s.toml" + " --duration 1ms").code, 0);
}

TEST_F(CliTest, BadFilesGiveOneMessageAndExitCodeTwo) {
  const std::string file = Write("bad.urdf", "<robot name='r'>\n  <link/>\n</robot>");
  const ProgramResult run = Run("inspect " + file);
  EXPECT_EQ(run.code, 2);
  EXPECT_EQ(run.out, "");
  EXPECT_EQ(run.err, "slipstick: " + file + ":2: <link> has no attribute 'name'; add it.\n");
  EXPECT_EQ(Run("inspect /nowhere/r.urdf").err, "slipstick: /nowhere/r.urdf: there is no such file.\n");
}

TEST_F(CliTest, HelpAndVersionGiveExitCodeZero) {
  EXPECT_EQ(Run("--version").code, 0);
  EXPECT_THAT(Run("--version").out, testing::MatchesRegex("slipstick [0-9]+\\.[0-9]+\\.[0-9]+\n"));
  EXPECT_EQ(Run("--help").code, 0);
  EXPECT_THAT(Run("--help").out, HasSubstr("inspect"));
  const ProgramResult help = Run("inspect --help");
  EXPECT_EQ(help.code, 0);
  for (const char* option :
       {"FILE", "--json", "--base", "--mimic", "--missing-inertia", "--density", "--package-path"})
    EXPECT_THAT(help.out, HasSubstr(option));
}

TEST_F(CliTest, WrongUsageGivesAdviceAndExitCodeTwo) {
  const ProgramResult command = Run("inspct x.urdf");
  EXPECT_EQ(command.code, 2);
  EXPECT_EQ(command.err,
            "slipstick: there is no command 'inspct'; did you mean 'inspect'? See 'slipstick --help'.\n");
  const std::pair<const char*, const char*> kMistakes[] = {
      {"", "no command given; see 'slipstick --help'.\n"},
      {"--jsn", "there is no option '--jsn'; known: '--help' and '--version'. See 'slipstick --help'.\n"},
      {"inspect", "FILE is required. See 'slipstick inspect --help'.\n"},
      {"inspect a b", "'b' is one argument too many. See 'slipstick inspect --help'.\n"},
      {"inspect --jsn a",
       "there is no option '--jsn'; did you mean '--json'? See 'slipstick inspect --help'.\n"},
      {"inspect --base floting a",
       "--base: there is no 'floting'; did you mean 'floating'? See 'slipstick inspect --help'.\n"},
      {"inspect a --package-path",
       "--package-path: 1 required DIR missing. See 'slipstick inspect --help'.\n"}};
  for (const auto& [arguments, message] : kMistakes) {
    const ProgramResult run = Run(arguments);
    EXPECT_EQ(run.code, 2) << arguments;
    EXPECT_EQ(run.err, std::string("slipstick: ") + message);
    EXPECT_EQ(run.out, "") << arguments;
  }
}

TEST_F(CliTest, AFullDiskGivesExitCodeOne) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full on this system.";
  const std::string file = Write("arm.urdf", kArm);
  const int status =
      std::system(fmt::format("'{}' inspect {} >/dev/full 2>/dev/null", SLIPSTICK_PROGRAM, file).c_str());
  EXPECT_EQ(WEXITSTATUS(status), 1);
}

}  // namespace
}  // namespace slipstick::cli_test
