#include "experiments/relaxed/relaxed_experiments.h"

namespace slipstick::relaxed_experiments {

std::vector<experiments::Experiment> RelaxedExperiments() {
  return {
      {"relaxed/table-1", "time, chatter and larger steps of the pendulum on the floor", CalculationTime},
      {"relaxed/normal-forces", "normal forces at the corners of the end link (Figs. 9, 11, 13)",
       NormalForces},
      {"relaxed/friction-forces", "friction forces at the same corners (Figs. 10, 12, 14)", FrictionForces},
  };
}

}  // namespace slipstick::relaxed_experiments
