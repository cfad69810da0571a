// Contacts of a sphere or a point (a) with the other primitives: the signed distance of its centre, less its
// radius.
#pragma once

#include "slipstick/geometry/pairs.h"

namespace slipstick::geometry {

PairFunction CollideSphereSphere, CollideSphereCapsule, CollideSphereBox, CollideSphereCylinder,
    CollideSpherePlane;

}  // namespace slipstick::geometry
