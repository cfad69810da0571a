#include "experiments/nmdp/nmdp_experiments.h"

namespace slipstick::nmdp_experiments {

std::vector<experiments::Experiment> NmdpExperiments() {
  return {
      {"nmdp/fig-3", "a symmetric jump at 1 to 50 ms: tilt of the torso, and failures of mdp", TorsoTilt},
      {"nmdp/fig-4", "a symmetric jump at 1 to 50 ms: height of the torso", TorsoHeight},
      {"nmdp/fig-5", "a walk at 1 to 50 ms: distance", WalkingDistance},
      {"nmdp/fig-6", "walks and jumps at 50 ms: frame rates, outer iterations, adaptive steps", Performance},
      {"nmdp/table-1", "walks and jumps of two robots: dependence on the step", Consistency},
  };
}

}  // namespace slipstick::nmdp_experiments
