// The same numbers on any number of threads, measured or stored.
#include "slipstick/measure/measurement_queue.h"

#include <gmock/gmock.h>

#include <set>

#include "slipstick/measure/cases.h"
#include "support/refusal.h"
#include "support/sample_scenes.h"
#include "support/temp_folder.h"

namespace slipstick::measure {

using namespace support;
namespace {

using testing::HasSubstr;

Protocol Quick() {
  Protocol protocol;
  protocol.self_dt = protocol.reference_dt = 1e-4;
  protocol.repeats = 1;
  return protocol;
}

std::vector<Case> SampleCases() {
  std::vector<Case> cases;
  const auto scene = Prepared(kHeldBlock);
  for (const char* name : {"euler", "implicit-euler"})
    for (const double dt : {5e-3, 1e-3}) cases.push_back({scene, {name}, dt});
  return cases;
}

/// Without timings, which vary.
std::string Numbers(const std::vector<CaseResult>& results) {
  std::string text;
  for (const CaseResult& result : results)
    text += ToJson(result.self_convergence) + ToJson(result.reference_error) + ToJson(result.uncertainty) +
            ToJson(result.quality);
  return text;
}

TEST(MeasurementQueue, ResultsDoNotDependOnTheNumberOfThreads) {
  MeasurementQueue one({.threads = 1}), three({.threads = 3});
  EXPECT_EQ(Numbers(MeasureCases(SampleCases(), Quick(), one)),
            Numbers(MeasureCases(SampleCases(), Quick(), three)));
}

// Regression: reference runs were identified by the address of their scene, which may be reused.
TEST(MeasurementQueue, EverySceneHasItsOwnReferenceRun) {
  MeasurementQueue queue({.threads = 1});
  std::set<const ReferenceRequest*> requests;
  for (int k = 0; k < 20; ++k) {
    const auto scene = Prepared(kFalling);
    const ReferenceRequest& request = queue.AddReference(scene, {"rk4"}, 1e-3);
    EXPECT_EQ(&queue.AddReference(scene, {"rk4"}, 1e-3), &request);
    EXPECT_TRUE(requests.insert(&request).second);
  }
}

TEST(MeasurementQueue, StoredResultsAreNotMeasuredAgain) {
  const TempFolder folder;
  const MeasurementQueueOptions options{.threads = 2, .folder = folder / "results", .program = "test 1"};
  MeasurementQueue first(options);
  const std::string fresh = Numbers(MeasureCases(SampleCases(), Quick(), first));
  EXPECT_EQ(first.measured(),
            4 * 4 + 1);  // both errors, closed loop, cost; and the uncertainty of the reference, once
  MeasurementQueue second(options);
  EXPECT_EQ(Numbers(MeasureCases(SampleCases(), Quick(), second)), fresh);
  EXPECT_EQ(second.measured(), 0);

  const auto measured = [&](MeasurementQueueOptions changed) {
    MeasurementQueue queue(std::move(changed));
    MeasureCases({SampleCases().back()}, Quick(), queue);
    return queue.measured();
  };
  MeasurementQueueOptions other = options;
  other.computer = "another";
  EXPECT_EQ(measured(other), 1);  // the timing
  other.program = "test 2";
  EXPECT_EQ(measured(other), 5);
  other = options;
  other.fresh = true;
  EXPECT_EQ(measured(other), 5);
  EXPECT_EQ(measured(options), 0);
}

TEST(MeasurementQueue, ResultsBeforeAStopAreStored) {
  const TempFolder folder;
  StopFlag stop{false};
  MeasurementQueueOptions options{.folder = folder / "results", .program = "test", .stop = &stop};
  options.progress = [&](int done, int) { stop = done >= 6; };
  MeasurementQueue interrupted(options);
  EXPECT_THROW(MeasureCases(SampleCases(), Quick(), interrupted), Stopped);
  stop = false;
  options.progress = {};
  MeasurementQueue resumed(options);
  const std::string numbers = Numbers(MeasureCases(SampleCases(), Quick(), resumed));
  EXPECT_EQ(resumed.measured() + interrupted.measured(), 4 * 4 + 1);
  EXPECT_GT(interrupted.measured(), 0);
  MeasurementQueue straight({});
  EXPECT_EQ(numbers, Numbers(MeasureCases(SampleCases(), Quick(), straight)));
}

// Regression: they were given to every method, including the reference.
TEST(PrepareScene, OptionsWithoutANameBelongToTheSceneStepper) {
  const std::string text = std::string("stepper = 'expo'\noptions = {order = 1}\n") + kFalling;
  const auto scene = Prepared(text.c_str());
  EXPECT_EQ(BuildFor(*scene, {"expo"}, 1e-3).options, (FieldValues{{"order", "1"}}));
  EXPECT_EQ(BuildFor(*scene, {"expo", {{"order", "2"}}}, 1e-3).options, (FieldValues{{"order", "2"}}));
  EXPECT_EQ(BuildFor(*scene, {"rk4"}, 1e-3).options, FieldValues{});
}

TEST(CheckCases, RejectsInvalidCases) {
  const auto scene = Prepared(kFalling);
  const auto refusal = [&](const Method& method, double dt) {
    return Refusal([&] { CheckCases({{scene, method, dt}}, Quick()); });
  };
  EXPECT_THAT(refusal({"euler"}, 0.5), HasSubstr("longer than the window"));
  EXPECT_THAT(refusal({"euler"}, 0.0), HasSubstr("must be > 0"));
  EXPECT_THAT(refusal({"euler"}, -1e-3), HasSubstr("must be > 0"));
  EXPECT_THAT(refusal({"euler"}, 1.5e-4), HasSubstr("at least twice that"));
  EXPECT_THAT(refusal({"euler", {{"semi_implicit", "perhaps"}}}, 1e-3), HasSubstr("semi_implicit"));
  EXPECT_THAT(
      Refusal([] {
        Prepared("duration = 1e-3\n[[bodies]]\nshape = 'sphere'\nradius = 0.1\nposition = [0, 0, 1]\n");
      }),
      HasSubstr("longer duration"));
}

}  // namespace
}  // namespace slipstick::measure
