// [controller] kind = "keyframes": a hand that moves through poses.
#pragma once

#include <memory>

#include "slipstick/scene/shared_controller_keys.h"

namespace slipstick::scene {

ControllerInfo DescribeKeyframes();
std::shared_ptr<Controller> MakeKeyframes(const ControllerContext& context);

}  // namespace slipstick::scene
