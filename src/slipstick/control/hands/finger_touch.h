// Force sensing of two fingers: contact forces on them in the last step, and whether the held object is
// supported.
#pragma once

#include <array>
#include <utility>
#include <vector>

#include "slipstick/dynamics/workspace.h"
#include "slipstick/world/state.h"
#include "slipstick/world/world.h"

namespace slipstick::control {

struct TouchReading {
  std::array<double, 2> normal_force = {};  ///< per finger, N: along its joint axis, opposing closing
  /// N: half of the total force on both fingers perpendicular to that axis, carried by friction. Its
  /// distribution between the fingers is statically indeterminate.
  double friction_load = 0.0;
  double weight = 0.0;   ///< N, downward force on both fingers, >= 0
  double support = 0.0;  ///< N, upward force of other bodies on the touched bodies
  bool holds = false;    ///< both fingers have a contact normal force

  /// The object is held, and its other supports carry no more than the fingers do.
  bool hangs() const { return holds && support <= weight; }
};

class FingerTouch {
 public:
  /// The dofs of two prismatic fingers that open as their coordinates grow. The world must outlive it.
  FingerTouch(const World& world, const std::array<int, 2>& dofs);

  /// ws holds the kinematics at the state. Allocates only if more bodies are touched than ever before.
  TouchReading Read(const State& state, const Workspace<double>& ws);

 private:
  std::pair<int, int> BodiesOf(const ContactMemory& contact) const;  ///< a and b
  int FingerOf(int body) const;                                      ///< -1 if not a finger
  bool IsOfRobot(int body) const;
  bool IsTouched(int body) const;
  void SumContactForces(const State& state);
  double Support(const State& state) const;

  const World& world_;
  std::array<int, 2> dofs_, bodies_;
  std::array<Vec3<double>, 2> force_;
  std::vector<int> touched_;  ///< bodies
};

}  // namespace slipstick::control
