// Scenes: a file that says what is in the world, how it starts, what drives it and how it is stepped, made
// into all that a run needs. docs/scenes.md lists the keys.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "slipstick/control/controller.h"
#include "slipstick/core/fields.h"
#include "slipstick/names.h"
#include "slipstick/toml/value.h"
#include "slipstick/world/state.h"
#include "slipstick/world/world.h"

namespace slipstick::scene {

/// All that a scene is made from: with the same source it is made the same again.
struct SceneSource {
  std::string name;              ///< of the built-in scene or the file, for messages
  std::string text;              ///< TOML
  std::string folder;            ///< where the files it names are looked for; empty for built-in scenes
  std::vector<SceneEdit> edits;  ///< applied in this order
};

struct Scene {
  std::string name, description;
  /// TOML with all edits and the texts of all robots, from which the same scene can be built. Written when it
  /// is called: only recordings and measurements need it.
  std::function<std::string()> text;

  std::string stepper;
  FieldValues options;
  double dt;              ///< longest step, s; with an accuracy: between instants that are looked at
  double accuracy = 0.0;  ///< of error control (steppers/error_controlled_stepper.h); 0: steps are dt
  double duration;        ///< s
  double control_period;  ///< s; 0 if nothing is controlled

  std::shared_ptr<const World> world;
  State initial;
  std::string controller;                ///< its kind
  std::shared_ptr<Controller> controls;  ///< owned by one run at a time; null if nothing is controlled
  std::vector<std::string> notes;  ///< oddities of the files that did not prevent loading, one line each
};

}  // namespace slipstick::scene
