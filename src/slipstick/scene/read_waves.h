// [controller] kind = "waves": sinusoidal forces or positions of joints.
#pragma once

#include <memory>

#include "slipstick/scene/shared_controller_keys.h"

namespace slipstick::scene {

ControllerInfo DescribeWaves();
std::shared_ptr<Controller> MakeWaves(const ControllerContext& context);

}  // namespace slipstick::scene
