// Common parts of benchmark programs: command line, exit code, and the output as text or JSON.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace slipstick::speed {

/// The options of all programs.
struct Options {
  bool json = false;
  int batches;  ///< per call
};

/// An additional option with a text value.
struct TextOption {
  const char *name, *help;
  std::string* value;
  std::vector<std::string> choices = {};  ///< empty: any text
};

struct Program {
  const char *name, *summary;
  Options& options;
  std::vector<TextOption> texts = {};
};

/// Parses the command line and runs the body. Returns 0, 2 after invalid input, 1 after any other failure.
int RunProgram(const Program& program, int argc, char** argv, const std::function<void()>& body);

/// The same for a program without options of its own.
int RunProgram(const char* name, const char* summary, int batches, int argc, char** argv,
               const std::function<void(const Options&)>& body);

using Json = nlohmann::ordered_json;  ///< keys in the order of insertion

/// The head of every JSON result: "benchmark", "machine" and "batches".
Json JsonHead(const char* benchmark, int batches);

/// Prints either the JSON or the table.
void PrintResult(const Options& options, const Json& json, const std::string& table);

}  // namespace slipstick::speed
