// Cache-aligned memory for padded vectors and columns. A pack that crosses a cache line takes twice as long
// to load; with the alignment of doubles every other pack would.
#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace slipstick::solvers::padded {

template <class T>
struct CacheAligned {
  using value_type = T;
  static constexpr std::align_val_t kLine{64};

  CacheAligned() = default;
  template <class Other>
  CacheAligned(const CacheAligned<Other>&) {}

  T* allocate(size_t n) { return static_cast<T*>(::operator new(n * sizeof(T), kLine)); }
  void deallocate(T* memory, size_t) { ::operator delete(memory, kLine); }
  bool operator==(const CacheAligned&) const { return true; }
};

using Numbers = std::vector<double, CacheAligned<double>>;

}  // namespace slipstick::solvers::padded
