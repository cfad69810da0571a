// Verdicts on single steps.
#pragma once

#include "slipstick/geometry/contact_finder.h"
#include "slipstick/run/simulation.h"

namespace slipstick::torture {

/// In order of severity.
enum class Verdict {
  kFine,
  kRefused,        ///< the scene reader refused the scene: a mistake of the generator or of the reducer
  kFastExplosion,  ///< as kExplosion, but some dof moved more than kMaxResolvedMotion before
  kExplosion,      ///< status ok, and more than kExplosionRatio times the available energy
  kMoved,          ///< a failed step changed the state
  kNonFinite,      ///< the state advanced, and a number in the state or the report is not finite
  kException,
  kHang,  ///< a step, or everything else together, took too much CPU time
  kCrash,
};
const char* Name(Verdict verdict);
/// Counts for the exit code.
inline bool IsFailure(Verdict verdict) { return verdict >= Verdict::kExplosion; }

inline constexpr double kExplosionRatio = 10.0;
/// rad or m per step, of any dof: faster motion is not resolved by the time step, and an explosion is "fast".
inline constexpr double kMaxResolvedMotion = 0.5;

/// Judges steps of one world.
///
/// A step explodes if its status is ok and its kinetic energy at the end exceeds kExplosionRatio times what
/// is available: harmless energy (that of the world at kHarmlessSpeed, steppers/energy_check.h) + kinetic
/// energy at the start + decrease of potential energy + elastic energy at the start + positive work of
/// actuation as reported (feedback and disturbance forces times displacement). Elastic energy is that of all
/// contacts, ½ k δ² with the stiffness of the material and the penetration depth δ (for rigid methods, too,
/// which also push bodies apart), the reported energy of contact springs, joint limits, and the largest
/// energy of the springs of dry friction. Feedback that is unstable because the step is long is not an
/// explosion: the reported work includes it.
class Judge {
 public:
  explicit Judge(const World& world);

  Verdict Step(const run::StepView& step);

 private:
  double KineticEnergy(const State& state, double& potential);
  double ElasticEnergy(const State& state);  ///< after KineticEnergy at the same state
  double AvailableEnergy(const run::StepView& step, double potential_after);

  const World& world_;
  double harmless_energy_;
  Workspace<double> ws_;
  geometry::ContactFinder finder_;
};

}  // namespace slipstick::torture
