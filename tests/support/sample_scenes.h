// Scenes with known solutions.
#pragma once

#include <memory>

#include "slipstick/measure/measured_scene.h"

namespace slipstick::support {

/// 1 kg, high above the ground.
inline constexpr char kFalling[] = R"(
duration = 0.1
[[bodies]]
shape = "sphere"
radius = 0.1
position = [0, 0, 5]
velocity = [0.3, 0, 1]
)";

/// A ball on a spring: it starts slightly above its equilibrium on compliant ground and never loses contact.
inline constexpr double kSpringMass = 0.1, kSpringRadius = 0.05, kSpringStiffness = 2e4,
                        kSpringDamping = 10.0;
inline constexpr char kOnSpring[] = R"(
duration = 0.02
[materials.default]
stiffness = 2e4
damping = 10
[[bodies]]
shape = "sphere"
radius = 0.05
mass = 0.1
position = [0, 0, 0.04997]
)";

/// A block held by friction on a slope of 20 deg; it would slide above atan 0.5 = 26.6 deg.
inline constexpr char kHeldBlock[] = R"(
duration = 0.5
[materials.default]
stiffness = 1e4
damping = 50
friction = 0.5
[ground]
slope = "20 deg"
[[bodies]]
shape = "box"
size = [0.2, 0.2, 0.1]
mass = 1
rpy = [0, "20 deg", 0]
on_ground = true
)";

inline std::shared_ptr<const measure::MeasuredScene> Prepared(const char* text,
                                                              double window = measure::kDefaultWindow) {
  return std::make_shared<const measure::MeasuredScene>(
      measure::PrepareScene({"sample", text, "", {}}, window));
}

}  // namespace slipstick::support
