#include "speed/timing.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <functional>

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

/// On a terminal only, outside the timed code.
void ShowProgress(int round, int rounds) {
  static const bool is_terminal = isatty(STDERR_FILENO);
  if (!is_terminal) return;
  if (round == rounds) {
    std::fprintf(stderr, "\r%30s\r", "");
  } else if (round % 10 == 0) {
    std::fprintf(stderr, "\rround %d of %d", round, rounds);
  }
}

}  // namespace

double MedianOf(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

double Timing::Median() const { return MedianOf(us); }
double Timing::Min() const { return *std::min_element(us.begin(), us.end()); }

double MedianRatio(const Timing& a, const Timing& b) {
  std::vector<double> ratios(a.us.size());
  std::transform(a.us.begin(), a.us.end(), b.us.begin(), ratios.begin(), std::divides<>());
  return MedianOf(std::move(ratios));
}

std::vector<Timing> TimeInterleaved(const std::vector<Call>& calls, int batches) {
  std::vector<Timing> timings;
  for (const Call& call : calls) timings.push_back({call.key, {}});
  for (int batch = -kWarmUpBatches; batch < batches; ++batch) {
    ShowProgress(std::max(batch, 0), batches);
    for (size_t i = 0; i < calls.size(); ++i) {
      const double time = TimeBatch(calls[i]);
      if (batch >= 0) timings[i].us.push_back(time);
    }
  }
  ShowProgress(batches, batches);
  return timings;
}

}  // namespace slipstick::speed
