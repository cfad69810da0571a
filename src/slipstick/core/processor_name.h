// The processor of this computer.
#pragma once

#include <string>

namespace slipstick {

/// As /proc/cpuinfo gives it: "Intel(R) Core(TM) i7-6900K CPU @ 3.20GHz". Empty if unknown.
std::string ProcessorName();

}  // namespace slipstick
