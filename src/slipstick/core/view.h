// A non-owning view of a contiguous vector: arguments and results of the dynamics without a copy.
#pragma once

#include <cassert>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace slipstick {

/// False for Eigen expressions with gaps between their entries, such as a row of a column-major matrix.
template <class Container>
inline constexpr bool IsContiguous = [] {
  using C = std::remove_cvref_t<Container>;
  if constexpr (requires {
                  C::InnerStrideAtCompileTime;
                  C::IsVectorAtCompileTime;
                }) {
    return C::IsVectorAtCompileTime && C::InnerStrideAtCompileTime == 1;
  } else {
    return true;
  }
}();

/// Pointer and length of a contiguous vector owned elsewhere. Converts from any type with data() and size():
/// Eigen vectors, std::vector, std::array, other views. (std::span does not accept Eigen vectors, whose
/// iterators are not contiguous iterators.)
template <class T>
class View {
 public:
  View() = default;
  View(T* data, int size) : data_(data), size_(size) {}

  template <class Container>
    requires std::is_convertible_v<decltype(std::declval<Container&>().data()), T*> && IsContiguous<Container>
    View(Container&& owner) : data_(owner.data()), size_(static_cast<int>(owner.size())) {}

    T* data() const { return data_; }
    int size() const { return size_; }
    bool empty() const { return size_ == 0; }
    T* begin() const { return data_; }
    T* end() const { return data_ + size_; }
    T& operator[](int i) const {
      assert(0 <= i && i < size_);
      return data_[i];
    }

   private:
    T* data_ = nullptr;
    int size_ = 0;
};

/// Argument types of templates over a scalar: not deduced (S follows from the workspace), so that a caller
/// may pass an Eigen vector as a view.
template <class S>
using In = std::type_identity_t<View<const S>>;
template <class S>
using Out = std::type_identity_t<View<S>>;

}  // namespace slipstick
