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

/// A registered stepper with options: the parameter of tests that run over all methods.
struct Method {
  std::string stepper;
  FieldValues options;

  const StepperEntry& entry() const { return steppers::FindStepper(stepper); }
  StepperTraits traits() const { return entry().traits_with(options); }
  std::unique_ptr<Stepper> Make(const World& world) const {
    return steppers::MakeStepper(stepper, world, options);
  }
  /// SafeStep, or less if contacts are only detected between steps.
  double h() const {
    // such contacts are first detected at a penetration depth of up to one step of motion
    const bool is_compliant = traits().contact == steppers::ContactModel::kCompliant;
    const bool detects_late = Has("events", "none") || (is_compliant && Has("predict", "false"));
    return detects_late ? 1e-4 : SafeStep(traits());
  }
  /// True if the option has this value, set or by default.
  bool Has(const std::string& option, const std::string& value) const {
    const auto at = options.find(option);
    if (at != options.end()) return at->second == value;
    for (const FieldInfo& info : entry().options)
      if (info.name == option) return info.default_value == value;
    return false;
  }
  /// The order by an option, or by the traits.
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

/// For INSTANTIATE_TEST_SUITE_P: every registered stepper with default options.
inline Methods AllSteppers() {
  Methods methods;
  for (const StepperEntry& entry : steppers::Steppers()) {
    Method method{entry.name, {}};
    // same code as the stepper with derivatives, with hundreds of times as many iterations
    const bool is_slow = method.Has("corner_derivatives", "false");
    if (!SLIPSTICK_SANITIZED || !is_slow) methods.push_back(std::move(method));
  }
  return methods;
}

/// The values of a flag or of a choice; empty for a number.
inline std::vector<std::string> ValuesOf(const FieldInfo& option) {
  if (option.type == "flag") return {"false", "true"};
  std::vector<std::string> values;
  if (option.type.find('|') == std::string::npos) return values;
  std::istringstream choices(option.type);
  for (std::string value; std::getline(choices, value, '|');) values.push_back(value);
  return values;
}
/// True if an earlier entry has the same options with other defaults, as expo has those of expo-plain. Such
/// an entry is tested with its defaults only.
inline bool HasOtherDefaultsOfAnEarlierEntry(const StepperEntry& entry) {
  const auto others = [&](const StepperEntry& other) {
    return std::ranges::equal(entry.options, other.options, {}, &FieldInfo::name, &FieldInfo::name) &&
           !std::ranges::equal(entry.options, other.options, {}, &FieldInfo::default_value,
                               &FieldInfo::default_value);
  };
  const auto at = std::ranges::find(steppers::Steppers(), entry.name, &StepperEntry::name);
  return std::any_of(steppers::Steppers().begin(), at, others);
}
/// False for options with other contact laws (bilateral contacts), for published variants that violate laws
/// and are kept for comparison (tests/steppers/relaxed_test.cc), and for Newton's method without a line
/// search.
inline bool ObeysContactLaws(const std::string& option, const std::string& value) {
  const bool fails_to_converge = option == "line_search" && value == "none";
  // feet penetrate deeply (body), and friction is neither Coulomb's nor always dissipative (points):
  // src/slipstick/steppers/nmdp/README.md
  const bool is_other_objective = option == "objective";
  return option != "bilateral" && value != "least-squares" && value != "clamp" && !fails_to_converge &&
         !is_other_objective;
}

/// Further options that a choice requires.
inline FieldValues RequiredOptions(const StepperEntry& entry, const std::string& option,
                                   const std::string& value) {
  const auto has = [&](const char* name) {
    return std::ranges::find(entry.options, name, &FieldInfo::name) != entry.options.end();
  };
  FieldValues companions;
  if (has("law") && (option == "rise" || value == "transition")) companions["law"] = "regularized";
  // Newton's method sometimes fails with old Jacobians, a strict stopping rule, or steps that are shortened
  // by stiction only.
  const bool may_fail = option == "newton" || option == "stop" || option == "line_search";
  if (has("max_substeps") && may_fail) companions["max_substeps"] = "64";
  return companions;
}

/// All steppers, and each of them with one flag or choice changed from its default.
inline Methods AllMethods() {
  Methods methods = AllSteppers();
  if (SLIPSTICK_SANITIZED) return methods;  // sanitizers test memory, not laws
  for (const StepperEntry& entry : steppers::Steppers()) {
    if (HasOtherDefaultsOfAnEarlierEntry(entry)) continue;
    for (const FieldInfo& option : entry.options)
      for (const std::string& value : ValuesOf(option))
        if (value != option.default_value && ObeysContactLaws(option.name, value)) {
          Method method{entry.name, RequiredOptions(entry, option.name, value)};
          method.options[option.name] = value;
          const bool is_slow = option.name == "rise" && method.h() < 1e-3;  // and covered by other steppers
          if (!is_slow) methods.push_back(method);
        }
  }
  return methods;
}

/// The methods for which a predicate holds.
template <class Predicate>
Methods Where(Predicate holds, Methods methods) {
  std::erase_if(methods, [&](const Method& method) { return !holds(method); });
  return methods;
}
/// Methods for tests of physical laws: all of them; with sanitizers only those with long steps.
inline Methods MethodsUnderLaw() {
  const auto is_tried = [](const Method& method) { return !SLIPSTICK_SANITIZED || method.h() >= 1e-3; };
  return Where(is_tried, AllMethods());
}
/// True for polyhedral friction cones.
inline bool IsPolyhedral(const Method& method) {
  return (method.traits().contact == steppers::ContactModel::kRigid) &&
         (method.Has("friction", "pyramid") ||
          (method.Has("directions", "8") && !method.Has("solver", "cone")));
}
/// True for normal forces whose dissipation is proportional to the depth, instead of dampers.
inline bool FollowsHuntAndCrossley(const Method& method) {
  const auto& used = method.traits().uses;
  return std::ranges::find(used, "dissipation") != used.end();
}
inline bool IsCompliant(const Method& method) {
  return method.traits().contact == steppers::ContactModel::kCompliant;
}
/// True if contacts rest at any depth whose force bound exceeds their load.
inline bool IsBounded(const Method& method) {
  return method.traits().contact == steppers::ContactModel::kBounded;
}

/// Range of resting depths of a bounded contact of this stiffness: from the depth whose bound equals the load
/// to the depth at which the bound has absorbed the energy of the fall.
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
