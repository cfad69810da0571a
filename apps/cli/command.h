// A command of the program: its parser and the function that main calls. Each command has a file pair with
// one function that registers its options and returns this.
#pragma once

#include <functional>

namespace CLI {
class App;
}

namespace slipstick::cli {

struct Command {
  const CLI::App* parser;    ///< tells whether the command was given
  std::function<int()> run;  ///< returns the exit code; InputError for mistakes of the user
};

}  // namespace slipstick::cli
