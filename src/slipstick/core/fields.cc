#include "slipstick/core/fields.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <sstream>

#include "slipstick/core/error.h"
#include "slipstick/core/suggest.h"

namespace slipstick {
namespace {

std::string JoinedBy(const std::vector<std::string>& names, const char* between) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : between) + name;
  return text;
}

/// The unit with a blank before it; empty for a pure number.
std::string UnitText(const std::string& unit) { return unit.empty() || unit == "1" ? "" : " " + unit; }

/// "between 0 and 1", "a finite number > 0": the end of "must be ...".
std::string Requirement(const Range& range) {
  if (std::isfinite(range.upper)) return fmt::format("between {} and {}", range.lower, range.upper);
  if (!std::isfinite(range.lower)) return "a finite number";
  return fmt::format("a finite number {} {}", range.excludes_lower ? ">" : ">=", range.lower);
}

/// With six digits, or with all of them if six do not give the bound: "1e+06", "1048576".
std::string BoundText(double bound) {
  const std::string text = fmt::format("{:g}", bound);
  return std::stod(text) == bound ? text : fmt::format("{}", bound);
}

FieldInfo Info(const FieldLabel& label, const char* type, std::string default_value) {
  return {label.name, type, std::move(default_value), label.unit, label.range, label.help};
}

}  // namespace

bool Range::Contains(double value) const {
  return std::isfinite(value) && (excludes_lower ? value > lower : value >= lower) && value <= upper;
}

std::string Text(const Range& range) {
  if (std::isfinite(range.upper))
    return fmt::format("{} to {}", BoundText(range.lower), BoundText(range.upper));
  if (!std::isfinite(range.lower)) return "";
  return fmt::format("{} {}", range.excludes_lower ? ">" : ">=", BoundText(range.lower));
}

void RefuseNumber(const std::string& where, const FieldInfo& field, double value) {
  throw InputError(fmt::format("{}: {} = {}{}, must be {}{}.", where, field.name, value, UnitText(field.unit),
                               Requirement(field.range), field.help.empty() ? "" : " (" + field.help + ")"));
}

// --- listing ---------------------------------------------------------------------------------------

void FieldLister::VisitFlag(const FieldLabel& label, bool& value) {
  fields.push_back(Info(label, "flag", value ? "true" : "false"));
}
void FieldLister::VisitInteger(const FieldLabel& label, int& value) {
  fields.push_back(Info(label, "integer", fmt::format("{}", value)));
}
void FieldLister::VisitNumber(const FieldLabel& label, double& value) {
  fields.push_back(Info(label, "number", fmt::format("{}", value)));
}
void FieldLister::VisitChoice(const FieldLabel& label, int& value, const std::vector<std::string>& names) {
  fields.push_back(Info(label, JoinedBy(names, "|").c_str(), names[value]));
}
void FieldLister::VisitPoints(const FieldLabel& label, std::vector<double>& values) {
  std::string text;
  for (size_t i = 0; i + 1 < values.size(); i += 2)
    text += fmt::format("{}{} {}", text.empty() ? "" : "; ", values[i], values[i + 1]);
  fields.push_back(Info(label, "points", text));
}
void FieldLister::VisitSeries(const FieldLabel& label, std::vector<double>&) {
  fields.push_back(Info(label, "series", ""));
}

// --- setting ---------------------------------------------------------------------------------------

const std::string* FieldSetter::Find(const char* name) {
  known_.emplace_back(name);
  const auto found = values_.find(name);
  return found == values_.end() ? nullptr : &found->second;
}

void FieldSetter::Refuse(const char* name, const std::string& text, const std::string& expected) const {
  throw InputError(fmt::format("{}: {} = '{}', must be {}.", where_, name, text, expected));
}

double FieldSetter::ParseNumber(const FieldLabel& label, const std::string& text) const {
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) {
    const std::string range = Text(label.range), unit = UnitText(label.unit);
    Refuse(label.name, text, fmt::format("a number{}{}{}", range.empty() ? "" : ", ", range, unit));
  }
  if (!label.range.Contains(value)) RefuseNumber(where_, Info(label, "number", ""), value);
  return value;
}

void FieldSetter::VisitFlag(const FieldLabel& label, bool& value) {
  const std::string* text = Find(label.name);
  if (text == nullptr) return;
  if (*text != "true" && *text != "false") Refuse(label.name, *text, "true or false");
  value = *text == "true";
}
void FieldSetter::VisitInteger(const FieldLabel& label, int& value) {
  const std::string* text = Find(label.name);
  if (text == nullptr) return;
  const double number = ParseNumber(label, *text);
  if (number != std::floor(number)) Refuse(label.name, *text, "a whole number");
  value = static_cast<int>(number);
}
void FieldSetter::VisitNumber(const FieldLabel& label, double& value) {
  if (const std::string* text = Find(label.name)) value = ParseNumber(label, *text);
}
void FieldSetter::VisitChoice(const FieldLabel& label, int& value, const std::vector<std::string>& names) {
  const std::string* text = Find(label.name);
  if (text == nullptr) return;
  const auto found = std::find(names.begin(), names.end(), *text);
  if (found == names.end()) Refuse(label.name, *text, "one of " + JoinedBy(names, ", "));
  value = static_cast<int>(found - names.begin());
}
void FieldSetter::VisitPoints(const FieldLabel& label, std::vector<double>& values) {
  const std::string* text = Find(label.name);
  if (text == nullptr) return;
  values.clear();
  std::istringstream points(*text);
  for (std::string point; std::getline(points, point, ';');) {
    std::istringstream numbers(point);
    double x = 0.0, y = 0.0;
    std::string rest;
    if (!(numbers >> x >> y) || numbers >> rest) Refuse(label.name, *text, "points 'x y; x y; ...'");
    values.push_back(x), values.push_back(y);
  }
}
void FieldSetter::VisitSeries(const FieldLabel& label, std::vector<double>&) {
  if (const std::string* text = Find(label.name)) Refuse(label.name, *text, "left out: it is a result");
}

void FieldSetter::CheckAllKnown() const {
  for (const auto& [name, text] : values_)
    if (std::find(known_.begin(), known_.end(), name) == known_.end())
      throw InputError(fmt::format("{}: there is no option '{}'; {}", where_, name, Suggest(name, known_)));
}

// --- checking --------------------------------------------------------------------------------------

void RangeChecker::VisitInteger(const FieldLabel& label, int& value) {
  if (!label.range.Contains(value)) RefuseNumber(where_, Info(label, "integer", ""), value);
}
void RangeChecker::VisitNumber(const FieldLabel& label, double& value) {
  if (!label.range.Contains(value)) RefuseNumber(where_, Info(label, "number", ""), value);
}

}  // namespace slipstick
