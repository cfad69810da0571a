// Handling of Ctrl-C.
#pragma once

#include "slipstick/core/stop_flag.h"

namespace slipstick::cli {

/// From now on the first Ctrl-C only raises the flag below, so that results so far can be kept; a second one
/// ends the program. To be called before anything that takes long.
void StopOnInterrupt();

/// Raised by Ctrl-C.
const StopFlag& Interrupted();

}  // namespace slipstick::cli
