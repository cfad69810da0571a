// Detects steps that create energy without a cause: the simulation explodes.
#pragma once

#include "slipstick/contact/step_report.h"
#include "slipstick/dynamics/workspace.h"
#include "slipstick/geometry/contact_finder.h"
#include "slipstick/world/state.h"
#include "slipstick/world/world.h"

namespace slipstick::steppers {

/// A step explodes if its kinetic energy at the end is more than kExplosionFactor times the energy that was
/// available: kinetic and elastic energy at the start, the fall of potential energy, the work of actuation,
/// and the springs of penetrating contacts and of joints beyond their limits.
inline constexpr double kExplosionFactor = 10.0;
/// m/s; kinetic energy below that of the whole world at this speed is never an explosion.
inline constexpr double kHarmlessSpeed = 0.1;

class EnergyCheck {
 public:
  explicit EnergyCheck(const World& world);

  /// True if the step from `before` to `after` explodes. `report` has the kinetic energy before. The other
  /// energies are computed only if velocities have changed so much that it may, which is rare, so the check
  /// costs next to nothing.
  bool Explodes(const State& before, const State& after, double h, const contact::StepReport& report);

 private:
  bool MayExplode(const State& before, const State& after, double h, double kinetic) const;
  double SpringEnergy(const State& before);  ///< after ForwardKinematics at `before`

  const World& world_;
  double harmless_energy_;
  Eigen::VectorXd weight_;  ///< √M_kk per dof, kg^½ or (kg m²)^½, with a margin
  Workspace<double> ws_;
  geometry::ContactFinder finder_;
};

}  // namespace slipstick::steppers
