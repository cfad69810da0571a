// Tests that run over every registered stepper.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <ostream>
#include <sstream>

#include "support/contact_worlds.h"
#include "support/sanitized.h"

namespace slipstick::support {

/// A registered stepper with options: what a test of laws takes.
struct Method {
  std::string stepper;
  FieldValues options;

  const StepperEntry& entry() const { return steppers::FindStepper(stepper); }
  StepperTraits traits() const { return entry().traits_with(options); }
  std::unique_ptr<Stepper> Make(const World& world) const {
    return steppers::MakeStepper(stepper, world, options);
  }
  /// SafeStep of it.
  double h() const {
    // contacts that are only looked at between steps are first seen as deep as a step leads
    const bool is_compliant = traits().contact == steppers::ContactModel::kCompliant;
    const bool sees_late = Has("events", "none") || (is_compliant && Has("predict", "false"));
    return sees_late ? 1e-4 : SafeStep(traits());
  }
  /// Set so, or by default.
  bool Has(const std::string& option, const std::string& value) const {
    const auto at = options.find(option);
    if (at != options.end()) return at->second == value;
    for (const FieldInfo& info : entry().options)
      if (info.name == option) return info.default_value == value;
    return false;
  }
  /// What its traits say, or an option that chooses it.
  int order() const {
    const auto at = options.find("order");
    return at != options.end() ? std::stoi(at->second) : traits().order;
  }
};
using Methods = std::vector<Method>;

inline std::string NameOf(const Method& method) {
  std::string name = method.stepper;
  for (const auto& [option, value] : method.options) name += "_" + option + "_" + value;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}
inline std::string MethodTestName(const testing::TestParamInfo<Method>& info) { return NameOf(info.param); }
inline void PrintTo(const Method& method, std::ostream* out) { *out << NameOf(method); }

/// For INSTANTIATE_TEST_SUITE_P: every registered stepper as it is made without options.
inline Methods AllSteppers() {
  Methods methods;
  for (const StepperEntry& entry : steppers::Steppers()) {
    Method method{entry.name, {}};
    // goes the way of the stepper with derivatives, hundreds of times
    const bool is_slow = method.Has("corner_derivatives", "false");
    if (!SLIPSTICK_SANITIZED || !is_slow) methods.push_back(std::move(method));
  }
  return methods;
}

/// The values of a flag or of a choice; none of a number.
inline std::vector<std::string> ValuesOf(const FieldInfo& option) {
  if (option.type == "flag") return {"false", "true"};
  std::vector<std::string> values;
  if (option.type.find('|') == std::string::npos) return values;
  std::istringstream choices(option.type);
  for (std::string value; std::getline(choices, value, '|');) values.push_back(value);
  return values;
}
/// The options of an earlier entry with other defaults, as expo-plain has those of expo: it is tried as it
/// is, not with each of them.
inline bool HasOtherDefaultsOfAnEarlierEntry(const StepperEntry& entry) {
  const auto others = [&](const StepperEntry& other) {
    return std::ranges::equal(entry.options, other.options, {}, &FieldInfo::name, &FieldInfo::name) &&
           !std::ranges::equal(entry.options, other.options, {}, &FieldInfo::default_value,
                               &FieldInfo::default_value);
  };
  const auto at = std::ranges::find(steppers::Steppers(), entry.name, &StepperEntry::name);
  return std::any_of(steppers::Steppers().begin(), at, others);
}
/// Contacts that hold on for ever obey other laws; and some published ways break some, and are kept beside
/// what is done instead (tests/steppers/relaxed_test.cc), or to show what that is good for (Newton's method
/// without a line search).
inline bool KeepsLaws(const std::string& option, const std::string& value) {
  const bool fails_to_converge = option == "line_search" && value == "none";
  // feet sink in (body), and friction is not Coulomb's nor always a loss (points):
  // src/steppers/nmdp/README.md
  const bool is_other_objective = option == "objective";
  return option != "bilateral" && value != "least-squares" && value != "clamp" && !fails_to_converge &&
         !is_other_objective;
}

/// What a choice wants beside it to be of use.
inline FieldValues Companions(const StepperEntry& entry, const std::string& option,
                              const std::string& value) {
  const auto has = [&](const char* name) {
    return std::ranges::find(entry.options, name, &FieldInfo::name) != entry.options.end();
  };
  FieldValues companions;
  if (has("law") && (option == "rise" || value == "transition")) companions["law"] = "regularized";
  // Newton's method with old Jacobians, a strict rule of when to stop, or steps that nothing but stiction
  // shortens fails now and then.
  const bool may_fail = option == "newton" || option == "stop" || option == "line_search";
  if (has("max_substeps") && may_fail) companions["max_substeps"] = "64";
  return companions;
}

/// Those, and each with one of its flags or choices set to what is not the default: other methods, for which
/// the same laws hold.
inline Methods AllMethods() {
  Methods methods = AllSteppers();
  if (SLIPSTICK_SANITIZED) return methods;  // they look for stray memory, not for laws
  for (const StepperEntry& entry : steppers::Steppers()) {
    if (HasOtherDefaultsOfAnEarlierEntry(entry)) continue;
    for (const FieldInfo& option : entry.options)
      for (const std::string& value : ValuesOf(option))
        if (value != option.default_value && KeepsLaws(option.name, value)) {
          Method method{entry.name, Companions(entry, option.name, value)};
          method.options[option.name] = value;
          const bool is_slow =
              option.name == "rise" && method.h() < 1e-3;  // and goes the way of other steppers
          if (!is_slow) methods.push_back(method);
        }
  }
  return methods;
}

/// Those that a law is about.
template <class Predicate>
Methods Where(Predicate holds, Methods methods) {
  std::erase_if(methods, [&](const Method& method) { return !holds(method); });
  return methods;
}
/// What laws are tried on: all, but for sanitizers only those with long steps. Of many small ones each goes
/// the same way.
inline Methods MethodsUnderLaw() {
  const auto is_tried = [](const Method& method) { return !SLIPSTICK_SANITIZED || method.h() >= 1e-3; };
  return Where(is_tried, AllMethods());
}
/// Friction of as many sides as a polygon has.
inline bool IsPolyhedral(const Method& method) {
  return (method.traits().contact == steppers::ContactModel::kRigid) &&
         (method.Has("friction", "pyramid") ||
          (method.Has("directions", "8") && !method.Has("solver", "cone")));
}
/// Normal forces that dissipate in proportion to the depth, instead of dampers.
inline bool FollowsHuntAndCrossley(const Method& method) {
  const auto& used = method.traits().uses;
  return std::ranges::find(used, "dissipation") != used.end();
}
inline bool IsCompliant(const Method& method) {
  return method.traits().contact == steppers::ContactModel::kCompliant;
}
/// Contacts rest at any depth that bears their load.
inline bool IsBounded(const Method& method) {
  return method.traits().contact == steppers::ContactModel::kBounded;
}

/// How deep a bounded contact of this stiffness may come to rest: where it bears the load, or anywhere down
/// to where a fall with this energy ends against all that it bears on the way.
struct BoundedRest {
  double shallowest, deepest;  // m
};
inline BoundedRest RestOf(const Method& method, double stiffness, double load, double energy) {
  const double power = method.Has("bound", "linear") ? 1.0 : method.Has("bound", "squared") ? 2.0 : 3.0;
  const double reference = 0.01;  // m, the default
  const double factor = stiffness / std::pow(reference, power - 1.0);
  const double deep = std::pow(energy * (power + 1.0) / factor, 1.0 / (power + 1.0));
  const double shallow = std::pow(load / factor, 1.0 / power);
  return {shallow, std::max(shallow, deep)};
}

}  // namespace slipstick::support
