// Times pieces of work against each other.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace slipstick::speed {

struct Call {
  std::string key;                     ///< how results name it
  std::function<void(int calls)> run;  ///< that many calls, each on another state than the one before
  int calls_per_batch = 256;
};

/// A Call from the work on state k = 0, 1, 2, ...; the loop is compiled around it, so that a call costs
/// nothing extra.
template <class Work>
Call MakeCall(std::string key, int calls_per_batch, Work work) {
  return {std::move(key),
          [work](int calls) {
            for (int k = 0; k < calls; ++k) work(k);
          },
          calls_per_batch};
}

struct Timing {
  std::string key;
  std::vector<double> us;  ///< per call, batch by batch

  double Median() const;
  double Min() const;
};

/// Median over the rounds of a's time over b's time in the same round. On a machine whose clock changes from
/// second to second it is much steadier than the ratio of two medians, which may come from different moments.
double MedianRatio(const Timing& a, const Timing& b);

/// Runs one batch of every call, then the next of every call, and so on: what slows the machine down for a
/// while slows all of them. Reads the CPU time of this thread, so time given to other programs does not
/// count. Shows its progress where a terminal watches.
std::vector<Timing> TimeInterleaved(const std::vector<Call>& calls, int batches);

}  // namespace slipstick::speed
