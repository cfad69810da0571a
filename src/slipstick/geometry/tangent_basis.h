// A tangent basis of a contact surface, for methods that use components of friction.
#pragma once

#include <cmath>

#include "slipstick/core/vec3.h"

namespace slipstick::geometry {

/// A right-handed basis with z = normal (unit). A function of the normal alone, so that components keep their
/// meaning from step to step: x is the world axis least aligned with the normal, made perpendicular to it.
inline Mat3<double> TangentBasis(const Vec3<double>& normal) {
  const double x = std::abs(normal.x), y = std::abs(normal.y), z = std::abs(normal.z);
  const Vec3<double> axis = x <= y && x <= z ? Vec3<double>::UnitX()
                            : y <= z         ? Vec3<double>::UnitY()
                                             : Vec3<double>::UnitZ();
  const Vec3<double> along = axis - Dot(axis, normal) * normal;
  const Vec3<double> t = (1.0 / std::sqrt(Dot(along, along))) * along;
  return {t, Cross(normal, t), normal};
}

}  // namespace slipstick::geometry
