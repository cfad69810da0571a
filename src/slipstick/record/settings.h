// How a run was made: the settings text of a recording.
#pragma once

#include <map>
#include <string>

namespace slipstick::record {

struct RunSettings {
  std::string program;  ///< with its version: "slipstick 0.1.0"
  std::string name;     ///< what people call the run, for titles: "box_on_slope"
  std::string scene;    ///< the scene as TOML, with everything that the command line changed
  std::string stepper;
  std::map<std::string, std::string> options;  ///< of the stepper
  std::string controller;                      ///< its kind
  std::string meshes;           ///< checksum of what came from mesh files; empty if nothing did
  double dt = 0.0;              ///< s
  double control_period = 0.0;  ///< s; 0: at every step
  double accuracy = 0.0;        ///< of error control; 0: steps are dt
};

/// JSON with these names.
std::string ToJson(const RunSettings& settings);

/// What is missing stays empty and what is not known is passed over, so that recordings of other versions can
/// be shown. InputError, starting with `where`, if the text is no JSON object or an entry has the wrong type.
RunSettings ParseRunSettings(const std::string& json, const std::string& where);

}  // namespace slipstick::record
