#include "experiments/nmdp/nmdp_experiments.h"

namespace slipstick::nmdp_experiments {

std::vector<experiments::Experiment> NmdpExperiments() {
  return {
      {"001/fig-3", "a symmetric jump at 1 to 50 ms: how far the torso tilts, and where mdp breaks down",
       TorsoTilt},
      {"001/fig-4", "a symmetric jump at 1 to 50 ms: height of the torso", TorsoHeight},
      {"001/fig-5", "a walk at 1 to 50 ms: distance", WalkingDistance},
      {"001/fig-6", "walks and jumps at 50 ms: frame rates, outer iterations, adaptive steps", Performance},
      {"001/table-1", "walks and jumps of two robots: how much depends on the step", Consistency},
  };
}

}  // namespace slipstick::nmdp_experiments
