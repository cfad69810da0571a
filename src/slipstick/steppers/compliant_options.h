// Options shared by the steppers with compliant contacts, and their effect on the traits of a stepper.
#pragma once

#include "slipstick/core/fields.h"
#include "slipstick/laws/compliant_law.h"
#include "slipstick/steppers/traits.h"

namespace slipstick::steppers {

inline void VisitAnchorOptions(FieldVisitor& visit, laws::AnchorOptions& anchor) {
  visit.Choice("normal_anchor", anchor.normal, {"surface", "touchdown"},
               "rest position of the normal spring: where the surfaces touch, or where the contact was first "
               "detected (Hammoud et al. 2022)");
  visit.Choice(
      "slip_anchor", anchor.slip, {"relax", "jump"},
      "how the anchor of a slipping contact moves: relaxes without creating energy, or jumps (Hammoud "
      "et al. 2022, Eq. 28)");
}

inline void VisitCompliantOptions(FieldVisitor& visit, laws::CompliantOptions& contact) {
  visit.Choice("law", contact.law, {"anchor", "regularized"},
               "contact law: spring and damper to an anchor (Hammoud et al. 2022), or Hunt and Crossley with "
               "velocity-dependent friction (Castro et al. 2020)");
  visit.Choice("rise", contact.rise, {"linear", "quadratic"},
               "friction as a function of the slip speed below the stiction speed, with law=regularized "
               "(quadratic: reference implementation of Castro et al. 2020)");
  VisitAnchorOptions(visit, contact.anchor);
}

inline std::vector<std::string> UsedFields(laws::ContactLaw law) {
  if (law == laws::ContactLaw::kAnchor) return {"stiffness", "damping", "mu_static", "mu_kinetic"};
  return {"stiffness", law == laws::ContactLaw::kRegularized ? "dissipation" : "damping", "mu_kinetic",
          "stiction_speed"};
}

inline void AdjustTraits(const laws::CompliantOptions& contact, StepperTraits& traits) {
  traits.friction =
      contact.law == laws::ContactLaw::kAnchor ? FrictionModel::kAnchor : FrictionModel::kRegularized;
  traits.uses = UsedFields(contact.law);
}

}  // namespace slipstick::steppers
