// Contacts of capsules, boxes, cylinders, ellipsoids and hulls with a half-space (b).
#pragma once

#include "slipstick/geometry/pairs.h"

namespace slipstick::geometry {

PairFunction CollideCapsulePlane, CollideBoxPlane, CollideCylinderPlane, CollideEllipsoidPlane,
    CollideHullPlane;

}  // namespace slipstick::geometry
