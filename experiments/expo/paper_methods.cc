#include "experiments/expo/paper_methods.h"

#include <fmt/core.h>

namespace slipstick::expo_experiments {
namespace {

// The contact law of the paper: the normal spring is anchored at the first detected point, and anchors jump
// when they slip.
constexpr char kLaw[] = "normal_anchor=touchdown,slip_anchor=jump";

}  // namespace

PaperMethod Expo() { return {Family::kExpo, {"expo-plain (Expo)", "expo-plain"}}; }
PaperMethod ExpoWithProducts(int products) {
  return {Family::kExpo,
          {fmt::format("expo-plain:products={} (Expo)", products),
           fmt::format("expo-plain:integrals=exponential,products={}", products)}};
}
PaperMethod ExpoStandard() {
  return {
      Family::kExpo,
      {"expo-plain:products=-1 (standard)", "expo-plain:integrals=exponential,products=-1,balance=false"}};
}
PaperMethod Euler() { return {Family::kEuler, {"euler (Eul-exp)", fmt::format("euler:{}", kLaw)}}; }
PaperMethod Rk4() { return {Family::kRk4, {"rk4", fmt::format("rk4:{}", kLaw)}}; }
PaperMethod Implicit() {
  return {Family::kImplicit, {"implicit-euler (Eul-imp)", fmt::format("implicit-euler:{}", kLaw)}};
}
PaperMethod OurExpo() { return {Family::kOurs, {"expo", "expo"}}; }
PaperMethod OurExpoOfFirstOrder() { return {Family::kOurs, {"expo:order=1", "expo:order=1"}}; }

std::vector<FamilyMethod> Available(const std::vector<PaperMethod>& methods,
                                    std::vector<std::string>& remarks) {
  std::vector<experiments::NamedMethod> named;
  for (const PaperMethod& method : methods) named.push_back(method.method);
  std::vector<FamilyMethod> available;
  for (const measure::Method& method : experiments::AvailableMethods(named, remarks))
    for (const PaperMethod& known : methods)
      if (known.method.label == method.label) available.push_back({known.family, method});
  return available;
}

double SelfStep(Family family) { return family == Family::kEuler ? 1e-3 / 512 : 1e-3 / 64; }

measure::Case PaperCase(const std::shared_ptr<const measure::MeasuredScene>& scene,
                        const FamilyMethod& method, double dt) {
  measure::Case one{scene, method.method, dt, SelfStep(method.family)};
  if (method.family == Family::kExpo) one.self_method = measure::ParseMethod(Expo().method.text, "Expo");
  return one;
}

std::vector<double> HalvedSteps(double period, double longest, double shortest) {
  constexpr double kRounding = 1e-9;
  std::vector<double> steps;
  for (double step = period; step >= shortest * (1.0 - kRounding); step *= 0.5)
    if (step <= longest * (1.0 + kRounding)) steps.push_back(step);
  return steps;
}

}  // namespace slipstick::expo_experiments
