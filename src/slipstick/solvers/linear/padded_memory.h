// Memory for padded vectors and columns: a pack that crosses from one line of the cache to the next takes
// twice as long to load, and where memory is aligned for doubles only every other one does.
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
