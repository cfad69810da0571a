#include "slipstick/steppers/substepping_stepper.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace slipstick::steppers {

void SubsteppingStepper::Advance(const Actuation& actuation, double h, State& state, StepReport& report) {
  const int all = static_cast<int>(std::bit_floor(static_cast<unsigned>(max_substeps_)));
  report.substeps = 0;
  report.shortest = h;
  BeginStep();
  int done = 0, size = all, smallest = all;
  while (done < all) {
    const double fraction = static_cast<double>(size) / all, length = fraction * h;
    // A step that keeps a sub-step without convergence has failed: its others are not worth retries.
    const bool accepts_failure = size == 1 || report.status == StepStatus::kNotConverged;
    const Result result =
        AdvanceSubstep({actuation, length, fraction, accepts_failure, size > 1}, state, report);
    if (result == Result::kFailed) return;
    if (result == Result::kTooLong) {
      assert(size > 1);
      ++report.rejected;
      size /= 2;
      continue;
    }
    ++report.substeps;
    report.shortest = std::min(report.shortest, length);
    report.longest = std::max(report.longest, length);
    smallest = std::min(smallest, size);
    done += size;
    while (size < all && done % (2 * size) == 0) size *= 2;
  }
  report.depth = std::bit_width(static_cast<unsigned>(all / smallest)) - 1;
}

}  // namespace slipstick::steppers
