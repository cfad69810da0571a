// Tests that run over every registered stepper.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>

#include "steppers/registry.h"

namespace slipstick {

/// For INSTANTIATE_TEST_SUITE_P: every registered stepper by name.
inline std::vector<std::string> AllSteppers() {
  std::vector<std::string> names;
  for (const StepperEntry& entry : Steppers()) names.push_back(entry.name);
  return names;
}
/// Those whose answers follow from stiffness and damping.
inline std::vector<std::string> CompliantSteppers() {
  std::vector<std::string> names;
  for (const StepperEntry& entry : Steppers())
    if (entry.traits.contact == ContactModel::kCompliant) names.push_back(entry.name);
  return names;
}
inline std::string StepperTestName(const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

}  // namespace slipstick
