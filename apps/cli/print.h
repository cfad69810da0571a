// Standard output.
#pragma once

#include <string>

namespace slipstick::cli {

/// std::runtime_error if not everything could be written, for example to a full disk.
void Print(const std::string& text);

}  // namespace slipstick::cli
