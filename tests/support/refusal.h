// The message of an InputError.
#pragma once

#include <concepts>
#include <string>

#include "slipstick/core/error.h"

namespace slipstick::support {

/// The message of the InputError that `action` throws, or "accepted".
template <std::invocable Action>
std::string Refusal(Action&& action) {
  try {
    action();
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace slipstick::support
