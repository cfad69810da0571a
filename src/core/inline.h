// One macro.
#pragma once

/// For the arithmetic that sweeps are made of. The compilers' own judgement is not enough: gcc 12 leaves products of 3x3
/// matrices as calls that pass their operands through memory, which costs a sweep half of its speed.
#define SLIPSTICK_INLINE inline __attribute__((always_inline))
