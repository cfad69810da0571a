// The traits of steppers with compliant contacts, which depend on the contact law.
#pragma once

#include <string>
#include <vector>

#include "slipstick/laws/compliant_law.h"
#include "slipstick/steppers/traits.h"

namespace slipstick::steppers {

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
