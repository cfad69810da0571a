#include "speed/machine.h"

#include "slipstick/core/processor_name.h"

namespace slipstick::speed {
namespace {

std::string CpuModel() {
  const std::string name = ProcessorName();
  return name.empty() ? "unknown CPU" : name;
}

std::string Compiler() {
#ifdef __clang__
  return "clang " __clang_version__;
#else
  return "gcc " __VERSION__;
#endif
}

}  // namespace

Machine ThisMachine() { return {CpuModel(), Compiler(), SLIPSTICK_BUILD_FLAGS}; }

}  // namespace slipstick::speed
