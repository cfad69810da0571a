// Scenes: world, initial state, controller and stepper of a run, as a TOML file describes them
// (docs/scenes.md).
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "slipstick/control/controller.h"
#include "slipstick/core/fields.h"
#include "slipstick/names.h"
#include "slipstick/toml/scene_edit.h"
#include "slipstick/world/state.h"
#include "slipstick/world/world.h"

namespace slipstick::scene {

/// The input of BuildScene: the same source gives the same scene.
struct SceneSource {
  std::string name;              ///< of the built-in scene or the file, for messages
  std::string text;              ///< TOML
  std::string folder;            ///< folder of the files that it names; empty for built-in scenes
  std::vector<SceneEdit> edits;  ///< applied in this order
};

struct Scene {
  std::string name, description;
  /// TOML with all edits and the texts of all robots, from which the same scene can be built. Written when it
  /// is called: only recordings and measurements need it.
  std::function<std::string()> text;

  std::string stepper;
  FieldValues options;
  double dt;              ///< longest step, s; with an accuracy: the output interval
  double accuracy = 0.0;  ///< of step-size control (steppers/error_controlled_stepper.h); 0: steps of dt
  double duration;        ///< s
  double control_period;  ///< s; 0 without a controller

  std::shared_ptr<const World> world;
  State initial;
  std::string controller;                ///< its kind
  std::shared_ptr<Controller> controls;  ///< owned by one run at a time; null without a controller
  std::vector<std::string> notes;        ///< warnings about the files, one line each
};

}  // namespace slipstick::scene
