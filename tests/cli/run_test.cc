// 'slipstick run' and 'slipstick list': output, exit codes and files.
#include <gmock/gmock.h>

#include <cmath>
#include <cstdlib>

#include "slipstick/record/recording_file.h"
#include "support/program.h"
#include "support/sanitized.h"

namespace slipstick::cli_test {

using namespace support;
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

using RunTest = ProgramTest;

TEST_F(RunTest, PrintsASummary) {
  const ProgramResult run = Run("run block-on-slope --duration 0.1s");
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(run.err, "");  // no progress bar without a terminal
  for (const char* line : {"block-on-slope: A block", "implicit-euler, 100 steps of 1 ms", "real-time factor",
                           "penetration", "slip", "of the energy exchanged", "failures     none"})
    EXPECT_THAT(run.out, HasSubstr(line));
  EXPECT_THAT(folder_.Names(), IsEmpty());
}

TEST_F(RunTest, PrintsJsonWithStableKeys) {
  const ProgramResult run = Run("run bouncing-ball --duration 10ms --dt 0.0005 --stepper euler --json");
  EXPECT_EQ(run.code, 0) << run.err;
  for (const char* entry :
       {"\"format\": 1", "\"scene\": \"bouncing-ball\"", "\"stepper\": \"euler\"", "\"steps\": 20",
        "\"finished\": true", "\"real_time_factor\": ", "\"recording\": null"})
    EXPECT_THAT(run.out, HasSubstr(entry));
}

TEST_F(RunTest, ControlsTheStepSize) {
  const ProgramResult run =
      Run("run bouncing-ball --accuracy 1e-4 --dt 10ms --duration 0.5s --record part.npz");
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("rk4, 50 steps of 10 ms"));
  EXPECT_THAT(run.out, HasSubstr("accuracy 0.0001: "));
  EXPECT_THAT(run.out, HasSubstr(" rejected"));
  EXPECT_EQ(Run("run --resume part.npz --duration 1s --record whole.npz").code, 0);
  EXPECT_EQ(Run("run bouncing-ball --accuracy 1e-4 --dt 10ms --duration 1s --record straight.npz").code, 0);
  EXPECT_EQ(ReadText(folder_ / "whole.npz"), ReadText(folder_ / "straight.npz"));
  EXPECT_THAT(Run("run --replay whole.npz").out, HasSubstr("bit-identical"));
  const ProgramResult rigid =
      Run("run bouncing-ball --stepper stewart-trinkle --accuracy 1e-4 --dt 10ms --duration 0.5s --json");
  EXPECT_EQ(rigid.code, 0) << rigid.err;
  EXPECT_THAT(rigid.out, HasSubstr("\"step_size_control\": {\n    \"accuracy\": 0.0001"));
}

TEST_F(RunTest, RunsAFileWithEditsAndUnits) {
  WriteText(folder_ / "drop.toml", "[[bodies]]\nshape = 'sphere'\nradius = '5 cm'\nposition = [0, 0, 1]\n");
  const ProgramResult run =
      Run("run drop.toml --dt 2ms --duration '40 ms' --set bodies.radius=10cm --set ground.slope='5 deg' "
          "--set gravity=[0,0,-1.62]");
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("20 steps of 2 ms"));
}

TEST_F(RunTest, RecordsResumesAndReplaysTheSameBits) {
  EXPECT_EQ(Run("run solo-trot --duration 50ms --record part.npz").code, 0);
  EXPECT_EQ(Run("run --resume part.npz --duration 100ms --record whole.npz").code, 0);
  EXPECT_EQ(Run("run solo-trot --duration 100ms --record straight.npz").code, 0);
  EXPECT_EQ(ReadText(folder_ / "whole.npz"), ReadText(folder_ / "straight.npz"));
  const ProgramResult replay = Run("run --replay whole.npz");
  EXPECT_EQ(replay.code, 0) << replay.err;
  EXPECT_THAT(replay.out, HasSubstr("bit-identical"));

  Recording recording = record::ReadRecording(folder_ / "whole.npz");
  recording.q[19 * 25] = std::nextafter(recording.q[19 * 25], 1.0);
  record::WriteRecording(folder_ / "changed.npz", recording);
  const ProgramResult differs = Run("run --replay changed.npz");
  EXPECT_EQ(differs.code, 1);
  EXPECT_THAT(differs.err, HasSubstr("row 25 (t = 0.05 s): q of"));
}

