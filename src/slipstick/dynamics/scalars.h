// The scalars for which the library ships compiled dynamics. Every .cc of this layer ends with this list.
#pragma once

#include "slipstick/core/dual.h"
#include "slipstick/core/pack.h"

#define SLIPSTICK_FOR_EACH_SCALAR(INSTANTIATE) \
  INSTANTIATE(double)                          \
  INSTANTIATE(Dual)                            \
  INSTANTIATE(Pack)
