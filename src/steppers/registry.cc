#include "steppers/registry.h"

#include <fmt/core.h>

#include "core/error.h"
#include "core/suggest.h"
#include "steppers/baseline/euler_stepper.h"
#include "steppers/baseline/implicit_euler_stepper.h"
#include "steppers/baseline/runge_kutta_stepper.h"
#include "steppers/exponential/exponential_stepper.h"

namespace slipstick {
namespace {

/// The one list of the library's steppers.
std::deque<StepperEntry> LibrarySteppers() {
  const std::vector<std::string> anchor_fields = {"stiffness", "damping", "mu_static", "mu_kinetic"};
  const auto compliant = [&](const char* summary, const char* source, int order, unsigned implicit_terms) {
    return StepperTraits{
        summary,        source,       order, ContactModel::kCompliant, FrictionModel::kAnchor,
        implicit_terms, anchor_fields};
  };
  return {
      MakeEntry<EulerStepper>("euler", compliant("explicit Euler", "paper 000, Eq. 34", 1, 0)),
      MakeEntry<Rk4Stepper>("rk4", compliant("classical Runge-Kutta", "paper 000, section VI", 4, 0)),
      MakeEntry<RkGillStepper>("rk-gill", compliant("Runge-Kutta after Gill", "paper 002", 4, 0)),
      MakeEntry<ImplicitEulerStepper>("implicit-euler", compliant("implicit Euler by Newton's method",
                                                                  "paper 000, appendix", 1, kAllTerms)),
      MakeEntry<ExponentialStepper>(
          "expo", compliant("exponential integrator, contacts in closed form, split at events",
                            "paper 000, and beyond", 2, kAllTerms)),
      MakeEntry<ExponentialStepper>(
          "expo-plain",
          compliant("exponential integrator as published", "paper 000", 1, kAllTerms & ~kContactFriction),
          ExponentialOptions::AsPublished()),
  };
}

std::deque<StepperEntry>& Registered() {
  static std::deque<StepperEntry> entries = LibrarySteppers();
  return entries;
}

}  // namespace

const std::deque<StepperEntry>& Steppers() { return Registered(); }

const StepperEntry& FindStepper(const std::string& name) {
  std::vector<std::string> known;
  for (const StepperEntry& entry : Registered()) {
    if (entry.name == name) return entry;
    known.push_back(entry.name);
  }
  throw InputError(fmt::format("there is no stepper '{}'; {}", name, Suggest(name, known)));
}

std::unique_ptr<Stepper> MakeStepper(const std::string& name, const World& world,
                                     const OptionValues& options) {
  return FindStepper(name).make(world, options);
}

void AddStepper(StepperEntry entry) {
  for (const StepperEntry& known : Registered())
    if (known.name == entry.name)
      throw InputError(fmt::format("a stepper '{}' is registered already; choose another name.", entry.name));
  Registered().push_back(std::move(entry));
}

}  // namespace slipstick
