// [controller] of a kind that begins with "tsid-": a motion of a legged robot followed by task-space inverse
// dynamics.
#pragma once

#include <memory>

#include "slipstick/scene/shared_controller_keys.h"

namespace slipstick::scene {

ControllerInfo DescribeTaskSpace(const control::MotionEntry& motion);
std::shared_ptr<Controller> MakeTaskSpace(const control::MotionEntry& motion,
                                          const ControllerContext& context);

}  // namespace slipstick::scene
