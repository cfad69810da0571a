// The controllers that a scene can name, with their parameters.
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

/// In the order in which they are listed.
const std::vector<ControllerInfo>& Controllers();

}  // namespace slipstick::scene
