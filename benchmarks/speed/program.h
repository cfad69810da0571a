// The frame of a benchmark program: options in, exit code out.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

namespace slipstick::speed {

/// Parses the command line and runs the body. Returns 0, 2 after a mistake of the user, 1 after any other
/// failure.
int RunProgram(CLI::App& app, int argc, char** argv, const std::function<void()>& body);

}  // namespace slipstick::speed
