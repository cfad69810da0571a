#include "control/parameters.h"

#include <fmt/core.h>

#include "core/error.h"

namespace slipstick {

void RefuseParameter(const std::string& where, const char* name, double value, const char* unit, double lower,
                     double upper, const char* meaning) {
  throw InputError(fmt::format("{}: {} = {}{}{}, must be between {} and {} ({}).", where, name, value,
                               *unit ? " " : "", unit, lower, upper, meaning));
}

}  // namespace slipstick
