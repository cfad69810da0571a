// Range checks of parameters, with one form of message.
#pragma once

namespace slipstick {

/// InputError: "what: name = -1 m, must be ...".
void CheckPositive(double value, const char* what, const char* name, const char* unit);
void CheckNotNegative(double value, const char* what, const char* name, const char* unit);
void CheckWhole(int value, int lower, int upper, const char* what, const char* name);

}  // namespace slipstick
