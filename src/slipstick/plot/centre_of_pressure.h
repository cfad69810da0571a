// Where the load rests: the mean of the contact points with the world, weighted by what they push upwards.
#pragma once

#include <vector>

#include "slipstick/record/recording.h"

namespace slipstick::plot {

/// One entry per row of the recording.
struct CentreOfPressure {
  int body;                  ///< kWorld for all bodies together
  std::vector<double> x, y;  ///< m, world; not a number where nothing carries
  std::vector<double> load;  ///< N, upwards
};

/// That of all together, then one for each body that was ever pushed upwards by what never moves, in the
/// order of bodies. Loads below a ten-thousandth of the largest count as none.
std::vector<CentreOfPressure> CentresOfPressure(const Recording& recording);

}  // namespace slipstick::plot
