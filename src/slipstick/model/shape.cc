#include "slipstick/model/shape.h"

namespace slipstick::model {

const char* KindName(const Geometry& geometry) {
  constexpr const char* kNames[] = {"sphere", "box",   "cylinder", "capsule",     "ellipsoid",
                                    "mesh",   "plane", "convex",   "height field"};
  return kNames[geometry.index()];
}

}  // namespace slipstick::model
