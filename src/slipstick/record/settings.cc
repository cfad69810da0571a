#include "slipstick/record/settings.h"

#include <nlohmann/json.hpp>

#include "slipstick/core/error.h"

namespace slipstick::record {

using nlohmann::json;

std::string ToJson(const RunSettings& settings) {
  const json object = {
      {"program", settings.program},
      {"name", settings.name},
      {"scene", settings.scene},
      {"stepper", settings.stepper},
      {"options", settings.options},
      {"controller", settings.controller},
      {"meshes", settings.meshes},
      {"dt", settings.dt},
      {"control_period", settings.control_period},
      {"accuracy", settings.accuracy},
  };
  return object.dump(2, ' ', false, json::error_handler_t::replace);
}

RunSettings ParseRunSettings(const std::string& text, const std::string& where) {
  try {
    const json object = json::parse(text);
    if (!object.is_object()) throw InputError(where + ": its settings are not a JSON object; record again.");
    RunSettings settings;
    const auto get = [&](const char* name, auto& value) {
      if (object.contains(name)) object.at(name).get_to(value);
    };
    get("program", settings.program), get("name", settings.name), get("scene", settings.scene);
    get("stepper", settings.stepper), get("options", settings.options);
    get("controller", settings.controller), get("meshes", settings.meshes);
    get("dt", settings.dt), get("control_period", settings.control_period);
    get("accuracy", settings.accuracy);
    return settings;
  } catch (const json::exception& error) {
    throw InputError(where + ": its settings cannot be read (" + error.what() + "); record again.");
  }
}

}  // namespace slipstick::record
