// Range checks of parameters, with one form of message.
#pragma once

namespace slipstick {

/// InputError: "WHERE: NAME = -1 m, must be ...".
void CheckPositive(double value, const char* where, const char* name, const char* unit);
void CheckNotNegative(double value, const char* where, const char* name, const char* unit);
void CheckWhole(int value, int lower, int upper, const char* where, const char* name);

}  // namespace slipstick
