#include "option_kinds.h"

#include <fmt/core.h>

#include <algorithm>

#include "slipstick/core/suggest.h"

namespace slipstick::cli {

std::string CheckWord(const std::string& word, const std::vector<std::string>& known) {
  if (std::ranges::find(known, word) != known.end()) return "";
  return fmt::format("there is no '{}'; {}", word, Suggest(word, known));
}

void AddCount(CLI::App& command, const std::string& name, int& value, int most, const std::string& help) {
  const auto check = [most](const std::string& text) -> std::string {
    int count = 0;
    if (CLI::detail::lexical_cast(text, count) && count >= 1 && count <= most) return "";
    return fmt::format("'{}' is not a whole number from 1 to {}", text, most);
  };
  command.add_option(name, value, help)->check(CLI::Validator(check, "", ""))->type_name("N");
}

}  // namespace slipstick::cli
