// What two fingers feel: the forces that contacts exerted on them in the last step, and whether what they
// hold stands on something.
#pragma once

#include <array>
#include <utility>
#include <vector>

#include "slipstick/dynamics/workspace.h"
#include "slipstick/world/state.h"
#include "slipstick/world/world.h"

namespace slipstick::control {

struct TouchReading {
  std::array<double, 2> normal_force = {};  ///< per finger, N: against its closing
  /// N: half of what they carry together across that, which friction holds. How they share it is no matter of
  /// statics alone.
  double friction_load = 0.0;
  double weight = 0.0;   ///< N with which both are pulled down, > 0
  double support = 0.0;  ///< N with which others push up what both fingers touch
  bool holds = false;    ///< both fingers push against something

  /// It is held and nothing else carries more of it than the fingers do.
  bool hangs() const { return holds && support <= weight; }
};

class FingerTouch {
 public:
  /// The dofs of two fingers that slide, and open as their coordinates grow. The world must outlive it.
  FingerTouch(const World& world, const std::array<int, 2>& dofs);

  /// ws holds poses at the state. Does not allocate once as many bodies have been touched before.
  TouchReading Read(const State& state, const Workspace<double>& ws);

 private:
  std::pair<int, int> BodiesOf(const ContactMemory& contact) const;  ///< a and b
  int FingerOf(int body) const;                                      ///< -1 if it is none
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
