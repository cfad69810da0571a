#include "slipstick/control/parameters.h"

#include <fmt/core.h>

#include "slipstick/core/error.h"
#include "slipstick/core/suggest.h"

namespace slipstick::control {

void RefuseParameter(const std::string& where, const ParameterInfo& info, double value) {
  throw InputError(fmt::format("{}: {} = {}{}{}, must be between {} and {} ({}).", where, info.name, value,
                               info.unit.empty() ? "" : " ", info.unit, info.lower, info.upper,
                               info.meaning));
}

void RefuseUnknown(const std::string& where, const std::string& name,
                   const std::vector<ParameterInfo>& known) {
  std::vector<std::string> names;
  for (const ParameterInfo& info : known) names.push_back(info.name);
  throw InputError(fmt::format("{}: there is no parameter '{}'; {}", where, name, Suggest(name, names)));
}

}  // namespace slipstick::control
