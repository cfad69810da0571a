// Spatial vectors (Featherstone): motion and force of a rigid body about one fixed point O.
//
// All are expressed in world axes about the origin O of their tree (docs/conventions.md), so quantities of
// different bodies add without transforms. `lin` of a motion is the velocity of the body-fixed point that
// passes O; `ang` of a force is its moment about O.
#pragma once

#include "slipstick/core/vec3.h"

namespace slipstick {

template <class S>
struct Motion {
  Vec3<S> lin, ang;

  static Motion Zero() { return {Vec3<S>::Zero(), Vec3<S>::Zero()}; }
};

template <class S>
struct Force {
  Vec3<S> lin, ang;

  static Force Zero() { return {Vec3<S>::Zero(), Vec3<S>::Zero()}; }
};

template <class S>
SLIPSTICK_INLINE Motion<S> operator+(const Motion<S>& a, const Motion<S>& b) {
  return {a.lin + b.lin, a.ang + b.ang};
}
template <class S>
SLIPSTICK_INLINE Motion<S> operator-(const Motion<S>& a, const Motion<S>& b) {
  return {a.lin - b.lin, a.ang - b.ang};
}
template <class S>
SLIPSTICK_INLINE Motion<S> operator*(const S& s, const Motion<S>& a) {
  return {s * a.lin, s * a.ang};
}
template <class S>
SLIPSTICK_INLINE Motion<S>& operator+=(Motion<S>& a, const Motion<S>& b) {
  a.lin += b.lin, a.ang += b.ang;
  return a;
}
template <class S>
SLIPSTICK_INLINE Force<S> operator+(const Force<S>& a, const Force<S>& b) {
  return {a.lin + b.lin, a.ang + b.ang};
}
template <class S>
SLIPSTICK_INLINE Force<S> operator*(const S& s, const Force<S>& a) {
  return {s * a.lin, s * a.ang};
}
template <class S>
SLIPSTICK_INLINE Force<S>& operator+=(Force<S>& a, const Force<S>& b) {
  a.lin += b.lin, a.ang += b.ang;
  return a;
}
template <class S>
SLIPSTICK_INLINE Force<S>& operator-=(Force<S>& a, const Force<S>& b) {
  a.lin -= b.lin, a.ang -= b.ang;
  return a;
}

/// Power of a force on a motion.
template <class S>
SLIPSTICK_INLINE S Dot(const Motion<S>& m, const Force<S>& f) {
  return Dot(m.lin, f.lin) + Dot(m.ang, f.ang);
}
/// v × m: the rate of change of a motion vector fixed in a body that moves at velocity v.
template <class S>
SLIPSTICK_INLINE Motion<S> Cross(const Motion<S>& v, const Motion<S>& m) {
  return {Cross(v.ang, m.lin) + Cross(v.lin, m.ang), Cross(v.ang, m.ang)};
}
/// v ×* f: the rate of change of a force vector fixed in a body that moves at velocity v.
template <class S>
SLIPSTICK_INLINE Force<S> Cross(const Motion<S>& v, const Force<S>& f) {
  return {Cross(v.ang, f.lin), Cross(v.ang, f.ang) + Cross(v.lin, f.lin)};
}

/// Velocity of the body-fixed point at p (from O) of a body that moves with v.
template <class S>
SLIPSTICK_INLINE Vec3<S> PointVelocity(const Motion<S>& v, const Vec3<S>& p) {
  return v.lin + Cross(v.ang, p);
}

/// Inertia of a rigid body, or of a rigid group of bodies, about O. The mass is a constant.
template <class S>
struct RigidInertia {
  double mass;
  Vec3<S> h;  ///< mass times the centre of mass
  Sym3<S> J;  ///< rotational inertia about O
};

template <class S>
SLIPSTICK_INLINE RigidInertia<S>& operator+=(RigidInertia<S>& a, const RigidInertia<S>& b) {
  a.mass += b.mass, a.h += b.h, a.J += b.J;
  return a;
}
/// Momentum of the inertia at velocity v.
template <class S>
SLIPSTICK_INLINE Force<S> operator*(const RigidInertia<S>& I, const Motion<S>& v) {
  return {I.mass * v.lin + Cross(v.ang, I.h), I.J * v.ang + Cross(I.h, v.lin)};
}

/// Shifts a rotational inertia from the centre of mass to O, which lies at -com from it.
template <class S>
SLIPSTICK_INLINE Sym3<S> ShiftFromCom(Sym3<S> J, double mass, const Vec3<S>& com) {
  const Vec3<S> h = mass * com;
  const S xx = h.x * com.x, yy = h.y * com.y, zz = h.z * com.z;
  J.xx += yy + zz, J.yy += xx + zz, J.zz += xx + yy;
  J.xy -= h.x * com.y, J.xz -= h.x * com.z, J.yz -= h.y * com.z;
  return J;
}

}  // namespace slipstick
