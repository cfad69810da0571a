// Vectors that consist of blocks of three numbers.
#pragma once

#include "slipstick/core/vec3.h"

namespace slipstick {

/// Block i of x.
SLIPSTICK_INLINE Vec3<double> Block(const double* x, int i) { return {x[3 * i], x[3 * i + 1], x[3 * i + 2]}; }
SLIPSTICK_INLINE void SetBlock(double* x, int i, const Vec3<double>& a) {
  x[3 * i] = a.x, x[3 * i + 1] = a.y, x[3 * i + 2] = a.z;
}

}  // namespace slipstick
