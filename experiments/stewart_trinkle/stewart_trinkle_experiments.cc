#include "experiments/stewart_trinkle/stewart_trinkle_experiments.h"

namespace slipstick::stewart_trinkle_experiments {

std::vector<experiments::Experiment> StewartTrinkleExperiments() {
  return {
      {"stewart-trinkle/table-1", "four balls: errors and variation against the time step", ErrorsOfBalls},
      {"stewart-trinkle/rod", "a falling rod: impact, slap-down, rest (Figs. 2-5)", FallingRod},
      {"stewart-trinkle/balls", "four balls: impulses of the collision, paths (figures 6 to 8)", BallCascade},
  };
}

}  // namespace slipstick::stewart_trinkle_experiments
