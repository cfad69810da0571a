// Compares two recordings bit by bit.
#pragma once

#include <string>

#include "slipstick/record/recording.h"

namespace slipstick::record {

/// Empty if all numbers have the same bits. Otherwise the earliest difference in time, such as
/// "row 12 (t = 0.012 s): q of 'knee' is 0.5 in the first and 0.50000000000000011 in the second."
/// Settings are not compared.
std::string CompareRecordings(const Recording& first, const Recording& second);

}  // namespace slipstick::record
