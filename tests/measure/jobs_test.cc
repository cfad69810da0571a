#include "slipstick/measure/jobs.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace slipstick::measure {
namespace {

TEST(RunJobs, RunsAllJobsOnAnyNumberOfThreads) {
  for (const int threads : {1, 2, 7}) {
    std::vector<int> results(50);
    std::vector<std::function<void()>> jobs;
    for (int i = 0; i < 50; ++i) jobs.emplace_back([&results, i] { results[i] = i * i; });
    int done = 0;
    RunJobs(jobs, threads, nullptr, [&] { ++done; });
    EXPECT_EQ(done, 50);
    for (int i = 0; i < 50; ++i) EXPECT_EQ(results[i], i * i);
  }
}

TEST(RunJobs, RethrowsTheFirstErrorAndStartsNoFurtherJobs) {
  int begun = 0;
  const std::vector<std::function<void()>> jobs = {
      [&] { ++begun; }, [] { throw std::runtime_error("second"); }, [&] { ++begun; }};
  EXPECT_THROW(RunJobs(jobs, 1, nullptr, {}), std::runtime_error);
  EXPECT_EQ(begun, 1);
}

TEST(RunJobs, StopsWhenTheFlagIsRaised) {
  StopFlag stop{false};
  int begun = 0;
  const std::vector<std::function<void()>> jobs = {[&] { ++begun, stop = true; }, [&] { ++begun; }};
  EXPECT_THROW(RunJobs(jobs, 1, &stop, {}), Stopped);
  EXPECT_EQ(begun, 1);
}

}  // namespace
}  // namespace slipstick::measure
