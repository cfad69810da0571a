#include "speed/timing.h"

#include <algorithm>
#include <ctime>

namespace slipstick::speed {
namespace {

constexpr int kWarmUpBatches = 3;

double CpuMicroseconds() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return 1e6 * static_cast<double>(t.tv_sec) + 1e-3 * static_cast<double>(t.tv_nsec);
}

double TimeBatch(const Call& call) {
  const double start = CpuMicroseconds();
  call.run(call.calls_per_batch);
  return (CpuMicroseconds() - start) / call.calls_per_batch;
}

double Median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace

std::vector<Timing> TimeInterleaved(const std::vector<Call>& calls, int batches) {
  std::vector<std::vector<double>> us(calls.size());
  for (int batch = -kWarmUpBatches; batch < batches; ++batch)
    for (size_t i = 0; i < calls.size(); ++i) {
      const double time = TimeBatch(calls[i]);
      if (batch >= 0) us[i].push_back(time);
    }
  std::vector<Timing> timings;
  for (size_t i = 0; i < calls.size(); ++i)
    timings.push_back({calls[i].key, Median(us[i]), *std::min_element(us[i].begin(), us[i].end())});
  return timings;
}

}  // namespace slipstick::speed
