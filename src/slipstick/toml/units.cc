#include "slipstick/toml/units.h"

#include <fmt/core.h>

#include <array>
#include <cmath>
#include <numbers>
#include <optional>

#include "slipstick/core/error.h"
#include "slipstick/core/parse_numbers.h"
#include "slipstick/core/quote.h"
#include "slipstick/core/suggest.h"

namespace slipstick::toml {
namespace {

/// Exponents of m, kg, s, rad. An angle counts as a dimension so that "deg" in place of a length is an error.
using Dimension = std::array<int, 4>;

struct Unit {
  double factor = 1.0;
  Dimension dimension{};
};

struct NamedUnit {
  std::string_view name;
  Unit unit;
};

constexpr Dimension kLength{1, 0, 0, 0}, kMass{0, 1, 0, 0}, kTime{0, 0, 1, 0}, kAngle{0, 0, 0, 1},
    kForce{1, 1, -2, 0}, kFrequency{0, 0, -1, 0}, kEnergy{2, 1, -2, 0};

constexpr NamedUnit kUnits[] = {
    {"s", {1.0, kTime}},
    {"ms", {1e-3, kTime}},
    {"us", {1e-6, kTime}},
    {"µs", {1e-6, kTime}},
    {"μs", {1e-6, kTime}},
    {"min", {60.0, kTime}},
    {"m", {1.0, kLength}},
    {"cm", {1e-2, kLength}},
    {"mm", {1e-3, kLength}},
    {"um", {1e-6, kLength}},
    {"µm", {1e-6, kLength}},
    {"μm", {1e-6, kLength}},
    {"km", {1e3, kLength}},
    {"kg", {1.0, kMass}},
    {"g", {1e-3, kMass}},
    {"rad", {1.0, kAngle}},
    {"deg", {std::numbers::pi / 180.0, kAngle}},
    {"°", {std::numbers::pi / 180.0, kAngle}},
    {"N", {1.0, kForce}},
    {"kN", {1e3, kForce}},
    {"mN", {1e-3, kForce}},
    {"Nm", {1.0, kEnergy}},
    {"J", {1.0, kEnergy}},
    {"Hz", {1.0, kFrequency}},
    {"%", {1e-2, {}}},
    {"1", {1.0, {}}},
};

struct NamedDimension {
  std::string_view unit;
  const char* name;
  const char* example;
};

constexpr NamedDimension kDimensions[] = {
    {"", "a plain number", ""},
    {"s", "a time", "1 ms"},
    {"m", "a length", "10 cm"},
    {"rad", "an angle", "30 deg"},
    {"kg", "a mass", "200 g"},
    {"m/s", "a speed", "20 cm/s"},
    {"rad/s", "an angular velocity", "90 deg/s"},
    {"N", "a force", "5 N"},
    {"N/m", "a stiffness", "100 kN/m"},
    {"N s/m", "a damping", "300 N s/m"},
    {"kg/m^3", "a density", "1000 kg/m^3"},
    {"m/s^2", "an acceleration", "9.81 m/s^2"},
    {"1/s", "a frequency", "50 Hz"},
};

/// Removes a power such as "^2" or "²" from the end.
int TakePower(std::string_view& word) {
  for (const auto& [mark, power] : {std::pair{"²", 2}, {"³", 3}, {"^2", 2}, {"^3", 3}})
    if (word.ends_with(mark)) {
      word.remove_suffix(std::string_view(mark).size());
      return power;
    }
  return 1;
}

/// Multiplies the unit by one word of it, or divides. False if the word is not known.
bool Include(std::string_view word, bool divide, Unit& unit) {
  const int power = (divide ? -1 : 1) * TakePower(word);
  for (const NamedUnit& known : kUnits)
    if (known.name == word) {
      unit.factor *= std::pow(known.unit.factor, power);
      for (size_t i = 0; i < unit.dimension.size(); ++i) unit.dimension[i] += power * known.unit.dimension[i];
      return true;
    }
  return false;
}

/// Words with spaces or '*' between them are multiplied; one behind a '/' divides. `unknown` is the word at
/// fault.
std::optional<Unit> ParseUnit(std::string_view text, std::string_view& unknown) {
  Unit unit;
  bool divide = false;
  while (!text.empty()) {
    if (text.front() == ' ' || text.front() == '*' || text.front() == '/') {
      divide = divide || text.front() == '/';
      text.remove_prefix(1);
      continue;
    }
    const std::string_view word = text.substr(0, text.find_first_of(" */"));
    if (!Include(word, divide, unit)) return unknown = word, std::nullopt;
    divide = false;
    text.remove_prefix(word.size());
  }
  return unit;
}

Dimension DimensionOf(std::string_view unit) {
  std::string_view unknown;
  return ParseUnit(unit, unknown).value_or(Unit{}).dimension;
}

const NamedDimension* FindDimension(const Dimension& dimension) {
  for (const NamedDimension& known : kDimensions)
    if (DimensionOf(known.unit) == dimension) return &known;
  return nullptr;
}

/// Where the number ends and the unit begins.
size_t NumberLength(std::string_view text) {
  const auto is_digit = [&](size_t i) { return i < text.size() && '0' <= text[i] && text[i] <= '9'; };
  const auto is_sign = [&](size_t i) { return i < text.size() && (text[i] == '+' || text[i] == '-'); };
  size_t i = is_sign(0) ? 1 : 0;
  while (is_digit(i) || (i < text.size() && text[i] == '.')) ++i;
  const bool exponent = i < text.size() && (text[i] == 'e' || text[i] == 'E') &&
                        (is_digit(i + 1) || (is_sign(i + 1) && is_digit(i + 2)));
  if (exponent)
    for (i += 2; is_digit(i);) ++i;
  return i;
}

std::string_view Trim(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

std::string KnownUnits(const std::string& unknown) {
  std::vector<std::string> names;
  for (const NamedUnit& known : kUnits) names.emplace_back(known.name);
  return Suggest(unknown, names);
}

}  // namespace

std::string ExpectedQuantity(std::string_view unit) {
  if (unit.empty()) return "a plain number";
  const NamedDimension* known = FindDimension(DimensionOf(unit));
  if (!known || known->unit.empty()) return fmt::format("a number in {}", unit);
  return fmt::format("{}: a number in {}, or a text such as '{}'", known->name, unit, known->example);
}

std::string ParseQuantity(std::string_view text, std::string_view unit, double& value) {
  text = Trim(text);
  const size_t length = NumberLength(text);
  double number = 0.0;
  if (!ParseNumbers(text.substr(0, length), {&number, 1}).empty())
    return fmt::format("which is not a number; expected {}.", ExpectedQuantity(unit));
  const std::string_view written = Trim(text.substr(length));
  if (written.empty()) return value = number, "";

  std::string_view unknown;
  const std::optional<Unit> parsed = ParseUnit(written, unknown);
  if (!parsed)
    return fmt::format("where {} is not a known unit; {}", Quote(unknown), KnownUnits(std::string(unknown)));
  if (parsed->dimension != DimensionOf(unit)) {
    const NamedDimension* found = FindDimension(parsed->dimension);
    return fmt::format("{}; expected {}.", found ? found->name : "of another kind", ExpectedQuantity(unit));
  }
  const double inverse = 1.0 / parsed->factor;  // 100 us are 100 / 1e6 s; 100 * 1e-6 is off by a digit
  value = inverse > 1.0 && inverse == std::round(inverse) ? number / inverse : number * parsed->factor;
  return std::isfinite(value) ? "" : "which is too large.";
}

double ParseTime(const std::string& text, const std::string& where) {
  double time = 0.0;
  const std::string wrong = ParseQuantity(text, "s", time);
  if (!wrong.empty()) throw InputError(fmt::format("{} is {}, {}", where, Quote(text), wrong));
  return time;
}

}  // namespace slipstick::toml
