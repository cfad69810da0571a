// The frame of a benchmark program: options in, exit code out.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace slipstick::speed {

/// The options that all of them have.
struct Options {
  bool json = false;
  int batches;  ///< per call
};

/// One more, a text.
struct TextOption {
  const char *name, *help;
  std::string* value;
  std::vector<std::string> choices = {};  ///< empty: anything
};

struct Program {
  const char *name, *summary;
  Options& options;
  std::vector<TextOption> texts = {};
};

/// Parses the command line and runs the body. Returns 0, 2 after a mistake of the user, 1 after any other
/// failure.
int RunProgram(const Program& program, int argc, char** argv, const std::function<void()>& body);

}  // namespace slipstick::speed
