// Kinds of command-line options that several commands have, with messages in the style of the program.
#pragma once

#include <CLI/CLI.hpp>
#include <map>
#include <string>
#include <vector>

namespace slipstick::cli {

/// Empty if `word` is among `known`, otherwise a message with a suggestion.
std::string CheckWord(const std::string& word, const std::vector<std::string>& known);

/// An option whose value is one of a few words.
template <class Value>
void AddChoice(CLI::App& command, const std::string& name, Value& value,
               const std::map<std::string, Value>& choices, const std::string& help) {
  std::vector<std::string> words;
  std::string type;
  for (const auto& [word, unused] : choices) {
    type += (type.empty() ? "" : "|") + word;
    words.push_back(word);
  }
  const auto check = [words](const std::string& word) { return CheckWord(word, words); };
  const auto set = [&value, choices](const std::string& word) { value = choices.at(word); };
  command.add_option_function<std::string>(name, set, help)
      ->check(CLI::Validator(check, "", ""))
      ->type_name(type);
}

/// An option whose value is a whole number from 1 to `most`.
void AddCount(CLI::App& command, const std::string& name, int& value, int most, const std::string& help);

}  // namespace slipstick::cli