TEST_F(RunTest, ReportsAFailedSimulationAndWritesTheRecording) {
  const ProgramResult run = Run("run solo-trot --stepper euler --dt 2ms --record out.npz");
  EXPECT_EQ(run.code, 1);
  EXPECT_THAT(run.err, HasSubstr("the simulation failed at t = "));
  EXPECT_THAT(run.err, HasSubstr("Try a smaller step (--dt 200µs)"));
  EXPECT_THAT(run.out, HasSubstr("1 step: diverged"));
  EXPECT_GT(record::ReadRecording(folder_ / "out.npz").size(), 1);
}

TEST_F(RunTest, WritesTheRecordingWhenInterrupted) {
  const ProgramResult run = Run("run bouncing-ball --duration 1000000s --every 1s --record part.npz",
                                {.wrapper = "timeout --foreground --preserve-status --signal INT 1"});
  EXPECT_EQ(run.code, 130);
  EXPECT_THAT(run.out, HasSubstr("recording    part.npz"));
  EXPECT_THAT(run.err, HasSubstr("continue with 'slipstick run --resume part.npz'"));
  const double t = record::ReadRecording(folder_ / "part.npz").checkpoint->state.t;
  EXPECT_GT(t, 1.0);
  const std::string longer = " --duration " + std::to_string(t + 1.0) + "s";
  EXPECT_EQ(Run("run --resume part.npz" + longer).code, 0);
  EXPECT_THAT(Run("run --replay part.npz").out, HasSubstr("bit-identical"));
}

TEST_F(RunTest, ShowsAProgressBarOnATerminal) {
  SLIPSTICK_SKIP_IF_SANITIZED();
  if (std::system("command -v script >/dev/null") != 0)
    GTEST_SKIP() << "no 'script' here to make a terminal with";
  const std::string command =
      "script -qec \"'" SLIPSTICK_PROGRAM "' run solo-squat --dt 0.1ms\" '" + logs_ / "tty'";
  ASSERT_EQ(std::system((command + " >/dev/null </dev/null").c_str()), 0);
  EXPECT_THAT(ReadText(logs_ / "tty"), HasSubstr("of 4 s"));
}

