// The options that steppers with compliant contacts share, and what they change in the promises of a stepper.
#pragma once

#include "slipstick/core/fields.h"
#include "slipstick/laws/compliant_law.h"
#include "slipstick/steppers/traits.h"

namespace slipstick::steppers {

inline void VisitAnchorOptions(FieldVisitor& visit, laws::AnchorOptions& anchor) {
  visit.Choice("normal_anchor", anchor.normal, {"surface", "touchdown"},
               "where the normal spring is relaxed: where surfaces touch, or where a contact was first seen "
               "(paper 000)");
  visit.Choice("slip_anchor", anchor.slip, {"relax", "jump"},
               "how the anchor follows a slip: without creating energy, or at once (paper 000, Eq. 28)");
}

inline void VisitCompliantOptions(FieldVisitor& visit, laws::CompliantOptions& contact) {
  visit.Choice(
      "law", contact.law, {"anchor", "regularized"},
      "of contacts: springs and dampers to an anchor (paper 000), or Hunt and Crossley with friction "
      "by the slip speed (paper 004)");
  visit.Choice("rise", contact.rise, {"linear", "quadratic"},
               "how friction grows up to the stiction speed, with law=regularized (quadratic: the reference "
               "implementation)");
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
