// 'slipstick compare', 'sweep' and 'reproduce': output, exit codes and files.
#include <gmock/gmock.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "support/program.h"
#include "support/sanitized.h"

namespace slipstick::cli_test {

using namespace support;
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;
using Json = nlohmann::json;

/// Coarse references, to keep the tests fast.
constexpr char kQuick[] = " --duration 20ms --self-dt 0.2ms --reference-dt 0.1ms --repeats 1 ";

class CompareTest : public ProgramTest {
 protected:
  static std::string Quick(const std::string& arguments) { return arguments + kQuick; }
};

TEST_F(CompareTest, PutsMethodsSideBySide) {
  SLIPSTICK_SKIP_IF_SANITIZED();
  const ProgramResult run =
      Run(Quick("compare solo-trot --steppers euler,named@implicit-euler:tolerance=1e-8 --dt 2ms,1ms"));
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(run.err, "");
  for (const char* text : {"solo-trot: time steppers compared", "uncertainty", "real-time",
                           "self-convergence", "creep", "euler", "named"})
    EXPECT_THAT(run.out, HasSubstr(text));
  EXPECT_THAT(folder_.Names(), IsEmpty());
}

// Regression: long names were truncated at the end, where they differ.
TEST_F(CompareTest, DistinguishesMethodsWithLongNames) {
  SLIPSTICK_SKIP_IF_SANITIZED();
  const std::string methods[] = {"implicit-euler:max_iterations=5,slip_anchor=jump,tolerance=1e-9",
                                 "implicit-euler:max_iterations=5,slip_anchor=jump,tolerance=1e-8"};
  const std::string command =
      Quick("compare block-on-slope --dt 5ms --steppers " + methods[0] + "," + methods[1]);
  const std::string piped = Run(command).out;
  for (const std::string& method : methods) EXPECT_THAT(piped, HasSubstr(method + "  5 ms"));
  const ProgramResult shown = Run(command + "\"", {.wrapper = "script -qec \"stty columns 80;"});
  if (shown.code == 127) GTEST_SKIP() << "no program 'script' to make a terminal with";
  EXPECT_THAT(shown.out,
              AllOf(HasSubstr("implicit-"), HasSubstr("1e-9"), HasSubstr("1e-8"), Not(HasSubstr("…"))));
}

TEST_F(CompareTest, PrintsJsonWithStableKeys) {
  SLIPSTICK_SKIP_IF_SANITIZED();
  const ProgramResult run = Run(Quick("compare solo-trot --steppers implicit-euler --dt 1.5ms --json"));
  ASSERT_EQ(run.code, 0) << run.err;
  const Json json = Json::parse(run.out);
  EXPECT_EQ(json["format"], 1);
  ASSERT_EQ(json["tables"]["cases"].size(), 1u);
  const Json& row = json["tables"]["cases"][0];
  EXPECT_EQ(row["method"], "implicit-euler");
  EXPECT_EQ(row["step"], 1e-3);  // the longest up to 1.5 ms that divides 2 ms
  EXPECT_EQ(row["stable"], true);
  EXPECT_EQ(row["small_deviation"], true);
  for (const char* key : {"reference_error_mean", "reference_error_max", "self_convergence_mean",
                          "self_convergence_max", "real_time_factor", "step_time", "creep",
                          "penetration_depth", "energy_error_ratio", "cone_violation", "not_converged"})
    EXPECT_TRUE(row[key].is_number()) << key;
}

TEST_F(CompareTest, WritesAPageAndReusesResults) {
  SLIPSTICK_SKIP_IF_SANITIZED();
  const std::string command =
      Quick("compare block-on-slope --steppers implicit-euler --dt 5ms,2ms --out page");
  ASSERT_EQ(Run(command).code, 0);
  EXPECT_TRUE(std::filesystem::is_directory(folder_ / "page/results"));
  const std::string page = ReadText(folder_ / "page/index.html"),
                    data = ReadText(folder_ / "page/report.json");
  EXPECT_THAT(page, AllOf(StartsWith("<!DOCTYPE html>"), HasSubstr("<svg"), HasSubstr("prefers-color-scheme"),
                          HasSubstr("real-time factor"), Not(HasSubstr("http://www.w3.org/1999")),
                          Not(HasSubstr("src="))));
  EXPECT_THAT(ReadText(folder_ / "page/error-and-step.svg"), HasSubstr("</svg>"));
  ASSERT_EQ(Run(command + " --threads 3").code, 0);
  EXPECT_EQ(ReadText(folder_ / "page/report.json"), data);  // timings, too: nothing was measured again
  ASSERT_EQ(Run(command + " --fresh").code, 0);
  EXPECT_NE(ReadText(folder_ / "page/report.json"), data);
}

TEST_F(CompareTest, ShowsUnstableRunsInTheTable) {
  SLIPSTICK_SKIP_IF_SANITIZED();
  const ProgramResult run =
      Run("compare solo-trot --steppers euler --dt 2ms --duration 0.2s --self-dt 0.1ms --reference-dt 50us "
          "--repeats 1 --out page");
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out, testing::ContainsRegex("euler +2 ms[^\n]* no "));
  EXPECT_EQ(Json::parse(ReadText(folder_ / "page/report.json"))["tables"]["cases"][0]["stable"], false);
}