constexpr char kHull[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n";

TEST_F(RunTest, ResumesWithoutTheGroundFileAndRefusesChangedMeshes) {
  WriteText(folder_ / "heights.txt", "0 0.01\n0.02 0\n");
  WriteText(folder_ / "hull.obj", kHull);
  WriteText(folder_ / "drop.toml",
            "[ground]\nkind = 'height-field'\nfile = 'heights.txt'\nspacing = 1\n"
            "[[bodies]]\nshape = 'mesh'\nmesh = 'hull.obj'\nscale = 0.1\nposition = [0, 0, 0.05]\n");
  ASSERT_EQ(Run("run drop.toml --duration 20ms --record half.npz").code, 0);
  ASSERT_EQ(Run("run drop.toml --duration 40ms --record straight.npz").code, 0);
  WriteText(folder_ / "heights.txt", "1 1\n1 1\n");
  EXPECT_EQ(Run("run --resume half.npz --duration 40ms --record whole.npz").code, 0);
  EXPECT_EQ(ReadText(folder_ / "whole.npz"), ReadText(folder_ / "straight.npz"));
  EXPECT_EQ(Run("run --replay whole.npz").code, 0);

  WriteText(folder_ / "hull.obj", "v 0 0 0.1\n" + std::string(kHull).substr(8));
  for (const char* verb : {"--resume half.npz --duration 40ms", "--replay whole.npz"}) {
    const ProgramResult run = Run(std::string("run ") + verb);
    EXPECT_EQ(run.code, 2);
    EXPECT_THAT(run.err, HasSubstr("the meshes have changed since the run"));
  }
}

TEST_F(RunTest, FailsIfTooManyStepsDoNotConverge) {
  const ProgramResult run =
      Run("run solo-trot --stepper implicit-euler --duration 20ms --set options.max_iterations=1 --set "
          "options.tolerance=1e-15");
  EXPECT_EQ(run.code, 1);
  EXPECT_THAT(run.err, HasSubstr("more than 1 % of the steps did not converge"));
}

// Files may have 8 blocks of 512 bytes, as on a disk that is full.
TEST_F(RunTest, PrintsTheSummaryIfTheRecordingCannotBeWritten) {
  const ShellContext full_disk{.before = "trap '' XFSZ && ulimit -f 8"};
  const ProgramResult run = Run("run solo-squat --duration 0.1s --record out.npz", full_disk);
  EXPECT_EQ(run.code, 1);
  EXPECT_THAT(run.err, HasSubstr("out.npz"));
  EXPECT_THAT(run.out, HasSubstr("failures     none"));
  EXPECT_THAT(run.out, Not(HasSubstr("recording")));
  EXPECT_THAT(Run("run solo-squat --duration 0.1s --json --record out.npz", full_disk).out,
              HasSubstr("\"recording\": null"));
  EXPECT_THAT(folder_.Names(), IsEmpty());
}

TEST_F(RunTest, WarnsThatContactsCreatedEnergy) {
  const ProgramResult run = Run("run bouncing-ball --stepper euler --dt 5ms");
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("contacts created "));
  EXPECT_THAT(run.out, HasSubstr("try a smaller --dt or --stepper expo"));
  EXPECT_THAT(Run("run box-drop --stepper rk4 --dt 20ms --duration 0.5s").out,
              HasSubstr("the energy error is large"));
  EXPECT_THAT(Run("run bouncing-ball --duration 0.5s").out, Not(HasSubstr("contacts created")));
  EXPECT_THAT(Run("run bouncing-ball --duration 0.5s --json").out,
              HasSubstr("\"contact_energy_created\": 0.0"));
}

TEST_F(RunTest, ReportsThatStepsWereShortenedToFitTheControlPeriod) {
  EXPECT_THAT(Run("run solo-trot --dt 5ms --duration 20ms").out,
              HasSubstr("(steps shortened from 5 ms to divide the control period)"));
}

