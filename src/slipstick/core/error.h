// How Slipstick says no.
#pragma once

#include <stdexcept>
#include <string>

namespace slipstick {

/// A mistake in what the user handed over: a file, an option, a vector of the wrong length.
/// The text says where, what was found, what was expected and what to do. Programs exit with 2.
class InputError : public std::runtime_error {
 public:
  explicit InputError(const std::string& message) : std::runtime_error(message) {}
};

}  // namespace slipstick
