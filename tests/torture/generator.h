// Random worlds, most of them difficult to simulate.
#pragma once

#include "torture/case.h"

namespace slipstick::torture {

/// Case `number` of `seed`: the same whatever was generated before.
Case Generate(uint64_t seed, uint64_t number);

}  // namespace slipstick::torture
