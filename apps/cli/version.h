// Name and version of the program, as `--version` prints them and recordings and results store them.
#pragma once

namespace slipstick::cli {

inline constexpr char kProgram[] = "slipstick " SLIPSTICK_VERSION;

}  // namespace slipstick::cli
