// Vectors and matrices of three-dimensional space over any scalar.
//
// Plain aggregates with every product written out, because the sweeps of dynamics/ consist of such products:
// no expression templates, no alignment rules, full visibility for the optimiser, and no traits for scalars
// (packs, dual numbers). Constants of a model stay double and mix with any scalar.
#pragma once

#include <cmath>

#include "slipstick/core/scalar.h"

namespace slipstick {

/// The scalar type of a product: double times S is S.
template <Scalar A, Scalar B>
using ProductOf = decltype(A() * B());

template <class S>
struct Vec3 {
  S x, y, z;

  static Vec3 Zero() { return {S(0.0), S(0.0), S(0.0)}; }
  static Vec3 UnitX() { return {S(1.0), S(0.0), S(0.0)}; }
  static Vec3 UnitY() { return {S(0.0), S(1.0), S(0.0)}; }
  static Vec3 UnitZ() { return {S(0.0), S(0.0), S(1.0)}; }
};

template <class A, class B>
SLIPSTICK_INLINE Vec3<ProductOf<A, B>> operator+(const Vec3<A>& a, const Vec3<B>& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
template <class A, class B>
SLIPSTICK_INLINE Vec3<ProductOf<A, B>> operator-(const Vec3<A>& a, const Vec3<B>& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
template <class S>
SLIPSTICK_INLINE Vec3<S> operator-(const Vec3<S>& a) {
  return {-a.x, -a.y, -a.z};
}
template <Scalar A, Scalar B>
SLIPSTICK_INLINE Vec3<ProductOf<A, B>> operator*(const A& s, const Vec3<B>& a) {
  return {s * a.x, s * a.y, s * a.z};
}
template <class A, class B>
SLIPSTICK_INLINE Vec3<A>& operator+=(Vec3<A>& a, const Vec3<B>& b) {
  a.x += b.x, a.y += b.y, a.z += b.z;
  return a;
}
template <class A, class B>
SLIPSTICK_INLINE Vec3<A>& operator-=(Vec3<A>& a, const Vec3<B>& b) {
  a.x -= b.x, a.y -= b.y, a.z -= b.z;
  return a;
}
template <class A, class B>
SLIPSTICK_INLINE ProductOf<A, B> Dot(const Vec3<A>& a, const Vec3<B>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
SLIPSTICK_INLINE double Length(const Vec3<double>& a) { return std::sqrt(Dot(a, a)); }
/// The component of a perpendicular to a unit vector: tangential, if that is a surface normal.
SLIPSTICK_INLINE Vec3<double> Across(const Vec3<double>& a, const Vec3<double>& unit) {
  return a - Dot(a, unit) * unit;
}
template <class A, class B>
SLIPSTICK_INLINE Vec3<ProductOf<A, B>> Cross(const Vec3<A>& a, const Vec3<B>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// A 3x3 matrix as three columns. For a rotation R_AB they are the axes of B expressed in A.
template <class S>
struct Mat3 {
  Vec3<S> x, y, z;

  static Mat3 Identity() { return {Vec3<S>::UnitX(), Vec3<S>::UnitY(), Vec3<S>::UnitZ()}; }
  static Mat3 Zero() { return {Vec3<S>::Zero(), Vec3<S>::Zero(), Vec3<S>::Zero()}; }
};

template <class A, class B>
SLIPSTICK_INLINE Mat3<ProductOf<A, B>> operator+(const Mat3<A>& a, const Mat3<B>& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
template <Scalar A, Scalar B>
SLIPSTICK_INLINE Mat3<ProductOf<A, B>> operator*(const A& s, const Mat3<B>& m) {
  return {s * m.x, s * m.y, s * m.z};
}
template <class A, class B>
SLIPSTICK_INLINE Mat3<A>& operator+=(Mat3<A>& a, const Mat3<B>& b) {
  a.x += b.x, a.y += b.y, a.z += b.z;
  return a;
}
template <class A, class B>
SLIPSTICK_INLINE Vec3<ProductOf<A, B>> operator*(const Mat3<A>& m, const Vec3<B>& v) {
  return {m.x.x * v.x + m.y.x * v.y + m.z.x * v.z, m.x.y * v.x + m.y.y * v.y + m.z.y * v.z,
          m.x.z * v.x + m.y.z * v.y + m.z.z * v.z};
}
template <class A, class B>
SLIPSTICK_INLINE Mat3<ProductOf<A, B>> operator*(const Mat3<A>& a, const Mat3<B>& b) {
  return {a * b.x, a * b.y, a * b.z};
}
/// a bᵀ.
template <class S>
SLIPSTICK_INLINE Mat3<S> Outer(const Vec3<S>& a, const Vec3<S>& b) {
  return {b.x * a, b.y * a, b.z * a};
}
/// mᵀ v without forming the transpose.
template <class A, class B>
SLIPSTICK_INLINE Vec3<ProductOf<A, B>> TransposeTimes(const Mat3<A>& m, const Vec3<B>& v) {
  return {Dot(m.x, v), Dot(m.y, v), Dot(m.z, v)};
}
template <class S>
SLIPSTICK_INLINE Mat3<S> Transpose(const Mat3<S>& m) {
  return {{m.x.x, m.y.x, m.z.x}, {m.x.y, m.y.y, m.z.y}, {m.x.z, m.y.z, m.z.z}};
}
/// [v]×, the matrix with [v]× w = v × w.
template <class S>
SLIPSTICK_INLINE Mat3<S> Skew(const Vec3<S>& v) {
  const S o(0.0);
  return {{o, v.z, -v.y}, {-v.z, o, v.x}, {v.y, -v.x, o}};
}

/// A symmetric 3x3 matrix, such as a rotational inertia.
template <class S>
struct Sym3 {
  S xx, yy, zz, xy, xz, yz;

  static Sym3 Zero() { return {S(0.0), S(0.0), S(0.0), S(0.0), S(0.0), S(0.0)}; }
};

template <class A, class B>
SLIPSTICK_INLINE Sym3<A>& operator+=(Sym3<A>& a, const Sym3<B>& b) {
  a.xx += b.xx, a.yy += b.yy, a.zz += b.zz, a.xy += b.xy, a.xz += b.xz, a.yz += b.yz;
  return a;
}
template <class A, class B>
SLIPSTICK_INLINE Vec3<ProductOf<A, B>> operator*(const Sym3<A>& m, const Vec3<B>& v) {
  return {m.xx * v.x + m.xy * v.y + m.xz * v.z, m.xy * v.x + m.yy * v.y + m.yz * v.z,
          m.xz * v.x + m.yz * v.y + m.zz * v.z};
}
template <class S>
SLIPSTICK_INLINE Mat3<S> ToMat3(const Sym3<S>& m) {
  return {{m.xx, m.xy, m.xz}, {m.xy, m.yy, m.yz}, {m.xz, m.yz, m.zz}};
}
/// R m Rᵀ.
template <class A, class B>
SLIPSTICK_INLINE Sym3<ProductOf<A, B>> Rotate(const Mat3<A>& R, const Sym3<B>& m) {
  const auto T = R * ToMat3(m);
  const auto row = [&](const auto& t, const auto& r) { return t.x * r.x + t.y * r.y + t.z * r.z; };
  using S = ProductOf<A, B>;
  const Vec3<S> t_x{T.x.x, T.y.x, T.z.x}, t_y{T.x.y, T.y.y, T.z.y}, t_z{T.x.z, T.y.z, T.z.z};
  const Vec3<A> r_x{R.x.x, R.y.x, R.z.x}, r_y{R.x.y, R.y.y, R.z.y}, r_z{R.x.z, R.y.z, R.z.z};
  return {row(t_x, r_x), row(t_y, r_y), row(t_z, r_z), row(t_x, r_y), row(t_x, r_z), row(t_y, r_z)};
}

}  // namespace slipstick
