// Matrices with entries only between a dof and its ancestors, in rows of ancestors as Model::row_start lays
// them out, and the solution with their factors. Private to dynamics/.
#pragma once

#include "slipstick/core/inline.h"
#include "slipstick/model/model.h"

namespace slipstick::dynamics {

/// A pivot is a diagonal entry after elimination. If the original entry exceeds it by this factor, it is at
/// most a hundred roundings of that entry: a zero up to rounding.
inline constexpr double kMaxEntryOverPivot = 1e14;

/// Calls visit(first, last, l) for the ancestors of dof k in runs of consecutive numbers, nearest run first;
/// l[i - first] is the entry of row k for ancestor i.
template <class S, class Visit>
SLIPSTICK_INLINE void ForEachRunOfAncestors(const Model& model, const S* rows, int k, Visit visit) {
  const S* end = rows + model.diagonal_entry(k);
  for (int last = model.dof_parent()[k]; last >= 0;) {
    const int first = model.run_start()[last];
    end -= last + 1 - first;
    visit(first, last, end);
    last = model.dof_parent()[first];
  }
}

/// y := D⁻¹ U⁻¹ y for the dofs of whole trees, leaves to roots. `U`: the columns of a unit upper triangular
/// matrix, stored as rows of ancestors; pivot_inverse(k): 1 / D of dof k. The entries of y, of type T, may be
/// wider than those of the factors.
template <class S, class T, class PivotInverse>
SLIPSTICK_INLINE void SolveUpper(const Model& model, const S* U, PivotInverse pivot_inverse, int first_dof,
                                 int end_dof, T* __restrict y) {
  for (int k = end_dof - 1; k >= first_dof; --k) {
    const T y_k = y[k];
    ForEachRunOfAncestors(model, U, k, [&](int first, int last, const S* u) {
      SLIPSTICK_SHORT_LOOP
      for (int i = first; i <= last; ++i) y[i] -= u[i - first] * y_k;
    });
    y[k] = pivot_inverse(k) * y_k;
  }
}

/// y := L⁻¹ y, roots to leaves. `L`: the rows of a unit lower triangular matrix.
template <class S, class T>
SLIPSTICK_INLINE void SolveLower(const Model& model, const S* L, int first_dof, int end_dof,
                                 T* __restrict y) {
  for (int k = first_dof; k < end_dof; ++k) {
    T near(0.0), far = y[k];  // the nearest ancestor is known last, so it is added last
    ForEachRunOfAncestors(model, L, k, [&](int first, int last, const S* l) {
      T sum(0.0);
      SLIPSTICK_SHORT_LOOP
      for (int i = first; i <= last; ++i) sum += l[i - first] * y[i];
      far -= near;
      near = sum;
    });
    y[k] = far - near;
  }
}

/// y := (U D L)⁻¹ y.
template <class S, class T, class PivotInverse>
SLIPSTICK_INLINE void SolveWithFactors(const Model& model, const S* U, const S* L, PivotInverse pivot_inverse,
                                       int first_dof, int end_dof, T* __restrict y) {
  SolveUpper(model, U, pivot_inverse, first_dof, end_dof, y);
  SolveLower(model, L, first_dof, end_dof, y);
}

/// The same for all dofs and a row-major matrix X of several columns.
template <class S, class PivotInverse>
SLIPSTICK_INLINE void SolveColumnsWithFactors(const Model& model, const S* U, const S* L,
                                              PivotInverse pivot_inverse, S* X, int columns) {
  const auto subtract = [columns](S* __restrict from, const S& l, const S* row) {
    for (int j = 0; j < columns; ++j) from[j] -= l * row[j];
  };
  const auto row = [&](int k) { return X + k * columns; };
  for (int k = model.nv() - 1; k >= 0; --k)
    ForEachRunOfAncestors(model, U, k, [&](int first, int last, const S* u) {
      for (int i = first; i <= last; ++i) subtract(row(i), u[i - first], row(k));
    });
  for (int k = 0; k < model.nv(); ++k) {
    for (int j = 0; j < columns; ++j) row(k)[j] = pivot_inverse(k) * row(k)[j];
    ForEachRunOfAncestors(model, L, k, [&](int first, int last, const S* l) {
      for (int i = first; i <= last; ++i) subtract(row(k), l[i - first], row(i));
    });
  }
}

}  // namespace slipstick::dynamics
