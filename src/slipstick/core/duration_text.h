// Times in messages and tables.
#pragma once

#include <string>

namespace slipstick {

/// "2 ms", "40 µs", "3 s": at most four significant digits, in the largest unit that is not above the value.
std::string DurationText(double seconds);

}  // namespace slipstick
