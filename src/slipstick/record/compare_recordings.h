// Whether two runs are the same to the last bit, and if not, where they part.
#pragma once

#include <string>

#include "slipstick/record/recording.h"

namespace slipstick::record {

/// Empty if all numbers have the same bits. Otherwise the earliest difference in time, such as
/// "row 12 (t = 0.012 s): q of 'knee' is 0.5 in the first and 0.50000000000000011 in the second."
/// Settings say how a run was made, not what came out; they are not compared.
std::string CompareRecordings(const Recording& first, const Recording& second);

}  // namespace slipstick::record
