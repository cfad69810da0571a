// The whole chain on a stepper with faults: verdicts, reduction, and the file that replays the fault.
#include "torture/runner.h"

#include <gmock/gmock.h>

#include <csignal>
#include <stdexcept>

#include "slipstick/scene/scene_library.h"
#include "slipstick/scene/scene_reader.h"
#include "slipstick/steppers/registry.h"
#include "support/temp_folder.h"
#include "torture/generator.h"
#include "torture/reducer.h"
#include "torture/summary.h"

namespace slipstick::torture {

using namespace support;
namespace {

enum Fault { kNone, kExplode, kExplodeUnnoticed, kReturnNan, kThrow, kLoop, kSegfault };

/// Does nothing until its third step, then what the option says.
class Faulty : public Stepper {
 public:
  struct Options {
    int fault = kNone;
    void Visit(FieldVisitor& visit) { visit.Integer("fault", fault, {0, 6}, "what goes wrong"); }
  };
  Faulty(const World& world, const Options& options) : Stepper(world), options_(options) {}

 private:
  void Advance(const Actuation&, double h, State& state, StepReport& report) override {
    if (state.t < 1.5 * h) return;
    volatile bool forever = true;
    switch (options_.fault) {
      case kExplode: state.v.setConstant(1e3); break;
      // the energy check of Stepper::Step relies on the reported energy
      case kExplodeUnnoticed: state.v.setConstant(1e3), report.energy.kinetic = 1e12; break;
      case kReturnNan: report.residual = std::numeric_limits<double>::quiet_NaN(); break;
      case kThrow: throw std::runtime_error("a fault");
      case kLoop:
        while (forever) {
        }
        break;
      case kSegfault: std::signal(SIGSEGV, SIG_DFL), raise(SIGSEGV); break;
      default: break;
    }
  }
  Options options_;
};

std::string Register(Fault fault) {
  const std::string name = "faulty-" + std::to_string(fault);
  static std::vector<std::string> known;
  if (std::find(known.begin(), known.end(), name) == known.end())
    steppers::RegisterStepper<Faulty>(
        name, {"", "", 1, steppers::ContactModel::kRigid, steppers::FrictionModel::kCone, 0, {}}, {fault});
  known.push_back(name);
  return name;
}

class TortureRunner : public testing::Test {
 protected:
  TortureRunner() { WriteHull(folder_ / ""); }
  Outcome Run(const Case& world, Fault fault) {
    Limits limits;
    limits.hang = 0.1, limits.episode = 10.0;
    return RunScene(SceneText(world, Register(fault), "a test"), folder_ / "", limits);
  }
  TempFolder folder_;
};

TEST_F(TortureRunner, NamesTheFaultAndItsStep) {
  const Case world = Generate(1, 0);
  const std::pair<Fault, Verdict> pairs[] = {{kReturnNan, Verdict::kNonFinite},
                                             {kThrow, Verdict::kException},
                                             {kLoop, Verdict::kHang},
                                             {kSegfault, Verdict::kCrash}};
  for (const auto& [fault, verdict] : pairs) {
    const Outcome outcome = Run(world, fault);
    EXPECT_EQ(outcome.verdict, verdict) << outcome.message.data();
    EXPECT_EQ(outcome.failed_step, 2) << Name(verdict);
    EXPECT_EQ(outcome.ok, verdict == Verdict::kNonFinite ? 3 : 2) << Name(verdict);
  }
  const Outcome fine = Run(world, kNone);
  EXPECT_EQ(fine.verdict, Verdict::kFine) << fine.message.data();
  EXPECT_EQ(fine.ok, world.steps);
}

TEST_F(TortureRunner, RefusedSceneIsNotAnException) {
  const Outcome outcome = RunScene("dt = -1\n", folder_ / "", {});
  EXPECT_EQ(outcome.verdict, Verdict::kRefused);
  EXPECT_THAT(outcome.message.data(), testing::HasSubstr("dt"));
}

TEST_F(TortureRunner, ReducedFileReplaysTheFault) {
  const Case world = Generate(1, 1);
  const auto fails = [&](const Case& candidate) {
    return Run(candidate, kThrow).verdict == Verdict::kException;
  };
  ASSERT_TRUE(fails(world));
  const Case small = Reduce(world, fails, [] { return false; });
  EXPECT_EQ(small.parts.size(), 1u);  // one body or link must stay
  EXPECT_EQ(small.steps, 4);          // the first power of two with a third step
  WriteText(folder_ / "case.toml", SceneText(small, Register(kThrow), "a test"));
  Simulation simulation(scene::BuildScene(scene::FindScene(folder_ / "case.toml")));
  EXPECT_THROW(simulation.Run(), std::runtime_error);
  EXPECT_EQ(simulation.steps_done(), 2);
}

// Stepper::Step detects them, so that no explosion has status ok.
TEST_F(TortureRunner, ExplosionsAreDivergedSteps) {
  Case world;
  world.steps = 5;
  world.parts = {{PartKind::kBody, "ball", "", "shape = 'sphere'\nradius = 0.1\nposition = [0, 0, 1]"}};
  const Outcome outcome = Run(world, kExplode);
  EXPECT_EQ(outcome.verdict, Verdict::kFine);
  EXPECT_EQ(outcome.ok, 2);
  EXPECT_EQ(outcome.diverged, 1);
}

// The energy of the judge is its own: it does not depend on the report.
TEST_F(TortureRunner, FindsExplosionsWithStatusOk) {
  Case world;
  world.steps = 5;
  world.parts = {{PartKind::kBody, "ball", "", "shape = 'sphere'\nradius = 0.1\nposition = [0, 0, 1]"}};
  const Outcome outcome = Run(world, kExplodeUnnoticed);
  EXPECT_EQ(outcome.verdict, Verdict::kExplosion);
  EXPECT_EQ(outcome.failed_step, 2);
  EXPECT_EQ(outcome.ok, 5);
  EXPECT_EQ(outcome.explosions, 1);
  EXPECT_EQ(outcome.slow_explosions, 1);
}

void Wait() {
  volatile bool forever = true;
  while (forever) {
  }
}

TEST(TortureLimits, DistinguishStepsFromTheRest) {
  Limits limits;
  limits.hang = 0.1, limits.episode = 0.1, limits.rest = 0.5;
  const Outcome in_step = RunForked(
      [](Outcome& outcome, const auto& begin) {
        outcome.steps = 3;
        begin();
        Wait();
      },
      limits);
  EXPECT_EQ(in_step.verdict, Verdict::kHang);
  EXPECT_EQ(in_step.steps, 4);
  EXPECT_EQ(in_step.failed_step, 3);
  EXPECT_THAT(in_step.message.data(), testing::StartsWith("a step took"));
  const Outcome outside = RunForked([](Outcome&, const auto&) { Wait(); }, limits);
  EXPECT_EQ(outside.verdict, Verdict::kHang);
  EXPECT_EQ(outside.steps, 0);
  EXPECT_EQ(outside.longest_step, 0.0);
  EXPECT_THAT(outside.message.data(), testing::StartsWith("reading the scene and judging took"));
}

TEST(TortureReducer, KeepsWhatTheFailureNeeds) {
  Case full;
  full.steps = 40;
  for (int i = 0; i < 37; ++i) full.parts.push_back({PartKind::kBody, "b" + std::to_string(i), "", ""});
  int calls = 0;
  const auto fails = [&](const Case& candidate) {
    ++calls;
    int needed = 0;
    for (const Part& part : candidate.parts) needed += part.name == "b5" || part.name == "b23";
    return needed == 2 && candidate.steps >= 3;
  };
  const Case small = Reduce(full, fails, [] { return false; });
  ASSERT_EQ(small.parts.size(), 2u);
  EXPECT_EQ(small.parts[0].name, "b5");
  EXPECT_EQ(small.parts[1].name, "b23");
  EXPECT_EQ(small.steps, 4);
  EXPECT_LT(calls, 100);
  calls = 0;
  EXPECT_EQ(Reduce(full, fails, [&] { return calls >= 3; }).steps, 40);
  EXPECT_EQ(calls, 3);  // the time limit is respected
}

TEST(TortureSummary, FailsForFailuresOnly) {
  std::vector<Tally> tallies(1);
  Outcome outcome;
  outcome.steps = 10, outcome.ok = 5, outcome.explosions = 1, outcome.verdict = Verdict::kFastExplosion;
  tallies[0].Add(outcome);
  EXPECT_FALSE(HasFailed(tallies));
  outcome.slow_explosions = 1, outcome.verdict = Verdict::kExplosion;
  tallies[0].Add(outcome);
  EXPECT_TRUE(HasFailed(tallies));
  EXPECT_THAT(Table(tallies), testing::HasSubstr("50.00"));  // % ok
  EXPECT_EQ(Json(tallies)[0]["explosions"], 2);
  EXPECT_EQ(Json(tallies)[0]["slow_explosions"], 1);
  tallies[0] = {};
  outcome.slow_explosions = 0, outcome.verdict = Verdict::kHang;
  tallies[0].Add(outcome);
  EXPECT_TRUE(HasFailed(tallies));
}

}  // namespace
}  // namespace slipstick::torture
