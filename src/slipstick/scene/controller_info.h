// A kind of controller as `slipstick list controllers` shows it.
#pragma once

#include <string>
#include <vector>

#include "slipstick/core/fields.h"

namespace slipstick::scene {

struct ControllerInfo {
  std::string name, summary;
  std::vector<FieldInfo> parameters;
  std::string list = {};  ///< key of an array of tables [[controller.LIST]]; empty if there is none
  std::vector<FieldInfo> entries = {};  ///< keys of those tables
};

}  // namespace slipstick::scene
