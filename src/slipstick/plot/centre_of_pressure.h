// Centre of pressure: the mean of the contact points with the world, weighted by their vertical forces.
#pragma once

#include <vector>

#include "slipstick/record/recording.h"

namespace slipstick::plot {

/// One entry per row of the recording.
struct CentreOfPressure {
  int body;                  ///< kWorld for all bodies together
  std::vector<double> x, y;  ///< m, world; NaN without load
  std::vector<double> load;  ///< N, upwards
};

/// First that of all bodies together, then one for each body that ever had an upward contact force from the
/// world, in the order of bodies. Loads below 1e-4 of the largest count as zero.
std::vector<CentreOfPressure> CentresOfPressure(const Recording& recording);

}  // namespace slipstick::plot
