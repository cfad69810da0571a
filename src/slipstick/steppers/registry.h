// Steppers by name. This is the only list of steppers: the command line, scene files and the tests iterate
// over it.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "slipstick/core/fields.h"
#include "slipstick/names.h"
#include "slipstick/steppers/island_stepper.h"
#include "slipstick/steppers/stepper.h"
#include "slipstick/steppers/traits.h"

namespace slipstick::steppers {

struct StepperEntry {
  std::string name;
  StepperTraits traits;
  std::vector<FieldInfo> options;
  std::function<std::unique_ptr<Stepper>(const World&, const FieldValues&)> make;
  /// Traits with these options; some options change them (`AdjustTraits` of the options).
  std::function<StepperTraits(const FieldValues&)> traits_with;
};

/// All registered steppers, in the order of their families. References stay valid when more are added.
const std::deque<StepperEntry>& Steppers();

/// InputError with the nearest names if the name is unknown.
const StepperEntry& FindStepper(const std::string& name);

/// The world must outlive the stepper. InputError for an unknown name or option.
std::unique_ptr<Stepper> MakeStepper(const std::string& name, const World& world,
                                     const FieldValues& options = {});

void AddStepper(StepperEntry entry);

/// The entry of a stepper class with `struct Options` and a constructor (const World&, const Options&).
template <class S>
StepperEntry MakeEntry(const std::string& name, const StepperTraits& traits,
                       const typename S::Options& defaults = {}) {
  const auto options_with = [name, defaults](const FieldValues& values) {
    typename S::Options options = defaults;
    SetFields(values, "stepper '" + name + "'", options);
    return options;
  };
  const auto make = [options_with](const World& world, const FieldValues& values) {
    return MakeIslandStepper(world, [options = options_with(values)](const World& island) {
      return std::make_unique<S>(island, options);
    });
  };
  const auto traits_with = [options_with, traits](const FieldValues& values) {
    const typename S::Options options = options_with(values);
    StepperTraits adjusted = traits;
    if constexpr (requires { options.contact.law; }) AdjustTraits(options.contact.law, adjusted);
    if constexpr (requires { options.AdjustTraits(adjusted); }) options.AdjustTraits(adjusted);
    return adjusted;
  };
  return {name, traits, DescribeFields(defaults), make, traits_with};
}

/// Registers such a class. The steppers of the library are listed in registry.cc. Programs may register more
/// before they start threads.
template <class S>
void RegisterStepper(const std::string& name, const StepperTraits& traits,
                     const typename S::Options& defaults = {}) {
  AddStepper(MakeEntry<S>(name, traits, defaults));
}

}  // namespace slipstick::steppers
