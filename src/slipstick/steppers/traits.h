// Properties of a stepper as data: printed by `slipstick list steppers`, tested for every registered stepper.
#pragma once

#include <string>
#include <vector>

#include "slipstick/laws/compliant_law.h"
#include "slipstick/names.h"

namespace slipstick::steppers {

enum class ContactModel {
  kCompliant,  ///< the normal force is a function of the penetration depth
  kRigid,
  kBounded,  ///< the depth bounds the normal force; any depth whose bound exceeds the load is an equilibrium
};
enum class FrictionModel {
  kAnchor,       ///< a spring to an anchor that moves with slip: sticks without creep
  kRegularized,  ///< a function of velocity only: sticking contacts creep
  kCone,         ///< rigid: an exact or polyhedral cone
};

/// Terms of the equation of motion, as a set.
enum Term : unsigned {
  kContactNormal = 1u << 0,
  kContactFriction = 1u << 1,
  kJointDamping = 1u << 2,
  kJointFriction = 1u << 3,
  kJointLimits = 1u << 4,
  kFeedback = 1u << 5,
  kAllJointTerms = kJointDamping | kJointFriction | kJointLimits | kFeedback,
  kAllTerms = kAllJointTerms | kContactNormal | kContactFriction,
};
/// "joint damping, joint limits", or "all", or "none".
std::string TermNames(unsigned terms);

/// Entry of `uses`: the stepper uses wrench spaces (world/wrench_space.h).
inline constexpr char kUsesWrenchSpaces[] = "wrench_space";

struct StepperTraits {
  std::string summary;  ///< one line
  std::string source;   ///< paper and equations
  int order;            ///< of convergence where the motion is smooth
  ContactModel contact;
  FrictionModel friction;
  unsigned implicit_terms;        ///< evaluated at the end of the step; the others are explicit
  std::vector<std::string> uses;  ///< fields of ContactMaterial by name (world/material.h)
};

/// Sets friction and uses, which depend on the contact law, in the traits of a stepper with compliant
/// contacts.
void AdjustTraits(laws::ContactLaw law, StepperTraits& traits);

}  // namespace slipstick::steppers
