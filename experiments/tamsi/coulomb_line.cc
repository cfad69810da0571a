#include "experiments/tamsi/coulomb_line.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace slipstick::tamsi_experiments {

double SlipOnALine() {
  constexpr double kOmega = 2.0 * std::numbers::pi * kShakeFrequency,
                   kStep = 1e-5;  // rad/s; s, for four digits
  constexpr double kForce = (kGripperMass + kMugMass) * kShakeAmplitude * kOmega * kOmega;
  double gripper = -kShakeAmplitude * kOmega, mug = gripper;  // m/s
  double slip = 0.0, largest = 0.0;
  bool sticks = true;
  for (int k = 0; k < std::lround(kShakeDuration / kStep); ++k) {
    const double force = kForce * std::sin(kOmega * (k + 0.5) * kStep), speed = mug - gripper;
    const double to_stick = kMugMass / (kGripperMass + kMugMass) * force;
    sticks = sticks && std::abs(to_stick) <= kLargestFriction;
    const double friction =
        sticks ? to_stick : std::copysign(kLargestFriction, speed != 0.0 ? -speed : to_stick);  // on the mug
    gripper += kStep * (force - friction) / kGripperMass;
    mug += kStep * friction / kMugMass;
    const bool reversed = speed * (mug - gripper) < 0.0;
    if (sticks || reversed) mug = gripper, sticks = true;
    slip += kStep * (mug - gripper);
    largest = std::max(largest, std::abs(slip));
  }
  return largest;
}

}  // namespace slipstick::tamsi_experiments
