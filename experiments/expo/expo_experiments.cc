#include "experiments/expo/expo_experiments.h"

#include <fmt/core.h>

#include <algorithm>

#include "slipstick/scene/scene_library.h"

namespace slipstick::expo_experiments {
namespace {

// The contact law of the paper: the normal spring is anchored at the first detected point, and anchors jump
// when they slip.
constexpr char kLaw[] = "normal_anchor=touchdown,slip_anchor=jump";

}  // namespace

const std::vector<Motion>& Motions() {
  const std::vector<SceneEdit> hold = {{"controller.feedback_by", "controller", "constant torques"}};
  static const std::vector<Motion> motions = {{"solo-squat", 40e-3, hold},
                                              {"solo-jump", 10e-3, hold},
                                              {"solo-trot", 2e-3, hold},
                                              {"humanoid-walk", 40e-3, {}}};  // has no feedback of joints
  return motions;
}

const Motion& MotionCalled(const std::string& name) {
  return *std::find_if(Motions().begin(), Motions().end(),
                       [&](const Motion& motion) { return motion.name == name; });
}

std::shared_ptr<const measure::MeasuredScene> SceneOf(const Motion& motion,
                                                      const std::vector<SceneEdit>& more) {
  scene::SceneSource source = scene::FindScene(motion.name);
  source.edits.push_back({"control_period", fmt::format("{}", motion.control_period), "Table I"});
  source.edits.insert(source.edits.end(), motion.edits.begin(), motion.edits.end());
  source.edits.insert(source.edits.end(), more.begin(), more.end());
  return std::make_shared<const measure::MeasuredScene>(measure::PrepareScene(source));
}

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

std::vector<experiments::Experiment> ExpoExperiments() {
  return {
      {"expo/fig-2", "local error against speed", AccuracyAndSpeed},
      {"expo/fig-3", "local error against time step", AccuracyAndStep},
      {"expo/fig-4", "local error against stiffness and damping of contacts", StiffnessAndDamping},
      {"expo/fig-5", "contact forces predicted within a step", Prediction},
      {"expo/table-2", "largest stable time step", Stability},
      {"expo/table-3", "computing time of the phases of a step", Breakdown},
      {"expo/walk", "the humanoid walks with disturbance forces and on slopes, with several steppers", Walk},
  };
}

}  // namespace slipstick::expo_experiments
