// Contact points of the same two shapes, or bodies, as one contact for plots.
#pragma once

#include <string>
#include <vector>

#include "slipstick/record/recording.h"

namespace slipstick::plot {

/// One entry per row of the recording.
struct ContactGroup {
  std::string name;                  ///< "FL_FOOT on ground"
  std::vector<double> normal_force;  ///< N, sum over the points; 0 while open
  std::vector<double> friction_use;  ///< largest |ft| / fn of a point; NaN while no point has a normal force
  std::vector<double> gap;           ///< m, the smallest; NaN while no point is in reach
  std::vector<int> mode;             ///< ContactMode; slip if any point slips
  double impulse = 0.0;              ///< N s, over the whole run
};

/// By pairs of shapes and in their order. A body that touches another body, or a shape of the world, with
/// three shapes or more, such as the corners of a sole, is one group; so is every body if there are more than
/// `most_in_order` pairs. If there are still more groups, they are sorted by impulse, largest first.
std::vector<ContactGroup> GroupContacts(const Recording& recording, size_t most_in_order);

}  // namespace slipstick::plot
