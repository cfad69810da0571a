// What a sweep varies: one key of a scene, through a list of values.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "slipstick/scene/scene.h"

namespace slipstick::measure {

struct Variation {
  struct Point {
    std::string value;             ///< as given
    double place;                  ///< on an axis: the number, or 1, 2, ... if values are no numbers
    std::vector<SceneEdit> edits;  ///< that make it so
    std::optional<double> dt;      ///< if it is the step that is varied, s
  };
  std::string key;
  std::vector<Point> points;
  bool logarithmic = false;  ///< how an axis should show them
};

/// From "key=a,b,c" or "key=a..b:n", n values in equal ratios. The key is one of a scene (docs/scenes.md), as
/// --set takes it, or one of VariationKeys. With a damping ratio, damping follows the stiffness (paper 000,
/// VI-D). InputError for anything else.
Variation ParseVariation(const std::string& text, const scene::SceneSource& scene,
                         std::optional<double> damping_ratio = std::nullopt);

/// Short keys that mean more than one key of a scene.
struct VariationKey {
  std::string name, meaning;
};
std::vector<VariationKey> VariationKeys();

/// Damping of a contact with this ratio of the critical one, as paper 000 defines it, VI-D: B = ratio · 2 √K,
/// for 1 kg.
double DampingFor(double ratio, double stiffness);

/// All materials of the scene with this value of a field, in SI units; messages call it `origin`.
std::vector<SceneEdit> MaterialEdits(const scene::SceneSource& scene, const std::string& field, double value,
                                     const std::string& origin);

}  // namespace slipstick::measure
