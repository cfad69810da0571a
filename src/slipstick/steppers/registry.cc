#include "slipstick/steppers/registry.h"

#include <fmt/core.h>

#include "slipstick/core/error.h"
#include "slipstick/core/suggest.h"
#include "slipstick/steppers/baseline/euler_stepper.h"
#include "slipstick/steppers/baseline/implicit_euler_stepper.h"
#include "slipstick/steppers/baseline/microscopic_stepper.h"
#include "slipstick/steppers/baseline/radau_stepper.h"
#include "slipstick/steppers/baseline/runge_kutta_stepper.h"
#include "slipstick/steppers/expo/expo_stepper.h"
#include "slipstick/steppers/nmdp/mdp_stepper.h"
#include "slipstick/steppers/nmdp/nmdp_stepper.h"
#include "slipstick/steppers/relaxed/relaxed_stepper.h"
#include "slipstick/steppers/stewart_trinkle/stewart_trinkle_stepper.h"
#include "slipstick/steppers/tamsi/tamsi_stepper.h"

namespace slipstick::steppers {
namespace {

StepperTraits Compliant(const char* summary, const char* source, int order, unsigned implicit_terms,
                        laws::ContactLaw law = laws::ContactLaw::kAnchor) {
  StepperTraits traits{summary, source, order, ContactModel::kCompliant, {}, implicit_terms, {}};
  AdjustTraits(law, traits);
  return traits;
}

StepperTraits Rigid(const char* summary, const char* source, bool uses_restitution) {
  StepperTraits traits{summary, source, 1, ContactModel::kRigid, FrictionModel::kCone, kAllTerms, {}};
  traits.uses = {"mu_static", "mu_kinetic"};
  if (uses_restitution) traits.uses.push_back("restitution");
  return traits;
}

StepperTraits Bounded(const char* summary, const char* source, unsigned implicit_terms = kAllTerms) {
  return {summary,
          source,
          1,
          ContactModel::kBounded,
          FrictionModel::kCone,
          implicit_terms,
          {"stiffness", "mu_static", "mu_kinetic", kUsesWrenchSpaces}};
}

/// All steppers of the library.
std::deque<StepperEntry> LibrarySteppers() {
  using laws::ContactLaw;
  return {
      MakeEntry<baseline::EulerStepper>("euler",
                                        Compliant("explicit Euler", "Hammoud et al. 2022, Eq. 34", 1, 0)),
      MakeEntry<baseline::Rk4Stepper>(
          "rk4", Compliant("classical Runge-Kutta method", "Hammoud et al. 2022, section VI", 4, 0)),
      MakeEntry<baseline::RkGillStepper>(
          "rk-gill", Compliant("Gill's Runge-Kutta method", "Wakisaka and Sugihara 2014", 4, 0)),
      MakeEntry<baseline::ImplicitEulerStepper>(
          "implicit-euler",
          Compliant("implicit Euler by Newton's method", "Hammoud et al. 2022, appendix", 1, kAllTerms)),
      MakeEntry<baseline::RadauStepper>("radau",
                                        Compliant("Radau IIA with three stages, for reference solutions",
                                                  "Hairer and Wanner, section IV.8", 5, kAllTerms)),
      MakeEntry<expo::ExpoStepper>(
          "expo", Compliant("exponential integrator: contacts in closed form, steps split at contact events",
                            "Hammoud et al. 2022, with extensions", 2, kAllTerms)),
      MakeEntry<expo::ExpoStepper>("expo-plain",
                                   Compliant("exponential integrator as published", "Hammoud et al. 2022", 1,
                                             kAllTerms & ~kContactFriction),
                                   expo::ExpoOptions::AsPublished()),
      MakeEntry<stewart_trinkle::StewartTrinkleStepper>(
          "stewart-trinkle", Rigid("rigid contacts by one linear complementarity problem per step",
                                   "Stewart and Trinkle 2000", true)),
      MakeEntry<stewart_trinkle::StewartTrinkleStepper>(
          "stewart-trinkle-nonlinear",
          Rigid("stewart-trinkle with contacts linearised at the end of the step",
                "Stewart and Trinkle 2000, section 3.4", true),
          stewart_trinkle::StewartTrinkleOptions::Nonlinear()),
      MakeEntry<stewart_trinkle::StewartTrinkleStepper>(
          "anitescu-potra",
          Rigid("stewart-trinkle with velocity constraints: an impulse always exists",
                "Stewart and Trinkle 2000, section 3.3", true),
          stewart_trinkle::StewartTrinkleOptions::AnitescuPotra()),
      MakeEntry<baseline::MicroscopicStepper>(
          "microscopic", Compliant("spring-dampers, friction as a function of the slip speed",
                                   "Wakisaka and Sugihara 2014", 4, 0, ContactLaw::kSlip)),
      MakeEntry<relaxed::RelaxedStepper>(
          "relaxed", Rigid("rigid contacts with relaxed constraints on the momentum of a step",
                           "Wakisaka and Sugihara 2014, Eqs. 13-23", false)),
      MakeEntry<relaxed::RelaxedStepper>("macroscopic",
                                         Rigid("rigid plastic contacts on the momentum of a step",
                                               "Wakisaka and Sugihara 2014, Eq. 9", false),
                                         relaxed::RelaxedOptions::Macroscopic()),
      MakeEntry<tamsi::TamsiStepper>(
          "tamsi", Compliant("compliant contact and regularised (velocity-dependent) friction, both implicit",
                             "Castro et al. 2020, Eqs. 21-23", 1, kAllTerms, ContactLaw::kRegularized)),
      MakeEntry<tamsi::TamsiStepper>(
          "semi-implicit",
          Compliant("tamsi with explicit normal forces (from the start of the step)",
                    "Castro et al. 2020, Eqs. 10-17", 1, kAllTerms & ~kContactNormal,
                    ContactLaw::kRegularized),
          tamsi::TamsiOptions::SemiImplicit()),
      MakeEntry<nmdp::MdpStepper>(
          "mdp",
          Bounded("maximal dissipation, linearised at the start of the step; normal force limited by depth",
                  "Pan and Hauser 2020, Eqs. 3 and 5", kContactNormal | kContactFriction)),
      MakeEntry<nmdp::NmdpStepper>(
          "nmdp",
          Bounded("maximal dissipation, implicit at the end of the step; normal force limited by depth",
                  "Pan and Hauser 2020, Eqs. 5-9")),
      MakeEntry<nmdp::NmdpStepper>(
          "nmdp-zeroth",
          Bounded("nmdp without derivatives of the contact model", "Pan and Hauser 2020, Eqs. 10-11"),
          nmdp::NmdpOptions::With(nmdp::StepInertia::kNewtonEuler, false)),
      MakeEntry<nmdp::NmdpStepper>("nmdp-pbd",
                                   Bounded("nmdp with position-based inertia", "Pan and Hauser 2020, Eq. 12"),
                                   nmdp::NmdpOptions::With(nmdp::StepInertia::kPositionBased, true)),
      MakeEntry<nmdp::NmdpStepper>(
          "nmdp-pbd-zeroth",
          Bounded("nmdp-pbd without derivatives of the contact model", "Pan and Hauser 2020, Eqs. 10-12"),
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
