// Range and ticks of an axis.
#pragma once

#include <string>
#include <vector>

namespace slipstick::plot {

struct AxisTicks {
  struct Labelled {
    double value;
    std::string label;     ///< such as "0.5"; for 10⁶ the "10"
    std::string exponent;  ///< the "6", printed raised
  };
  double lower, upper;  ///< range of the axis; holds all data
  std::vector<Labelled> labelled;
  std::vector<double> minor;  ///< marks without a number
};

/// Multiples of 1, 2 or 5 times a power of ten, about six of them.
AxisTicks LinearTicks(double smallest, double largest);

/// Powers of ten; with 2 and 5 in between where the data span less than a decade and a half. Needs
/// smallest >= 1e-300.
AxisTicks LogTicks(double smallest, double largest);

}  // namespace slipstick::plot
