// slipstick reproduce: experiments of the papers.
#pragma once

#include "command.h"

namespace slipstick::cli {

Command AddReproduce(CLI::App& app);

}  // namespace slipstick::cli
