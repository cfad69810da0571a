// slipstick run: simulates a scene and prints a summary; records, resumes and replays runs.
#pragma once

#include "command.h"

namespace slipstick::cli {

Command AddRun(CLI::App& app);

}  // namespace slipstick::cli
