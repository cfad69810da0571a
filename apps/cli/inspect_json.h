// The inspection of a robot file as JSON. Keys are stable; an infinite limit is null.
#pragma once

#include <string>

#include "slipstick/model/urdf/urdf_reader.h"

namespace slipstick::cli {

std::string InspectionAsJson(const std::string& file, const UrdfResult& urdf, const Model& model);

}  // namespace slipstick::cli
