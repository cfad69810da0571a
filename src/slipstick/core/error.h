// The exception for mistakes of the user.
#pragma once

#include <stdexcept>
#include <string>

namespace slipstick {

/// Invalid input: a file, an option, a vector of the wrong length. The message says where, what was found,
/// what was expected and what to do. Programs exit with code 2.
class InputError : public std::runtime_error {
 public:
  explicit InputError(const std::string& message) : std::runtime_error(message) {}
};

}  // namespace slipstick
