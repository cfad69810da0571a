#include "experiments/expo/expo_experiments.h"

namespace slipstick::expo_experiments {

std::vector<experiments::Experiment> ExpoExperiments() {
  return {
      {"expo/fig-2", "reference error against speed", AccuracyAndSpeed},
      {"expo/fig-3", "reference error against time step", AccuracyAndStep},
      {"expo/fig-4", "reference error against stiffness and damping of contacts", StiffnessAndDamping},
      {"expo/fig-5", "contact forces predicted within a step", Prediction},
      {"expo/table-2", "largest stable time step", Stability},
      {"expo/table-3", "computing time of the phases of a step", Breakdown},
      {"expo/walk", "the humanoid walks with disturbance forces and on slopes, with several steppers", Walk},
  };
}

}  // namespace slipstick::expo_experiments
