// Contact points of the same two shapes, or bodies, taken together: what a person calls one contact.
#pragma once

#include <string>
#include <vector>

#include "slipstick/record/recording.h"

namespace slipstick::plot {

/// One entry per row of the recording.
struct ContactGroup {
  std::string name;                  ///< "FL_FOOT on ground"
  std::vector<double> normal_force;  ///< N, sum over the points; 0 where they do not touch
  std::vector<double> friction_use;  ///< largest |ft| / fn of a point; not a number where none pushes
  std::vector<double> gap;           ///< m, the smallest; not a number where none is in reach
  std::vector<int> mode;             ///< ContactMode; slip if any point slips
  double impulse = 0.0;              ///< N s, over the whole run
};

/// By pairs of shapes and in their order. A body that touches the same thing with three shapes or more, such
/// as the corners of a sole, counts as one; so do all bodies if there are more than `most_in_order` pairs. If
/// there still are, not all will be shown: then those that push most come first.
std::vector<ContactGroup> GroupContacts(const Recording& recording, size_t most_in_order);

}  // namespace slipstick::plot