TEST_F(CompareTest, ReportsThatTheReferenceFailed) {
  const std::string command =
      "compare block-on-slope --steppers implicit-euler --dt 5ms --duration 0.1s --self-dt 0.2ms --repeats "
      "1 "
      "--reference-dt 50us --set materials.default.stiffness=1e12 --out page";
  const ProgramResult run = Run(command);
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out,
              AllOf(HasSubstr("there is no reference"), HasSubstr("no ref."), HasSubstr("self-convergence  "),
                    Not(HasSubstr("unstable ")), Not(HasSubstr("deviates  "))));
  EXPECT_THAT(ReadText(folder_ / "page/index.html"),
              AllOf(HasSubstr("there is no reference"), HasSubstr("<svg")));
  const Json row = Json::parse(ReadText(folder_ / "page/report.json"))["tables"]["cases"][0];
  EXPECT_EQ(row["has_reference"], false);
  EXPECT_TRUE(row["reference_error_mean"].is_null());
  EXPECT_TRUE(row["small_deviation"].is_null());
  EXPECT_TRUE(row["self_convergence_mean"].is_number());
}

TEST_F(CompareTest, KeepsResultsWhenInterrupted) {
  SLIPSTICK_SKIP_IF_SANITIZED();
  const auto run_for = [&](const std::string& seconds, const std::string& options) {
    const ProgramResult run =
        Run("compare solo-squat --out kept --threads 1 " + options,
            {.wrapper = "timeout --foreground --preserve-status --signal INT " + seconds});
    EXPECT_EQ(run.code, 130);
    const bool has_results = std::filesystem::exists(folder_ / "kept/results");
    EXPECT_THAT(run.err, HasSubstr(has_results ? "interrupted; results are kept in kept/results"
                                               : "interrupted before the first measurement was finished"));
    EXPECT_EQ(run.out, "");
    return has_results;
  };
  EXPECT_FALSE(run_for("0.5", "--reference-dt 0.1us")) << "the reference takes minutes";
  bool has_results = false;
  for (const char* seconds : {"0.5", "2", "8"})  // until the first measurement is finished, on a slow machine
    if (!has_results)
      has_results = run_for(seconds, "--duration 40ms --self-dt 0.2ms --reference-dt 0.1ms --repeats 1000");
  EXPECT_TRUE(has_results);
}

TEST_F(CompareTest, SweepsAKeyOfTheScene) {
  const ProgramResult run = Run(Quick(
      "sweep solo-trot --vary stiffness=1e4..1e6:3 --damping-ratio 0.5 --steppers implicit-euler --dt 2ms "
      "--out swept --json"));
  ASSERT_EQ(run.code, 0) << run.err;
  const Json rows = Json::parse(run.out)["tables"]["cases"];
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows[1]["value"], "100000");
  EXPECT_THAT(folder_.Names(), ElementsAre("swept"));
  EXPECT_TRUE(std::filesystem::exists(folder_ / "swept/error-and-stiffness.svg"));

  const ProgramResult steps = Run(Quick("sweep block-on-slope --vary dt=5ms,2ms --steppers implicit-euler"));
  EXPECT_EQ(steps.code, 0) << steps.err;
  EXPECT_THAT(steps.out, AllOf(HasSubstr(" 5 ms "), HasSubstr(" 2 ms ")));
}

