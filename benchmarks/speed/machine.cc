#include "speed/machine.h"

#include <fstream>

namespace slipstick::speed {
namespace {

std::string CpuModel() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (const size_t colon = line.find(": "); line.starts_with("model name") && colon != line.npos)
      return line.substr(colon + 2);
  return "unknown CPU";
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
