// The settings of a run, stored as text in its recording.
#pragma once

#include <map>
#include <string>

namespace slipstick::record {

struct RunSettings {
  std::string program;  ///< with its version: "slipstick 0.1.0"
  std::string name;     ///< for titles: "block-on-slope"
  std::string scene;    ///< the scene as TOML, with the changes of the command line
  std::string stepper;
  std::map<std::string, std::string> options;  ///< of the stepper
  std::string controller;                      ///< its kind
  std::string meshes;                          ///< checksum of the meshes; empty without meshes
  double dt = 0.0;                             ///< s
  double control_period = 0.0;                 ///< s; 0: at every step
  double accuracy = 0.0;                       ///< of step-size control; 0: steps of dt
};

/// JSON with these names.
std::string ToJson(const RunSettings& settings);

/// Missing keys stay empty and unknown keys are ignored, so that recordings of other versions can be shown.
/// InputError, starting with `where`, if the text is not a JSON object or an entry has the wrong type.
RunSettings ParseRunSettings(const std::string& json, const std::string& where);

}  // namespace slipstick::record
