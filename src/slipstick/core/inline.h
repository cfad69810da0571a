// What we tell the compilers about hot code.
#pragma once

/// For the arithmetic that sweeps are made of. The compilers' own judgement is not enough: gcc 12 leaves
/// products of 3x3 matrices as calls that pass their operands through memory, which cost RNEA about a fifth
/// of its time when tried.
#define SLIPSTICK_INLINE inline __attribute__((always_inline))

/// In front of a loop of a few iterations, which clang would make slower by vectorising and unrolling it.
#ifdef __clang__
#define SLIPSTICK_SHORT_LOOP _Pragma("clang loop vectorize(disable) unroll(disable)")
#else
#define SLIPSTICK_SHORT_LOOP
#endif
