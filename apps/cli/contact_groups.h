// Contact points of the same two shapes taken together: what a person calls one contact.
#pragma once

#include <string>
#include <vector>

#include "record/recording.h"

namespace slipstick::cli {

/// One entry per row of the recording.
struct ContactGroup {
  std::string name;                  ///< "FL_FOOT on ground"
  std::vector<double> normal_force;  ///< N, sum over the points; 0 where they do not touch
  std::vector<double> friction_use;  ///< largest |ft| / fn of a point; not a number where none pushes
  std::vector<double> gap;           ///< m, the smallest; not a number where none is in reach
  std::vector<int> mode;             ///< ContactMode; slip if any point slips
  double impulse = 0.0;              ///< N s, over the whole run
};

/// In the order of shapes. If there are more than `most_in_order`, not all will be shown: then those that push most come
/// first.
std::vector<ContactGroup> GroupContacts(const Recording& recording, size_t most_in_order);

}  // namespace slipstick::cli
