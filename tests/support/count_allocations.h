// Counts the allocations of a thread. Programs that include it link slipstick_count_allocations, which
// replaces the allocator: operator new everywhere; malloc and its relatives (Eigen calls them directly) with
// glibc, which exports the original functions under other names, unless a sanitizer has replaced them
// already.
#pragma once

#include <atomic>
#include <cstdlib>

#include "support/sanitized.h"

namespace slipstick::support::allocation {
// Thread-local: counts the thread under test only.
inline thread_local long count = 0;

template <class Call>
long In(Call call) {
  const long before = count;
  call();
  // Compilers assume that malloc changes no other variable; this makes them read the counter again.
  std::atomic_signal_fence(std::memory_order_seq_cst);
  return count - before;
}
}  // namespace slipstick::support::allocation

#if defined(__GLIBC__) && !SLIPSTICK_SANITIZED
#define SLIPSTICK_COUNTS_MALLOC
#endif
