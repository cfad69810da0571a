// What a stepper promises, as data: printed by `slipstick list steppers`, tested for every registered
// stepper.
#pragma once

#include <string>
#include <vector>

#include "slipstick/names.h"

namespace slipstick::steppers {

enum class ContactModel {
  kCompliant,  ///< the depth says how hard a contact pushes
  kRigid,
  kBounded,  ///< the depth says how hard it may push: it rests wherever that is enough
};
enum class FrictionModel {
  kAnchor,       ///< a spring that is dragged along: sticks without creeping
  kRegularized,  ///< depends on velocity only: creeps
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
/// "damping, limits", or "none".
std::string TermNames(unsigned terms);

/// In `uses`: it asks for what contacts can exert (contact/wrench_space.h).
inline constexpr char kUsesWrenchSpaces[] = "wrench_space";

struct StepperTraits {
  std::string summary;  ///< one line
  std::string source;   ///< paper and equations
  int order;            ///< of convergence where the motion is smooth
  ContactModel contact;
  FrictionModel friction;
  unsigned implicit_terms;        ///< those it solves for at the end of the step; the others it evaluates
  std::vector<std::string> uses;  ///< fields of ContactMaterial by name (contact/material.h)
};

}  // namespace slipstick::steppers
