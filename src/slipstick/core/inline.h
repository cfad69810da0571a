// Compiler directives for hot code.
#pragma once

/// For the arithmetic in the sweeps. The inlining heuristics of compilers do not suffice: gcc 12 compiles
/// products of 3x3 matrices to calls that pass their operands through memory, which made RNEA about a fifth
/// slower when measured.
#define SLIPSTICK_INLINE inline __attribute__((always_inline))

/// Precedes a loop of a few iterations, which clang would slow down by vectorising and unrolling it.
#ifdef __clang__
#define SLIPSTICK_SHORT_LOOP _Pragma("clang loop vectorize(disable) unroll(disable)")
#else
#define SLIPSTICK_SHORT_LOOP
#endif
