// The message of an InputError.
#pragma once

#include <string>

#include "slipstick/core/error.h"

namespace slipstick::support {

/// The message of the InputError that `action` throws, or "not refused".
template <class Action>
std::string Refusal(Action&& action) {
  try {
    action();
  } catch (const InputError& error) {
    return error.what();
  }
  return "not refused";
}

}  // namespace slipstick::support