TEST_F(CompareTest, ListsExperiments) {
  const ProgramResult run = Run("reproduce list");
  EXPECT_EQ(run.code, 0) << run.err;
  for (const char* name :
       {"expo/fig-2", "expo/fig-3", "expo/fig-4", "expo/fig-5", "expo/table-2", "expo/table-3",
        "stewart-trinkle/table-1", "stewart-trinkle/rod", "stewart-trinkle/balls"})
    EXPECT_THAT(run.out, HasSubstr(name));
  EXPECT_EQ(Run("reproduce").out, run.out);
  EXPECT_THAT(folder_.Names(), IsEmpty());
}

TEST_F(CompareTest, RefusesBadInputWithOneLineAndNoFiles) {
  WriteText(folder_ / "file", "");
  const BadCommand cases[] = {
      {"compare", "SCENE"},
      {"compare solo-tort --out new", "there is no scene 'solo-tort'"},
      {"compare solo-trot --out new --steppers eulr",
       "--steppers: there is no stepper 'eulr'; did you mean 'euler'?"},
      {"compare solo-trot --out new --steppers euler:semi=1", "stepper 'euler' has no option 'semi'"},
      {"compare solo-trot --out new --steppers euler:semi_implicit=9", "semi_implicit"},
      {"compare solo-trot --out new --steppers ''", "empty entry"},
      {"compare solo-trot --out new --dt 0", "--dt is '0'; it must be > 0"},
      {"compare solo-trot --out new --dt -1ms", "--dt is '-1ms'; it must be > 0"},
      {"compare solo-trot --out new --dt 1ms,soon", "--dt is 'soon', which is not a number"},
      {"compare solo-trot --out new --dt nan", "--dt is 'nan'"},
      {"compare solo-trot --out new --dt ''", "--dt '': there is an empty entry"},
      {"compare solo-trot --out new --dt 1ms,", "--dt '1ms,': there is an empty entry"},
      {"compare solo-trot --out new --dt 5ms",
       "--dt: a step of 0.005 s is longer than the control period of 0.002 s"},
      {"compare solo-trot --out new --dt 5ms", "make that longer with --set control_period=0.005"},
      {"compare block-on-slope --out new --dt 20ms", "longer than the window of 0.01 s"},
      {"compare block-on-slope --out new --dt 20ms", "make that longer with --window 0.02"},
      {"compare solo-trot --out new --dt 1ms --dt 0.001", "--dt: 0.001 s and 0.001 s are both measured in"},
      {"compare solo-trot --out new --dt 1.5ms,1ms",
       "--dt: 0.0015 s and 0.001 s are both measured in steps of"},
      {"sweep solo-trot --out new --vary dt=1.5ms,1ms",
       "--vary dt: 0.0015 s and 0.001 s are both measured in"},
      {"compare solo-trot --out new --set accuracy=1e-3",
       "--set accuracy=1e-3: measurements take steps of --dt, without step-size control"},
      {"compare solo-trot --out new --set dt=1ms",
       "--set dt=1ms: measurements do not use dt of the scene; give --dt 1ms"},
      {"compare solo-trot --out new --set stepper=rk4", "give --steppers rk4 instead"},
      {"sweep solo-trot --out new --vary stepper=euler,rk4", "give --steppers euler,rk4 instead"},
      {"compare solo-trot --out new --window 5ms", "--window 5ms: errors accumulate over the control period"},
      {"compare block-on-slope --out new --set control_period=5ms", "has no controller"},
      {"sweep block-on-slope --out new --vary control_period=5ms,1ms --dt 1ms", "has no controller"},
      {"compare solo-trot --out ''", "--out: '' is not a folder"},
      {"reproduce expo/fig-5 --out ''", "--out: '' is not a folder"},
      {"compare solo-trot --out new --steppers expo --set options.order=1",
       "write --set options.expo.order=1"},
      {"sweep solo-trot --out new --steppers expo --vary options.order=1,2",
       "write --vary options.expo.order=1,2"},
      {"compare solo-trot --out new --set 'options={order=1}'", "change options one by one"},
      {"compare solo-trot --out new --set options.ordr=1", "write --set options.NAME.ordr=1"},
      {"compare solo-trot --out new --steppers expo --steppers expo", "--steppers: 'expo' is given twice"},
      {"compare solo-trot --out new --steppers a@expo,a@rk4", "--steppers: 'a' is given twice"},
      {"compare solo-trot --out new --steppers @expo", "'@expo' has no name before '@'"},
      {"compare solo-trot --out new --steppers expo:order=3",
       "--steppers expo:order=3: stepper 'expo': order"},
      {"compare solo-trot --out new --reference expo:order=3", "--reference expo:order=3: stepper 'expo'"},
      {"sweep solo-trot --out new --vary stiffness=0", "--vary stiffness=0: "},
      {"sweep solo-trot --out new --vary stiffness=1e4,10000", "'1e4' and '10000' are the same value"},
      {"sweep solo-trot --out new --vary ground.slope=1deg,1deg", "'1deg' and '1deg' are the same value"},
      {"compare solo-trot --out new --dt 1us", "at least twice that"},
      {"compare solo-trot --out new --duration 1ms", "longer duration"},
      {"compare solo-trot --out new --window -1", "--window is '-1'; it must be > 0"},
      {"compare solo-trot --out new --reference euler,rk4", "--reference: 'euler,rk4' are 2 methods"},
      {"compare solo-trot --out new --repeats 0", "--repeats: '0' is not a whole number from 1 to 1000"},
      {"compare solo-trot --out new --repeats 1e9", "--repeats: '1e9' is not a whole number"},
      {"compare solo-trot --out new --repeats 1000000000", "--repeats: '1000000000' is not a whole number"},
      {"compare solo-trot --out new --threads 0", "--threads: '0' is not a whole number from 1 to 4096"},
      {"compare solo-trot --out new --threads abc", "--threads: 'abc' is not a whole number"},
      {"reproduce expo/fig-5 --out new --threads 1.5", "--threads: '1.5' is not a whole number"},
      {"compare solo-trot --out new --reference-dt 1e-12",
       "--reference-dt: 3 s of scene 'solo-trot' in steps"},
      {"compare solo-trot --out new --self-dt 1e-12", "more than 1e+09 steps"},
      {"compare bouncing-ball --out new --window 1e-9", "more than 1e+06 times the window"},
      {"compare solo-trot --out new --set grund.slope=1", "did you mean 'ground'?"},
      {"compare solo-trot --out file", "--out file: the folder cannot be created"},
      {"compare solo-trot --out file/inside", "--out file/inside: the folder cannot be created"},
      {"sweep solo-trot --out new", "--vary is required"},
      {"sweep solo-trot --out new --vary stiffness", "it has no 'key='"},
      {"sweep solo-trot --out new --vary stiffness=1e4..1e5", "a range needs the number of values"},
      {"sweep solo-trot --out new --vary stiffness=0..1e5:3", "plain numbers > 0"},
      {"sweep solo-trot --out new --vary stiffness=1e4,", "a value is empty"},
      {"sweep solo-trot --out new --vary stiffness=soft", "not a number"},
      {"sweep solo-trot --out new --vary stiffness=-1", "must be a finite number > 0"},
      {"sweep solo-trot --out new --vary friction=1 --damping-ratio 1",
       "--damping-ratio goes with --vary stiffness"},
      {"sweep solo-trot --out new --vary dt=1ms --dt 1ms", "leave out --dt"},
      {"sweep solo-trot --out new --vary nothing=1", "there is no key 'nothing'"},
      {"reproduce expo/fig-22 --out new", "there is no experiment 'expo/fig-22'; did you mean 'expo/fig-2'"},
      {"reproduce 000 --out new", "there is no experiment '000'"},
  };
  ExpectRefused(cases);
}

}  // namespace
}  // namespace slipstick::cli_test
