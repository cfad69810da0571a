#include "experiments/tamsi/tamsi_experiments.h"

namespace slipstick::tamsi_experiments {

std::vector<experiments::Experiment> TamsiExperiments() {
  return {
      {"tamsi/fig-4", "a driven box comes to rest: Newton's method without and with its line search",
       NewtonAtRest},
      {"tamsi/fig-5", "a driven box: work-precision diagram of implicit Euler", WorkAndPrecision},
      {"tamsi/fig-7", "a shaken gripper: time of tamsi and of implicit Euler", GripperWallTime},
      {"tamsi/fig-8", "a shaken gripper: first-order convergence with the step", Convergence},
      {"tamsi/gripper", "a shaken gripper holds a mug: slip and computing time for several steps", Gripper},
      {"tamsi/allegro", "a hand turns a mug: motion in the grasp, computing time", HandAndMug},
      {"tamsi/iiwa", "an arm grips, shakes and places a bottle with grip-force feedback", ArmAndBottle},
      {"tamsi/failures", "a thousand random grasps and drops: fraction of split steps", Failures},
      {"tamsi/bin", "computing time of 10 to 100 loose objects", Crowd},
  };
}

}  // namespace slipstick::tamsi_experiments
