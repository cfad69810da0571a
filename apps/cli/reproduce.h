// slipstick reproduce: experiments of the papers, done again.
#pragma once

#include <string>
#include <vector>

#include "measuring.h"

namespace slipstick::cli {

struct ReproduceOptions {
  std::vector<std::string> what = {"list"};  ///< experiments, papers, or "list"
  MeasuringOptions measuring;
};

/// Returns the exit code.
int Reproduce(const ReproduceOptions& options);

}  // namespace slipstick::cli
