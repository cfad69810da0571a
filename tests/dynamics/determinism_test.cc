// The same call gives the same bits: again, after other calls, in a fresh workspace, in another thread.
#include <gtest/gtest.h>

#include <thread>

#include "slipstick/core/random.h"
#include "support/all_dynamics_calls.h"
#include "support/bits.h"
#include "support/sample_models.h"

namespace slipstick::dynamics {

using namespace support;
namespace {

void ExpectSameBits(const AllCalls<double>& found, const AllCalls<double>& expected) {
  ASSERT_FALSE(expected.results().empty());
  ASSERT_EQ(found.results().size(), expected.results().size());
  for (size_t r = 0; r < expected.results().size(); ++r) {
    const auto &a = found.results()[r].values, &b = expected.results()[r].values;
    ASSERT_EQ(a.size(), b.size());
    for (size_t i = 0; i < a.size(); ++i)
      ASSERT_TRUE(SameBits(a[i], b[i]))
          << expected.results()[r].name << ", entry " << i << ": " << a[i] << " and " << b[i];
  }
}

TEST(Determinism, ARepeatedCallGivesTheSameBits) {
  OnRandomForests(40, 30, [](const Model& model, Random& random) {
    const CallInput<double> in = RandomInput(model, random, Sample::kPoints);
    CallMemory<double> memory(model, Sample::kPoints);
    const AllCalls<double> first(model, in, memory), second(model, in, memory);
    ExpectSameBits(second, first);
  });
}

// A workspace holds no state: it can be discarded between any two calls, or kept.
TEST(Determinism, AUsedWorkspaceGivesTheBitsOfAFreshOne) {
  OnRandomForests(40, 30, [](const Model& model, Random& random) {
    const CallInput<double> in = RandomInput(model, random, Sample::kPoints),
                            other = RandomInput(model, random, Sample::kPoints);
    CallMemory<double> fresh(model, Sample::kPoints), used(model, Sample::kPoints);
    const AllCalls<double> before(model, other, used);
    const AllCalls<double> found(model, in, used), expected(model, in, fresh);
    ExpectSameBits(found, expected);
  });
}

TEST(Determinism, ANonFiniteStateDoesNotAffectLaterCalls) {
  OnRandomForests(40, 30, [](const Model& model, Random& random) {
    const CallInput<double> in = RandomInput(model, random, Sample::kPoints);
    CallInput<double> sick = in;
    for (double& entry : sick.q) entry = std::numeric_limits<double>::quiet_NaN();
    CallMemory<double> fresh(model, Sample::kPoints), used(model, Sample::kPoints);
    const AllCalls<double> before(model, sick, used);
    const AllCalls<double> found(model, in, used), expected(model, in, fresh);
    ExpectSameBits(found, expected);
  });
}

TEST(Determinism, AnotherThreadOnTheSameModelGivesTheSameBits) {
  const Model model = RandomForest(1, 30);
  Random random(1);
  const CallInput<double> in = RandomInput(model, random, Sample::kPoints);
  const auto run = [&](std::vector<std::vector<CallResult<double>>>& runs, int slot) {
    CallMemory<double> memory(model, Sample::kPoints);
    for (int i = 0; i < 20; ++i) runs[slot] = AllCalls<double>(model, in, memory).results();
  };
  std::vector<std::vector<CallResult<double>>> runs(5);
  std::vector<std::thread> threads;
  for (int slot = 1; slot < 5; ++slot) threads.emplace_back(run, std::ref(runs), slot);
  run(runs, 0);
  for (std::thread& thread : threads) thread.join();
  ASSERT_FALSE(runs[0].empty());
  for (int slot = 1; slot < 5; ++slot)
    for (size_t r = 0; r < runs[0].size(); ++r)
      for (size_t i = 0; i < runs[0][r].values.size(); ++i)
        ASSERT_TRUE(SameBits(runs[slot][r].values[i], runs[0][r].values[i])) << runs[0][r].name;
}

TEST(Determinism, TheSameSeedMakesTheSameModel) {
  for (int seed = 0; seed < 20; ++seed) {
    const Model a = RandomForest(seed, 30), b = RandomForest(seed, 30);
    Random random_a(seed), random_b(seed);
    const CallInput<double> in_a = RandomInput(a, random_a, Sample::kPoints),
                            in_b = RandomInput(b, random_b, Sample::kPoints);
    CallMemory<double> memory_a(a, Sample::kPoints), memory_b(b, Sample::kPoints);
    ExpectSameBits(AllCalls<double>(a, in_a, memory_a), AllCalls<double>(b, in_b, memory_b));
  }
}

}  // namespace
}  // namespace slipstick::dynamics
