#include "slipstick/measure/method.h"

#include <fmt/core.h>

#include <set>

#include "slipstick/core/error.h"
#include "slipstick/core/suggest.h"
#include "slipstick/core/text_list.h"
#include "slipstick/steppers/registry.h"

namespace slipstick::measure {
namespace {

constexpr char kExample[] = "expected a list such as 'rk4,implicit-euler:tolerance=1e-9,max_iterations=5'";

[[noreturn]] void RefuseMethod(const std::string& where, const std::string& reason) {
  throw InputError(fmt::format("{}: {}", where, reason));
}

std::vector<std::string> OptionNames(const StepperEntry& entry) {
  std::vector<std::string> names;
  for (const FieldInfo& option : entry.options) names.push_back(option.name);
  return names;
}

void AddOption(const std::string& text, const std::string& where, Method& method) {
  const size_t equals = text.find('=');
  const std::string key = text.substr(0, equals);
  if (equals == std::string::npos || key.empty() || equals + 1 == text.size())
    RefuseMethod(where, fmt::format("'{}' in '{}:{}' is not an option; expected key=value.", text,
                                    method.stepper, text));
  const StepperEntry& entry = steppers::FindStepper(method.stepper);
  const std::vector<std::string> known = OptionNames(entry);
  if (std::find(known.begin(), known.end(), key) == known.end())
    RefuseMethod(where, known.empty() ? fmt::format("stepper '{}' has no options, but '{}' is given.",
                                                    method.stepper, text)
                                      : fmt::format("stepper '{}' has no option '{}'; {}", method.stepper,
                                                    key, Suggest(key, known)));
  if (!method.options.emplace(key, text.substr(equals + 1)).second)
    RefuseMethod(where,
                 fmt::format("option '{}' of '{}' is given twice; leave one out.", key, method.stepper));
}

Method BeginMethod(const std::string& entry, const std::string& where) {
  const size_t at = entry.find('@');
  const std::string text = at == std::string::npos ? entry : entry.substr(at + 1);
  const size_t colon = text.find(':');
  Method method{text.substr(0, colon)};
  method.origin = where;
  if (at != std::string::npos) method.label = entry.substr(0, at);
  if (at == 0)
    RefuseMethod(where,
                 fmt::format("'{}' has no name before '@'; write NAME{}, or {} alone.", entry, entry, text));
  try {
    steppers::FindStepper(method.stepper);
  } catch (const InputError& error) {
    RefuseMethod(where, error.what());
  }
  if (colon != std::string::npos) AddOption(text.substr(colon + 1), where, method);
  return method;
}

/// True for key=value: an equals sign before any colon.
bool IsOption(const std::string& entry) { return entry.find('=') < entry.find(':'); }

}  // namespace

std::string Method::text() const {
  std::string text = stepper;
  char separator = ':';
  for (const auto& [key, value] : options) {
    text += fmt::format("{}{}={}", separator, key, value);
    separator = ',';
  }
  return text;
}

std::vector<Method> ParseMethods(const std::string& text, const std::string& where) {
  std::vector<Method> methods;
  for (const std::string& entry : SplitList(text)) {
    if (entry.empty())
      RefuseMethod(where, fmt::format("there is an empty entry in '{}'; {}.", text, kExample));
    if (!IsOption(entry)) {
      methods.push_back(BeginMethod(entry, where));
    } else if (!methods.empty()) {
      AddOption(entry, where, methods.back());
    } else {
      RefuseMethod(where, fmt::format("option '{}' comes before any stepper; {}.", entry, kExample));
    }
  }
  return methods;
}

void CheckNames(const std::vector<Method>& methods, const std::string& where) {
  std::set<std::string> names;
  for (const Method& method : methods)
    if (!names.insert(method.name()).second)
      RefuseMethod(where,
                   fmt::format("'{0}' is given twice; leave one out, or give it another name: NAME@{1}.",
                               method.name(), method.text()));
}

Method ParseMethod(const std::string& text, const std::string& where) {
  const std::vector<Method> methods = ParseMethods(text, where);
  if (methods.size() != 1)
    RefuseMethod(where, fmt::format("'{}' are {} methods; expected one.", text, methods.size()));
  return methods.front();
}

}  // namespace slipstick::measure
