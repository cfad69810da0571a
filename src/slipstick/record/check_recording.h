// Checks a recording before it is written and after it is read.
#pragma once

#include <string>

#include "slipstick/record/recording.h"

namespace slipstick::record {

/// InputError, starting with `where` and naming the array, unless the sizes of all arrays match and all
/// indices are in range.
void CheckRecording(const Recording& recording, const std::string& where);

}  // namespace slipstick::record
