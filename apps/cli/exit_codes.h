// Exit codes of the program (docs/command-line.md).
#pragma once

namespace slipstick::cli {

inline constexpr int kSuccess = 0;
/// The simulation failed, a replay differs, or output could not be written.
inline constexpr int kFailure = 1;
inline constexpr int kBadInput = 2;       ///< InputError
inline constexpr int kInterrupted = 130;  ///< Ctrl-C; 128 + SIGINT, as shells report it

}  // namespace slipstick::cli
