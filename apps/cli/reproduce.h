// slipstick reproduce: experiments of the papers, done again.
#pragma once

#include <string>

#include "measuring.h"

namespace slipstick::cli {

struct ReproduceOptions {
  std::string what = "list";  ///< an experiment, a paper, or "list"
  MeasuringOptions measuring;
};

/// Returns the exit code.
int Reproduce(const ReproduceOptions& options);

}  // namespace slipstick::cli
