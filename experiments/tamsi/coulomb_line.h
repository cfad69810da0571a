// The shaken gripper in one dimension: a gripper and a mug held by dry friction, both points on a line. The
// reference for the three-dimensional scene.
#pragma once

namespace slipstick::tamsi_experiments {

/// Numbers of section VI-A.
inline constexpr double kShakeAmplitude = 0.15, kShakeFrequency = 2.0;  // m, Hz
inline constexpr double kMugMass = 0.1, kGripperMass = 1.088882;        // kg
inline constexpr double kLargestFriction = 2.0;                         // N: two pads, 10 N, friction 0.1
inline constexpr double kShakeDuration = 5.0;                           // s

/// Largest excursion of the mug along the gripper that Coulomb's law allows, m: when a force shakes both by
/// the amplitude while the mug sticks.
double SlipOnALine();

}  // namespace slipstick::tamsi_experiments
