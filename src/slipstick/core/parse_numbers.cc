#include "slipstick/core/parse_numbers.h"

#include <fmt/core.h>

#include <charconv>
#include <cmath>
#include <locale>
#include <sstream>

#include "slipstick/core/quote.h"

namespace slipstick {
namespace {

constexpr std::string_view kSpace = " \t\r\n\f\v";

/// Removes and returns the first word; empty at the end of the text.
std::string_view NextWord(std::string_view& rest) {
  const size_t begin = std::min(rest.find_first_not_of(kSpace), rest.size());
  const size_t end = std::min(rest.find_first_of(kSpace, begin), rest.size());
  const std::string_view word = rest.substr(begin, end - begin);
  rest.remove_prefix(end);
  return word;
}

/// A check of the syntax that excludes inf, nan, hexadecimal numbers and double signs.
bool HasNumberSyntax(std::string_view word) {
  if (word.find_first_not_of("0123456789+-.eE") != std::string_view::npos) return false;
  if (word.starts_with('-') || word.starts_with('+')) word.remove_prefix(1);
  if (word.starts_with('.')) word.remove_prefix(1);
  return !word.empty() && '0' <= word.front() && word.front() <= '9';
}

/// The value of a whole word. Uses from_chars, since strtod depends on the locale (in German it reads "0.5"
/// as 0); the stream is for libc++, which has no from_chars for double before version 20.
bool ToDouble(std::string_view word, double& value) {
  if (!HasNumberSyntax(word)) return false;
  if (word.starts_with('+')) word.remove_prefix(1);  // not accepted by from_chars
#ifdef __cpp_lib_to_chars
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  return error == std::errc() && end == word.data() + word.size();
#else
  std::istringstream stream{std::string(word)};
  stream.imbue(std::locale::classic());
  return (stream >> value) && stream.peek() == std::istringstream::traits_type::eof();
#endif
}

std::string Numbers(size_t n) { return n == 1 ? "1 number" : fmt::format("{} numbers", n); }

std::string WhyNotANumber(std::string_view word) {
  if (word.find(',') != std::string_view::npos)
    return fmt::format("where {} is not a number; write a decimal point and separate numbers by spaces.",
                       Quote(word));
  return fmt::format("where {} is not a finite number; write it like -1.5 or 2e-3.", Quote(word));
}

}  // namespace

std::string ParseNumbers(std::string_view text, std::span<double> out) {
  if (text.find("${") != std::string_view::npos || text.find("$(") != std::string_view::npos)
    return "which is an unexpanded xacro expression; run xacro on the file first (xacro FILE > robot.urdf).";
  size_t count = 0;
  std::string_view rest = text;
  for (std::string_view word = NextWord(rest); !word.empty(); word = NextWord(rest)) {
    double value = 0.0;
    if (!ToDouble(word, value) || !std::isfinite(value)) return WhyNotANumber(word);
    if (count < out.size()) out[count] = value;
    ++count;
  }
  if (count == out.size()) return "";
  return fmt::format("which has {}; expected {}.", Numbers(count), out.size());
}

std::string AppendNumbers(std::string_view text, std::vector<double>& out) {
  for (std::string_view word = NextWord(text); !word.empty(); word = NextWord(text)) {
    double value = 0.0;
    if (!ToDouble(word, value) || !std::isfinite(value)) return WhyNotANumber(word);
    out.push_back(value);
  }
  return "";
}

}  // namespace slipstick
