// Times several calls against each other.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace slipstick::speed {

struct Call {
  std::string key;                     ///< name in results
  std::function<void(int calls)> run;  ///< this number of calls, each on the next state
  int calls_per_batch = 256;
};

/// A Call from a function of the state index k = 0, 1, 2, ...; the loop is inlined, so there is no overhead.
template <class Work>
Call MakeCall(std::string key, int calls_per_batch, Work work) {
  return {std::move(key),
          [work](int calls) {
            for (int k = 0; k < calls; ++k) work(k);
          },
          calls_per_batch};
}

/// Of an even number of values, the larger of the two in the middle.
double MedianOf(std::vector<double> values);

struct Timing {
  std::string key;
  std::vector<double> us;  ///< per call, batch by batch

  double Median() const;
  double Min() const;
};

/// Median over the rounds of the ratio of a's and b's time in the same round. With a varying CPU clock it is
/// much steadier than the ratio of two medians, which may come from different rounds.
double MedianRatio(const Timing& a, const Timing& b);

/// Runs one batch of every call, then the next batch of every call, and so on, so that temporary slow-downs
/// affect all of them. Measures the CPU time of this thread, without other programs. Shows its progress on a
/// terminal.
std::vector<Timing> TimeInterleaved(const std::vector<Call>& calls, int batches);

}  // namespace slipstick::speed
