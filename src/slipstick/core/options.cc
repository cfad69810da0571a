#include "slipstick/core/options.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <sstream>

#include "slipstick/core/error.h"
#include "slipstick/core/suggest.h"

namespace slipstick {
namespace {

std::string JoinChoices(const std::vector<std::string>& names, const char* between) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : between) + name;
  return text;
}

}  // namespace

std::string Text(const Range& range) {
  return std::isfinite(range.upper) ? fmt::format("{:g} to {:g}", range.lower, range.upper)
                                    : fmt::format(">= {:g}", range.lower);
}

// --- listing
// --------------------------------------------------------------------------------------------------------

void OptionLister::Flag(const char* name, bool& value, const char* help) {
  options.push_back({name, "flag", value ? "true" : "false", "", "", help});
}
void OptionLister::Integer(const char* name, int& value, Range range, const char* help) {
  options.push_back({name, "integer", fmt::format("{}", value), "", Text(range), help});
}
void OptionLister::Number(const char* name, double& value, Range range, const char* unit, const char* help) {
  options.push_back({name, "number", fmt::format("{}", value), unit, Text(range), help});
}
void OptionLister::Points(const char* name, std::vector<double>& values, const char* help) {
  std::string text;
  for (size_t i = 0; i + 1 < values.size(); i += 2)
    text += fmt::format("{}{} {}", text.empty() ? "" : "; ", values[i], values[i + 1]);
  options.push_back({name, "points", text, "", "", help});
}
void OptionLister::Choice(const char* name, int& value, const std::vector<std::string>& names,
                          const char* help) {
  options.push_back({name, JoinChoices(names, "|"), names[value], "", "", help});
}

// --- setting
// --------------------------------------------------------------------------------------------------------

const std::string* OptionSetter::Find(const char* name) {
  known_.emplace_back(name);
  const auto found = values_.find(name);
  return found == values_.end() ? nullptr : &found->second;
}

void OptionSetter::Refuse(const char* name, const std::string& text, const std::string& expected) const {
  throw InputError(fmt::format("{}: option {} = '{}', must be {}.", where_, name, text, expected));
}

double OptionSetter::ParseNumber(const char* name, const std::string& text, Range range,
                                 const char* unit) const {
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool is_number = error == std::errc() && end == text.data() + text.size() && std::isfinite(value);
  const std::string with_unit = *unit ? fmt::format(" {}", unit) : "";
  if (!is_number || value < range.lower || value > range.upper)
    Refuse(name, text,
           fmt::format("a number {}{}{}", std::isfinite(range.upper) ? "from " : "", Text(range), with_unit));
  return value;
}

void OptionSetter::Flag(const char* name, bool& value, const char*) {
  const std::string* text = Find(name);
  if (text == nullptr) return;
  if (*text != "true" && *text != "false") Refuse(name, *text, "true or false");
  value = *text == "true";
}
void OptionSetter::Integer(const char* name, int& value, Range range, const char*) {
  const std::string* text = Find(name);
  if (text == nullptr) return;
  const double number = ParseNumber(name, *text, range, "");
  if (number != std::floor(number)) Refuse(name, *text, "a whole number");
  value = static_cast<int>(number);
}
void OptionSetter::Number(const char* name, double& value, Range range, const char* unit, const char*) {
  if (const std::string* text = Find(name)) value = ParseNumber(name, *text, range, unit);
}
void OptionSetter::Points(const char* name, std::vector<double>& values, const char*) {
  const std::string* text = Find(name);
  if (text == nullptr) return;
  values.clear();
  std::istringstream points(*text);
  for (std::string point; std::getline(points, point, ';');) {
    std::istringstream numbers(point);
    double x = 0.0, y = 0.0;
    std::string rest;
    if (!(numbers >> x >> y) || numbers >> rest) Refuse(name, *text, "points 'x y; x y; ...'");
    values.push_back(x), values.push_back(y);
  }
}
void OptionSetter::Choice(const char* name, int& value, const std::vector<std::string>& names, const char*) {
  const std::string* text = Find(name);
  if (text == nullptr) return;
  const auto found = std::find(names.begin(), names.end(), *text);
  if (found == names.end()) Refuse(name, *text, "one of " + JoinChoices(names, ", "));
  value = static_cast<int>(found - names.begin());
}

void OptionSetter::CheckAllKnown() const {
  for (const auto& [name, text] : values_) {
    if (std::find(known_.begin(), known_.end(), name) != known_.end()) continue;
    const std::string list = known_.empty() ? "it has none" : "it has: " + JoinChoices(known_, ", ");
    throw InputError(fmt::format("{}: there is no option '{}'; {}.", where_, name, list));
  }
}

}  // namespace slipstick
