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

}  // namespace slipstick::steppers
