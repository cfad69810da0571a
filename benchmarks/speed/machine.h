// Processor, compiler and flags of a benchmark.
#pragma once

#include <string>

namespace slipstick::speed {

struct Machine {
  std::string cpu, compiler, flags;
};
Machine ThisMachine();

}  // namespace slipstick::speed
