// Convergence control: a step in one part, or in halves of halves where an iteration fails.
#pragma once

#include <bit>

namespace slipstick::steppers {

enum class SubstepResult {
  kDone,
  kTooLong,  ///< what did not happen is to be tried in halves
  kGiveUp,   ///< of the whole step
};

/// Calls `advance(weight, is_smallest)` for one part after the other; weights are shares of the step. Only
/// what is too long is cut, at most into `max_substeps` (rounded down to a power of two). The smallest parts
/// must not be too long.
template <class AdvanceSubstep>
void AdvanceInSubsteps(int max_substeps, AdvanceSubstep&& advance) {
  const int all = static_cast<int>(std::bit_floor(static_cast<unsigned>(max_substeps)));
  int done = 0, size = all;
  while (done < all) {
    const SubstepResult result = advance(static_cast<double>(size) / all, size == 1);
    if (result == SubstepResult::kGiveUp) return;
    if (result == SubstepResult::kTooLong) {
      size /= 2;
      continue;
    }
    done += size;
    while (size < all && done % (2 * size) == 0) size *= 2;
  }
}

}  // namespace slipstick::steppers
