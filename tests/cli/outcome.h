// What a run of the program left behind.
#pragma once

#include <string>

namespace slipstick {

struct Outcome {
  int code;  ///< that it returned
  std::string out, err;
};

}  // namespace slipstick
