#include "print.h"

#include <fmt/core.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <stdexcept>

namespace slipstick::cli {

void Print(const std::string& text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0)
    throw std::runtime_error(fmt::format("cannot write to standard output: {}", std::strerror(errno)));
}

}  // namespace slipstick::cli
