#include "measure/paper_004/paper_004.h"

namespace slipstick {

std::vector<Experiment> Paper004Experiments() {
  using namespace paper_004;  // NOLINT: its experiments
  return {
      {"004/fig-8", "a shaken gripper: first-order convergence with the step", Convergence},
      {"004/gripper", "a shaken gripper keeps its mug: slip and time for several steps", Gripper},
      {"004/failures", "a thousand random graspings and drops: how often steps are cut", Failures},
      {"004/bin", "what 10 to 100 loose objects cost", Crowd},
  };
}

}  // namespace slipstick
