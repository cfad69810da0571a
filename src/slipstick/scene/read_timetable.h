// [controller] kind = "timetable": joint targets by time.
#pragma once

#include <memory>

#include "slipstick/scene/shared_controller_keys.h"

namespace slipstick::scene {

ControllerInfo DescribeTimetable();
std::shared_ptr<Controller> MakeTimetable(const ControllerContext& context);

}  // namespace slipstick::scene
