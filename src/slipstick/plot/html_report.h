// A report as one HTML page, with style, pictures and numbers in the one file.
#pragma once

#include <string>

#include "slipstick/plot/report.h"

namespace slipstick::plot {

/// Refers to no other file. Light or dark, as the reader's browser prefers.
std::string ToHtml(const Report& report);

}  // namespace slipstick::plot
