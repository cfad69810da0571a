// [[pushes]] of a scene file: disturbance forces, each over an interval of time.
#pragma once

#include <string>
#include <vector>

#include "slipstick/control/schedules/disturbed_controller.h"
#include "slipstick/toml/table_reader.h"

namespace slipstick::scene {

/// Null stands for none. Disturbances that start after the end of the run are noted.
std::vector<control::Disturbance> ReadPushes(const toml::Value* pushes, const Model& model, double duration,
                                             std::vector<std::string>& notes);

}  // namespace slipstick::scene
