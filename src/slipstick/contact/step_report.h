// The report of one step. Its fields have the same meaning for all steppers, except for those about the
// solver, which each stepper documents: iterations, residual, algorithm.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "slipstick/core/vec3.h"
#include "slipstick/names.h"

namespace slipstick::contact {

enum class StepStatus {
  kOk,            ///< the state has advanced; `algorithm` names a fallback of the method, if it was used
  kNotConverged,  ///< the tolerance was not reached; the state has advanced with the best solution found
  kDiverged,      ///< overflow, unrealistic speeds, or far more kinetic energy than was available
                  ///< (steppers/energy_check.h); the state is unchanged
  kSingularMass,  ///< M is singular at this configuration; the state is unchanged
  kBadActuation,  ///< a force, gain or target is not finite; the state is unchanged
};
const char* Name(StepStatus status);
/// The state has advanced.
inline bool Advanced(StepStatus status) {
  return status == StepStatus::kOk || status == StepStatus::kNotConverged;
}

enum class ContactMode : uint8_t { kOpen, kStick, kSlip };
const char* Name(ContactMode mode);

/// One contact candidate, world axes. contact_outcome.h has the rules for gap, velocity and mode.
struct ContactReport {
  uint64_t id;            ///< of the contact point (geometry/contact_point.h)
  int shape_a, shape_b;   ///< shapes of the world
  int body_a, body_b;     ///< their bodies; body_b may be kWorld
  Vec3<double> p;         ///< point of application of the force, m
  Vec3<double> normal;    ///< unit vector from b to a
  double gap, gap_end;    ///< at the start and at the end of the step, m; < 0: penetration
  Vec3<double> force;     ///< on a, mean over the step, N
  Vec3<double> velocity;  ///< of a relative to b, mean over the step, m/s
  ContactMode mode;
};

/// Energy at the start of the step, and the work of forces during the step, J. The numerical energy error of
/// the step is the change of kinetic + potential minus the three works (contact_outcome.h has their rules).
struct EnergyReport {
  double kinetic = 0.0, potential = 0.0;
  double elastic = 0.0;         ///< energy stored in contact springs
  double actuation_work = 0.0;  ///< work of feed-forward, feedback and external wrenches
  double joint_work = 0.0;      ///< work of joint damping, dry friction and limits
  double contact_work = 0.0;    ///< work of contact forces

  EnergyReport& operator+=(const EnergyReport& other);
};

/// The larger one, or NaN if one of them is NaN.
inline double LargerResidual(double a, double b) { return a >= b || std::isnan(a) ? a : b; }

/// The algorithm of a report that combines two: "several" if they differ.
const char* CombinedAlgorithm(const char* a, const char* b);

struct StepReport {
  StepStatus status = StepStatus::kOk;
  int iterations = 0;     ///< solver iterations; force evaluations for explicit methods
  double residual = 0.0;  ///< of the equations solved, in the unit that the stepper documents; explicit: 0
  int substeps = 1;       ///< sub-steps that the step was split into
  /// Evaluations of the right-hand side. A Jacobian counts as the 2 nv evaluations of finite differences
  /// along (q, v). 0 if the stepper does not count.
  int evaluations = 0;
  /// The stepper's estimate of its integration error in this step: the largest over dofs of |Δv| times 1 s
  /// and |Δq| at the end. -1: no estimate.
  double error_estimate = -1.0;
  /// For steppers that split steps which they cannot solve: how often the shortest sub-step was halved.
  int depth = 0;
  // For step-size control and for steppers that split steps (steppers/substepping_stepper.h); zero for the
  // others.
  int rejected = 0;                      ///< sub-steps that were rejected and repeated with a shorter length
  int inaccurate = 0;                    ///< accepted above the tolerance, at the shortest length allowed
  double shortest = 0.0, longest = 0.0;  ///< accepted sub-step, s
  const char* algorithm = "";            ///< the algorithm used, if the stepper has several for one result
  std::vector<ContactReport> contacts;   ///< sorted by id
  EnergyReport energy;
};

}  // namespace slipstick::contact
