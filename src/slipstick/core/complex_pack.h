// Four complex numbers, one per SIMD lane.
#pragma once

#include "slipstick/core/pack.h"

namespace slipstick {

struct ComplexPack {
  Pack re, im;
};

SLIPSTICK_INLINE ComplexPack operator*(const ComplexPack& a, const ComplexPack& b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}
SLIPSTICK_INLINE ComplexPack operator*(const Pack& a, const ComplexPack& b) { return {a * b.re, a * b.im}; }
SLIPSTICK_INLINE ComplexPack operator-(const ComplexPack& a, const ComplexPack& b) {
  return {a.re - b.re, a.im - b.im};
}
SLIPSTICK_INLINE void SubtractProduct(const ComplexPack& a, const ComplexPack& b, ComplexPack& from) {
  from.re.lanes -= a.re.lanes * b.re.lanes;
  from.re.lanes += a.im.lanes * b.im.lanes;
  from.im.lanes -= a.re.lanes * b.im.lanes;
  from.im.lanes -= a.im.lanes * b.re.lanes;
}
SLIPSTICK_INLINE ComplexPack Inverse(const ComplexPack& a) {
  const Pack scale = Pack(1.0) / (a.re * a.re + a.im * a.im);
  return {scale * a.re, -(scale * a.im)};
}
/// The real part of a b.
SLIPSTICK_INLINE Pack RealPart(const ComplexPack& a, const ComplexPack& b) {
  return a.re * b.re - a.im * b.im;
}

}  // namespace slipstick
