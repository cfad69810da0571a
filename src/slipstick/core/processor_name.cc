#include "slipstick/core/processor_name.h"

#include <fstream>

namespace slipstick {

std::string ProcessorName() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (const size_t colon = line.find(": "); line.starts_with("model name") && colon != std::string::npos)
      return line.substr(colon + 2);
  return "";
}

}  // namespace slipstick
