// Runs the slipstick program as a user does, in a folder of its own.
#pragma once

#include <gmock/gmock.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <span>
#include <string>
#include <vector>

#include "support/temp_folder.h"

namespace slipstick::support {

/// The result of one run of the program.
struct ProgramResult {
  int code;  ///< exit code; -1 after a signal
  std::string out, err;
};

/// Arguments that the program refuses, and a substring of its message.
struct BadCommand {
  std::string arguments, message;
};

/// Shell commands around the program.
struct ShellContext {
  std::string before = "true";  ///< runs first, in the same shell
  std::string wrapper = "";     ///< starts the program, such as "timeout 1"
};

class ProgramTest : public testing::Test {
 protected:
  ProgramResult Run(const std::string& arguments, const ShellContext& shell = {}) const {
    const std::string out = logs_ / "out", err = logs_ / "err";
    const std::string command = "cd '" + folder_ / "" + "' && " + shell.before + " && " + shell.wrapper +
                                " '" SLIPSTICK_PROGRAM "' " + arguments;
    const int status = std::system((command + " >'" + out + "' 2>'" + err + "' </dev/null").c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, ReadText(out), ReadText(err)};
  }

  /// Exit code 2, one line on standard error, no output and no new files.
  void ExpectRefused(const BadCommand& bad) const {
    const std::vector<std::string> before = folder_.Names();
    const ProgramResult run = Run(bad.arguments);
    EXPECT_EQ(run.code, 2) << bad.arguments;
    EXPECT_EQ(run.out, "") << bad.arguments;
    EXPECT_THAT(run.err, testing::StartsWith("slipstick: ")) << bad.arguments;
    EXPECT_THAT(run.err, testing::HasSubstr(bad.message)) << bad.arguments;
    EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1) << run.err;
    EXPECT_EQ(folder_.Names(), before) << bad.arguments;
  }
  void ExpectRefused(std::span<const BadCommand> cases) const {
    for (const BadCommand& bad : cases) ExpectRefused(bad);
  }

  TempFolder folder_{"files"};  ///< the working directory
  TempFolder logs_{"logs"};
};

}  // namespace slipstick::support
