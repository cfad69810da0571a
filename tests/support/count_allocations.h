// Counts the allocations of a thread. Include it in one file of a separate program: it replaces the
// allocator.
//
// Replaces operator new, and malloc and its relatives (Eigen calls them directly) with glibc and without
// sanitizers.
#pragma once

#include <Eigen/Core>  // before the definitions below: clang's intrinsics declare posix_memalign once more
#include <cstdlib>
#include <new>

#include "support/sanitized.h"

namespace slipstick::support::allocation {
// Thread-local: counts the thread under test only.
inline thread_local long count = 0;

template <class Call>
long In(Call call) {
  const long before = count;
  call();
  return count - before;
}
}  // namespace slipstick::support::allocation

#if defined(__GLIBC__) && !SLIPSTICK_SANITIZED
#define SLIPSTICK_COUNTS_MALLOC
extern "C" {
void* __libc_malloc(size_t);  // NOLINT: the names of glibc
void* __libc_calloc(size_t, size_t);
void* __libc_realloc(void*, size_t);
void* __libc_memalign(size_t, size_t);

void* malloc(size_t size) noexcept { return ++slipstick::support::allocation::count, __libc_malloc(size); }
void* calloc(size_t count, size_t size) noexcept {
  return ++slipstick::support::allocation::count, __libc_calloc(count, size);
}
void* realloc(void* memory, size_t size) noexcept {
  return ++slipstick::support::allocation::count, __libc_realloc(memory, size);
}
void* aligned_alloc(size_t alignment, size_t size) noexcept {
  return ++slipstick::support::allocation::count, __libc_memalign(alignment, size);
}
int posix_memalign(void** memory, size_t alignment, size_t size) noexcept {
  *memory = (++slipstick::support::allocation::count, __libc_memalign(alignment, size));
  return *memory == nullptr ? 12 /* ENOMEM */ : 0;
}
}
#endif

void* operator new(size_t size) {
  ++slipstick::support::allocation::count;
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
void* operator new(size_t size, std::align_val_t alignment) {
  ++slipstick::support::allocation::count;
  const auto unit = static_cast<size_t>(alignment);
  if (void* memory = std::aligned_alloc(unit, (size + unit - 1) / unit * unit)) return memory;
  throw std::bad_alloc();
}
// gcc sees through our operator new into malloc and then objects that the matching delete calls free.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"
#endif
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, size_t, std::align_val_t) noexcept { std::free(memory); }
