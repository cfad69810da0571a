// Convergence control: a step that fails is retried as two half-length sub-steps, recursively.
#pragma once

#include <bit>

namespace slipstick::steppers {

enum class SubstepResult {
  kDone,
  kTooLong,  ///< rejected: retry as two half-length sub-steps
  kGiveUp,   ///< the whole step fails
};

/// Calls `advance(weight, is_smallest)` for one sub-step after the other; weights are fractions of the step.
/// Rejected sub-steps are halved, down to 1 / `max_substeps` of the step (rounded down to a power of two).
/// The smallest sub-steps must not be rejected.
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
