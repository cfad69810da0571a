// The scalars for which the library ships compiled dynamics. The one list: every .cc of this layer ends with
// it.
#pragma once

#include "slipstick/core/dual.h"
#include "slipstick/core/pack.h"

#define SLIPSTICK_FOR_EACH_SCALAR(INSTANTIATE) \
  INSTANTIATE(double)                          \
  INSTANTIATE(Dual)                            \
  INSTANTIATE(Pack)
