// What numbers of a benchmark depend on besides the code.
#pragma once

#include <string>

namespace slipstick::speed {

struct Machine {
  std::string cpu, compiler, flags;
};
Machine ThisMachine();

}  // namespace slipstick::speed
