// What a run of the program left behind.
#pragma once

#include <string>

namespace slipstick::support {

struct Outcome {
  int code;  ///< that it returned
  std::string out, err;
};

/// What is refused, and a part of what is said about it.
struct BadCommand {
  const char *arguments, *message;
};

}  // namespace slipstick::support
