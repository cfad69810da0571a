// What a step says about itself. The same fields for all methods, so that comparison is fair by construction.
#pragma once

#include <cstdint>
#include <vector>

#include "slipstick/core/vec3.h"
#include "slipstick/names.h"

namespace slipstick::contact {

enum class StepStatus {
  kOk,
  kNotConverged,  ///< the equations of the step are not solved to the tolerance; the state has moved on with
                  ///< the best found
  kDiverged,      ///< numbers overflowed or speeds are absurd; the state stays as it was
  kSingularMass,  ///< M is singular at this configuration; the state stays as it was
  kBadActuation,  ///< a force, gain or target is not finite; the state stays as it was
};
const char* Name(StepStatus status);
/// False if the state could not be advanced.
inline bool Advanced(StepStatus status) {
  return status == StepStatus::kOk || status == StepStatus::kNotConverged;
}

enum class ContactMode : uint8_t { kOpen, kStick, kSlip };
const char* Name(ContactMode mode);

/// One contact, world axes. kOpen: within reach, but without a force.
struct ContactReport {
  uint64_t id;
  int shape_a, shape_b;
  int body_a, body_b;
  Vec3<double> p;       ///< where the force acts
  Vec3<double> normal;  ///< from b to a
  double gap;  ///< m, < 0 penetrating; where the stepper looks at contacts: at the start or at the end of the
               ///< step
  Vec3<double> force;     ///< on a, mean over the step, N
  Vec3<double> velocity;  ///< of a against b, m/s
  ContactMode mode;
};

/// Energy at the start of the step and what forces did to the bodies during it, J. What a step adds to
/// kinetic + potential beyond the three works is its own invention.
struct EnergyReport {
  double kinetic = 0.0, potential = 0.0;
  double elastic = 0.0;         ///< stored in contact springs
  double actuation_work = 0.0;  ///< of feed-forward, feedback and external wrenches
  double joint_work = 0.0;      ///< of damping, dry friction and limits
  double contact_work = 0.0;    ///< of contact forces
};

struct StepReport {
  StepStatus status = StepStatus::kOk;
  int iterations = 0;  ///< of the solver, or force evaluations of explicit methods
  double residual =
      0.0;  ///< of the equations solved, in the unit that the stepper states; 0 for explicit methods
  int substeps = 1;
  /// How often the right-hand side was evaluated; a Jacobian counts as the 2 nv evaluations that differences
  /// along (q, v) would take. 0 if the stepper does not count.
  int evaluations = 0;
  /// Of the state at the end, by the stepper itself: the largest over dofs of |Δv| times 1 s and of |Δq|. -1:
  /// it makes none.
  double error_estimate = -1.0;
  int depth =
      0;  ///< how often the shortest substep was halved, of steppers that cut steps which they cannot solve
  // Of steppers that choose the lengths of their substeps (steppers/error_controlled_stepper.h,
  // steppers/nmdp); zero for the others.
  int rejected = 0;    ///< substeps that were done again, shorter
  int inaccurate = 0;  ///< accepted with a larger error than asked for, since they could be no shorter
  double shortest = 0.0, longest = 0.0;  ///< accepted substep, s
  const char* algorithm = "";  ///< which way the stepper chose, where it has several to the same result
  std::vector<ContactReport> contacts;  ///< by id
  EnergyReport energy;
};

}  // namespace slipstick::contact
