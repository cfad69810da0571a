// What happened at a contact during a sub-step, and the rules by which all steppers report and remember it.
//
// A stepper computes the outcome of each contact with its own law and solver. From there on the rules are the
// same for all steppers:
//
//   open    the force is zero
//   slip    the force is not zero, and the slip over the sub-step exceeds its duration times the stiction
//           speed of the material. Slip is the tangential displacement of the two bodies relative to each
//           other minus the change of the elastic stretch, so a sticking spring that is loaded does not slip
//   stick   otherwise
//   gap     at the start of the step, and at its end: the gap at the start plus the normal displacement
//   work    impulse times the mean of the velocities at the start and at the end of the sub-step. (The
//           impulse of an impact stops the bodies within the step: this is the energy that it takes away.)
//           The work of actuation and joints is the mean force times the displacement of the sub-step
//   memory  of the contacts evaluated, those that exert a force or touch at the end of the sub-step. They are
//           slipping there if friction is at the limit of its law: then the next step begins with kinetic
//           friction
//
// Steppers with several stages add the outcome of each stage with its weight.
#pragma once

#include <vector>

#include "slipstick/contact/step_report.h"
#include "slipstick/dynamics/workspace.h"
#include "slipstick/geometry/contact_point.h"
#include "slipstick/world/world.h"

namespace slipstick::contact {

/// m; a contact with a gap up to this is stored in the contact memory, even if it exerts no force.
inline constexpr double kTouching = 1e-6;
/// m/s; rigid contacts with friction polygons that slip faster have their friction at the limit.
inline constexpr double kSlipSpeed = 1e-6;

/// World axes; velocities and displacements are those of a relative to b.
struct ContactOutcome {
  ContactPoint point;         ///< at the instant at which the contact was evaluated
  Vec3<double> p;             ///< point of application of the force at that instant, m
  double gap;                 ///< at the start of the sub-step, m
  Vec3<double> force;         ///< on a, mean over the sub-step, N
  Vec3<double> displacement;  ///< over the sub-step, m
  Vec3<double> remaining;     ///< displacement from the instant of the evaluation to the end, m
  Vec3<double> slip;          ///< tangential displacement that is not elastic, m
  double work;                ///< of the force, J
  bool at_friction_limit;     ///< at the end of the sub-step, by the law of the stepper
  Vec3<double> stretch = Vec3<double>::Zero();  ///< tangential elastic stretch at the end, m
  double rest_depth = 0.0;                      ///< see ContactMemory

  double gap_end() const { return gap + Dot(point.normal, displacement); }
  bool is_closed() const { return Dot(force, force) > 0.0; }
};

/// The entry of the contact with this id in a memory sorted by id; null if there is none.
const ContactMemory* FindMemory(const std::vector<ContactMemory>& memory, uint64_t id);

/// The work of an impulse, J.
inline double ImpulseWork(const Vec3<double>& impulse, const Vec3<double>& v_start,
                          const Vec3<double>& v_end) {
  return 0.5 * Dot(impulse, v_start + v_end);
}

/// Adds the outcome of a sub-step of h seconds, which is this fraction of the step, to contacts and energy of
/// the report; with stages, `weight` times the outcome of one stage.
void AddToReport(const World& world, const ContactOutcome& outcome, double h, double fraction,
                 StepReport& report, double weight = 1.0);

/// Adds the report of a contact in a sub-step to a list sorted by id. Force and velocity are contributions to
/// the means over the whole step. If the contact is in the list already, they and the change of the gap are
/// added, point, normal and gap stay those of its first sub-step, and the mode is the largest of
/// open < stick < slip.
void AddContact(const ContactReport& contact, std::vector<ContactReport>& contacts);

/// Adds the contacts to the memory, sorted by id, in place of older entries; ws holds the poses at the
/// instant of the evaluation.
void StoreContacts(const World& world, View<const ContactOutcome> outcomes, const Workspace<double>& ws,
                   std::vector<ContactMemory>& memory);

}  // namespace slipstick::contact
