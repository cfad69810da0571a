// The stop flag of core/stop_flag.h under the names that measurements use.
#pragma once

#include "slipstick/core/stop_flag.h"

namespace slipstick::measure {

using slipstick::StopFlag;
using slipstick::Stopped;
using slipstick::ThrowIfStopped;

}  // namespace slipstick::measure
