// The variation of a sweep: one key of a scene and a list of values.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "slipstick/scene/scene.h"

namespace slipstick::measure {

struct Variation {
  struct Point {
    std::string value;             ///< as given
    double place;                  ///< on an axis: the number, or 1, 2, ... for values that are not numbers
    std::vector<SceneEdit> edits;  ///< that set the value
    std::optional<double> dt;      ///< for a sweep over the step, s
  };
  std::string key;
  std::vector<Point> points;
  bool logarithmic = false;  ///< scale of the axis
};

/// From "key=a,b,c" or "key=a..b:n", n values in equal ratios. The key is one of a scene (docs/scenes.md), as
/// --set takes it, or one of VariationKeys. With a damping ratio, damping follows the stiffness (Hammoud et
/// al. 2022, VI-D). InputError for malformed text.
Variation ParseVariation(const std::string& text, const scene::SceneSource& scene,
                         std::optional<double> damping_ratio = std::nullopt);

/// Short keys; most of them set a key of all materials.
struct VariationKey {
  std::string name, meaning;
};
std::vector<VariationKey> VariationKeys();

/// Damping of a contact at this ratio of the critical damping for 1 kg, as in Hammoud et al. 2022, VI-D:
/// B = ratio · 2 √K.
double DampingFor(double ratio, double stiffness);

/// Sets a field of all materials of the scene, in SI units; `origin` names it in messages.
std::vector<SceneEdit> MaterialEdits(const scene::SceneSource& scene, const std::string& field, double value,
                                     const std::string& origin);

}  // namespace slipstick::measure
