#include "slipstick/steppers/traits.h"

#include <utility>

namespace slipstick::steppers {

std::string TermNames(unsigned terms) {
  static constexpr std::pair<unsigned, const char*> kNames[] = {
      {kContactNormal, "contact normal"}, {kContactFriction, "contact friction"},
      {kJointDamping, "joint damping"},   {kJointFriction, "joint friction"},
      {kJointLimits, "joint limits"},     {kFeedback, "feedback"},
  };
  if (terms == kAllTerms) return "all";
  std::string text;
  for (const auto& [term, name] : kNames)
    if (terms & term) text += (text.empty() ? "" : ", ") + std::string(name);
  return text.empty() ? "none" : text;
}

void AdjustTraits(laws::ContactLaw law, StepperTraits& traits) {
  const bool has_anchor = law == laws::ContactLaw::kAnchor;
  traits.friction = has_anchor ? FrictionModel::kAnchor : FrictionModel::kRegularized;
  traits.uses = {"stiffness", law == laws::ContactLaw::kRegularized ? "dissipation" : "damping"};
  if (has_anchor) traits.uses.push_back("mu_static");
  traits.uses.push_back("mu_kinetic");
  if (!has_anchor) traits.uses.push_back("stiction_speed");
}

}  // namespace slipstick::steppers
