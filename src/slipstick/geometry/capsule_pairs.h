// Contacts of two capsules: the ends of one against the side of the other, and the crossing of the two axes.
#pragma once

#include "slipstick/geometry/pairs.h"

namespace slipstick::geometry {

PairFunction CollideCapsuleCapsule;

}  // namespace slipstick::geometry