TEST_F(RunTest, RefusesBadInputWithOneLineAndNoFiles) {
  WriteText(folder_ / "deep.toml",
            "[[bodies]]\nname = 'ball'\nshape = 'sphere'\nradius = 1\nposition = [0, 0, 0.5]\n");
  WriteText(folder_ / "typo.toml", "[[bodies]]\nshpe = 'sphere'\n");
  WriteText(folder_ / "broken.toml", "dt = \n");
  WriteText(folder_ / "old.npz", "not a recording");
  const BadCommand cases[] = {
      {"run solo-tort", "there is no scene 'solo-tort'; did you mean 'solo-trot'?"},
      {"run", "no scene given"},
      {"run none.toml", "none.toml: cannot be opened"},
      {"run .", "there is no scene '.'"},
      {"run ./", "is a folder"},
      {"run broken.toml", "broken.toml:1:"},
      {"run typo.toml", "typo.toml:2:1: there is no key 'shpe' in [[bodies]]; did you mean 'shape'"},
      {"run deep.toml --record out.npz", "deep.toml:1:1: 'ball' starts 500 mm deep in 'ground'"},
      {"run solo-trot --stepper eulr", "--stepper eulr: there is no stepper 'eulr'; did you mean 'euler'?"},
      {"run solo-trot --dt -1ms --record out.npz", "--dt -1ms: dt is -0.001 s; it must be above 0"},
      {"run solo-trot --dt 0", "dt is 0 s; it must be above 0"},
      {"run solo-trot --dt ''", "dt is ''"},
      {"run solo-trot --accuracy 0", "--accuracy 0: accuracy is 0; it must be above 0"},
      {"run solo-trot --accuracy=-1e-3", "accuracy is -0.001; it must be above 0"},
      {"run solo-trot --accuracy inf", "accuracy is"},
      {"run solo-trot --accuracy fine", "accuracy is 'fine', which is not a number"},
      {"run --resume old.npz --accuracy 1e-3", "--resume keeps the settings of the recording"},
      {"run solo-trot --dt 2mm", "a length; expected a time"},
      {"run solo-trot --duration nan", "duration is"},
      {"run solo-trot --duration 1e9 --dt 1e-9", "is a unit missing?"},
      {"run solo-trot --set dt", "expected key=value"},
      {"run solo-trot --set grund.slope=1", "there is no key 'grund' in the scene; did you mean 'ground'?"},
      {"run solo-trot --stepper implicit-euler --set options.tolernce=1",
       "there is no option 'tolernce' among the options of stepper 'implicit-euler': tolerance, "},
      {"run solo-trot --set robots.position=[0,0,0.1] --set robots.on_ground=false",
       "starts 123 mm deep in 'ground'"},
      {"run solo-trot --set joints.limit_tme=1", "did you mean 'limit_time'"},
      {"run solo-trot --stepper implicit-euler --set options.tolerance=-1",
       "--set options.tolerance=-1: stepper 'implicit-euler': tolerance = -1 m/s or rad/s, must be"},
      {"run solo-trot --set controller.speeed=1", "did you mean 'speed'?"},
      {"run solo-trot --set robots.3.model=x", "there is no entry 3"},
      {"run solo-trot --record /nowhere/out.npz", "there is no folder '/nowhere'"},
      {"run solo-trot --record out.txt", ".npz"},
      {"run solo-trot --every 1ms", "give --record, too"},
      {"run solo-trot --every -1ms --record out.npz", "every"},
      {"run solo-trot --frobnicate", "there is no option '--frobnicate'"},
      {"run --resume none.npz", "none.npz: there is no such file"},
      {"run --resume old.npz", "old.npz"},
      {"run --replay old.npz", "old.npz"},
      {"run --resume old.npz --dt 1ms", "--resume keeps the settings of the recording"},
      {"run solo-trot --replay old.npz", "leave out 'solo-trot'"},
      {"list", "WHAT"},
      {"list scense", "there is no list of 'scense'; did you mean 'scenes'?"},
      {"list options eulr", "there is no stepper 'eulr'; did you mean 'euler'?"},
      {"list scenes euler", "one argument too many"},
  };
  ExpectRefused(cases);
}

TEST_F(RunTest, RefusesToResumeACompleteRun) {
  EXPECT_EQ(Run("run bouncing-ball --duration 1ms --record ball.npz").code, 0);
  const ProgramResult again = Run("run --resume ball.npz");
  EXPECT_EQ(again.code, 2);
  EXPECT_THAT(again.err, HasSubstr("give a longer --duration"));
}

TEST_F(RunTest, ListsNames) {
  for (const char* name :
       {"solo-squat", "solo-jump", "solo-trot", "block-on-slope", "bouncing-ball", "box-drop"})
    EXPECT_THAT(Run("list scenes").out, HasSubstr(name));
  EXPECT_THAT(Run("list steppers").out, HasSubstr("material fields used: stiffness, damping"));
  EXPECT_THAT(Run("list options").out, HasSubstr("semi_implicit"));
  EXPECT_THAT(Run("list options implicit-euler").out, HasSubstr("tolerance"));
  EXPECT_THAT(Run("list materials").out, HasSubstr("N s/m"));
  EXPECT_THAT(Run("list controllers").out, HasSubstr("trot: "));
  EXPECT_THAT(Run("list --help").out, HasSubstr("scenes|steppers|options|materials|controllers"));
  EXPECT_THAT(Run("plot --help").out,
              HasSubstr("all|energy|film|forces|gaps|positions|pressure|torques|velocities"));
}

}  // namespace
}  // namespace slipstick::cli_test
