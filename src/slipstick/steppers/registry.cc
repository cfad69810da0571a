#include "slipstick/steppers/registry.h"

#include <fmt/core.h>

#include "slipstick/core/error.h"
#include "slipstick/core/suggest.h"
#include "slipstick/steppers/baseline/euler_stepper.h"
#include "slipstick/steppers/baseline/implicit_euler_stepper.h"
#include "slipstick/steppers/baseline/microscopic_stepper.h"
#include "slipstick/steppers/baseline/radau_stepper.h"
#include "slipstick/steppers/baseline/runge_kutta_stepper.h"
#include "slipstick/steppers/compliant_traits.h"
#include "slipstick/steppers/expo/expo_stepper.h"
#include "slipstick/steppers/nmdp/mdp_stepper.h"
#include "slipstick/steppers/nmdp/nmdp_stepper.h"
#include "slipstick/steppers/relaxed/relaxed_stepper.h"
#include "slipstick/steppers/stewart_trinkle/stewart_trinkle_stepper.h"
#include "slipstick/steppers/tamsi/tamsi_stepper.h"

namespace slipstick::steppers {
namespace {

/// All steppers of the library.
std::deque<StepperEntry> LibrarySteppers() {
  const auto compliant = [](const char* summary, const char* source, int order, unsigned implicit_terms) {
    return StepperTraits{summary,
                         source,
                         order,
                         ContactModel::kCompliant,
                         FrictionModel::kAnchor,
                         implicit_terms,
                         UsedFields(laws::ContactLaw::kAnchor)};
  };
  const auto rigid = [](const char* summary, const char* source, std::vector<std::string> uses) {
    return StepperTraits{summary,   source,         1, ContactModel::kRigid, FrictionModel::kCone,
                         kAllTerms, std::move(uses)};
  };
  const auto regularized = [](const char* summary, const char* source, unsigned implicit_terms) {
    return StepperTraits{summary,
                         source,
                         1,
                         ContactModel::kCompliant,
                         FrictionModel::kRegularized,
                         implicit_terms,
                         UsedFields(laws::ContactLaw::kRegularized)};
  };
  const auto bounded = [](const char* summary, const char* source, unsigned implicit_terms) {
    return StepperTraits{summary,
                         source,
                         1,
                         ContactModel::kBounded,
                         FrictionModel::kCone,
                         implicit_terms,
                         {"stiffness", "mu_static", "mu_kinetic", kUsesWrenchSpaces}};
  };
  const std::vector<std::string> impact_fields = {"mu_static", "mu_kinetic", "restitution"};
  const std::vector<std::string> friction_fields = {"mu_static", "mu_kinetic"};
  return {
      MakeEntry<baseline::EulerStepper>("euler",
                                        compliant("explicit Euler", "Hammoud et al. 2022, Eq. 34", 1, 0)),
      MakeEntry<baseline::Rk4Stepper>(
          "rk4", compliant("classical Runge-Kutta method", "Hammoud et al. 2022, section VI", 4, 0)),
      MakeEntry<baseline::RkGillStepper>(
          "rk-gill", compliant("Gill's Runge-Kutta method", "Wakisaka and Sugihara 2014", 4, 0)),
      MakeEntry<baseline::ImplicitEulerStepper>(
          "implicit-euler",
          compliant("implicit Euler by Newton's method", "Hammoud et al. 2022, appendix", 1, kAllTerms)),
      MakeEntry<baseline::RadauStepper>("radau",
                                        compliant("Radau IIA with three stages, for reference solutions",
                                                  "Hairer and Wanner, section IV.8", 5, kAllTerms)),
      MakeEntry<expo::ExpoStepper>(
          "expo", compliant("exponential integrator: contacts in closed form, steps split at contact events",
                            "Hammoud et al. 2022, with extensions", 2, kAllTerms)),
      MakeEntry<expo::ExpoStepper>("expo-plain",
                                   compliant("exponential integrator as published", "Hammoud et al. 2022", 1,
                                             kAllTerms & ~kContactFriction),
                                   expo::ExpoOptions::AsPublished()),
      MakeEntry<stewart_trinkle::StewartTrinkleStepper>(
          "stewart-trinkle", rigid("rigid contacts by one linear complementarity problem per step",
                                   "Stewart and Trinkle 2000", impact_fields)),
      MakeEntry<stewart_trinkle::StewartTrinkleStepper>(
          "stewart-trinkle-nonlinear",
          rigid("stewart-trinkle with contacts linearised at the end of the step",
                "Stewart and Trinkle 2000, section 3.4", impact_fields),
          stewart_trinkle::StewartTrinkleOptions::Nonlinear()),
      MakeEntry<stewart_trinkle::StewartTrinkleStepper>(
          "anitescu-potra",
          rigid("stewart-trinkle with velocity constraints: an impulse always exists",
                "Stewart and Trinkle 2000, section 3.3", impact_fields),
          stewart_trinkle::StewartTrinkleOptions::AnitescuPotra()),
      MakeEntry<baseline::MicroscopicStepper>(
          "microscopic", StepperTraits{"spring-dampers, friction as a function of the slip speed",
                                       "Wakisaka and Sugihara 2014", 4, ContactModel::kCompliant,
                                       FrictionModel::kRegularized, 0, UsedFields(laws::ContactLaw::kSlip)}),
      MakeEntry<relaxed::RelaxedStepper>(
          "relaxed", rigid("rigid contacts with relaxed constraints on the momentum of a step",
                           "Wakisaka and Sugihara 2014, Eqs. 13-23", friction_fields)),
      MakeEntry<relaxed::RelaxedStepper>("macroscopic",
                                         rigid("rigid plastic contacts on the momentum of a step",
                                               "Wakisaka and Sugihara 2014, Eq. 9", friction_fields),
                                         relaxed::RelaxedOptions::Macroscopic()),
      MakeEntry<tamsi::TamsiStepper>(
          "tamsi",
          regularized("compliant contact and regularised (velocity-dependent) friction, both implicit",
                      "Castro et al. 2020, Eqs. 21-23", kAllTerms)),
      MakeEntry<tamsi::TamsiStepper>(
          "semi-implicit",
          regularized("tamsi with explicit normal forces (from the start of the step)",
                      "Castro et al. 2020, Eqs. 10-17", kAllTerms & ~kContactNormal),
          tamsi::TamsiOptions::SemiImplicit()),
      MakeEntry<nmdp::MdpStepper>(
          "mdp",
          bounded("maximal dissipation, linearised at the start of the step; normal force limited by depth",
                  "Pan and Hauser 2020, Eqs. 3 and 5", kContactNormal | kContactFriction)),
      MakeEntry<nmdp::NmdpStepper>(
          "nmdp",
          bounded("maximal dissipation, implicit at the end of the step; normal force limited by depth",
                  "Pan and Hauser 2020, Eqs. 5-9", kAllTerms)),
      MakeEntry<nmdp::NmdpStepper>("nmdp-zeroth",
                                   bounded("nmdp without derivatives of the contact model",
                                           "Pan and Hauser 2020, Eqs. 10-11", kAllTerms),
                                   nmdp::NmdpOptions::With(nmdp::StepInertia::kNewtonEuler, false)),
      MakeEntry<nmdp::NmdpStepper>(
          "nmdp-pbd", bounded("nmdp with position-based inertia", "Pan and Hauser 2020, Eq. 12", kAllTerms),
          nmdp::NmdpOptions::With(nmdp::StepInertia::kPositionBased, true)),
      MakeEntry<nmdp::NmdpStepper>("nmdp-pbd-zeroth",
                                   bounded("nmdp-pbd without derivatives of the contact model",
                                           "Pan and Hauser 2020, Eqs. 10-12", kAllTerms),
                                   nmdp::NmdpOptions::With(nmdp::StepInertia::kPositionBased, false)),
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
                                     const FieldValues& options) {
  return FindStepper(name).make(world, options);
}

void AddStepper(StepperEntry entry) {
  for (const StepperEntry& known : Registered())
    if (known.name == entry.name)
      throw InputError(fmt::format("a stepper '{}' is registered already; choose another name.", entry.name));
  Registered().push_back(std::move(entry));
}

}  // namespace slipstick::steppers
