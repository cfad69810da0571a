// One contact during one part of a step, in which it does one thing: stick, slip, or nothing.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "slipstick/contact/compliant_contacts.h"

namespace slipstick::expo {

enum class PhaseKind : uint8_t {
  kNear,   ///< does not touch yet
  kOpen,   ///< touches, but the surface is left faster than its damper follows: no force
  kStick,  ///< spring and damper in all directions
  kSlip,   ///< spring and damper along the normal, friction μ times that against the slip
};

/// World axes. A contact acts like one of paper 000, x = Δp and λ = -(K x + B ẋ), in the directions of its
/// rows.
struct ContactPhase {
  const contact::CompliantContact* contact;
  PhaseKind kind;
  int row;  ///< its first among the springs and dampers; -1 if it has none

  Vec3<double> x, v;        ///< stretch of spring and damper at the start: Δp and Δṗ
  Vec3<double> b;           ///< acceleration without contact forces, p̈̄
  Vec3<double> b_rate;      ///< its change per second (second order)
  Vec3<double> slip_along;  ///< direction of friction while slipping

  Vec3<double> mean, double_mean;  ///< force over the part of the step, (23) and (25)
  bool cut;                        ///< the mean was outside of the cone
  int changes;                     ///< of its kind, on the spot

  const Vec3<double>& normal() const { return contact->input.normal; }
  const ContactMaterial& material() const { return *contact->material; }
  bool exerts() const { return kind == PhaseKind::kStick || kind == PhaseKind::kSlip; }
};

/// What a touching contact does, from where it is and how it moves.
inline PhaseKind StickOrSlip(const ContactPhase& phase) {
  const ContactMaterial& m = phase.material();
  const Vec3<double> f = -1.0 * (m.stiffness * phase.x + m.damping * phase.v);
  const double mu = phase.contact->input.slipping ? m.mu_kinetic : m.mu_static;
  const double f_n = std::max(0.0, Dot(f, phase.normal()));
  return Length(Across(f, phase.normal())) > mu * f_n ? PhaseKind::kSlip : PhaseKind::kStick;
}
inline PhaseKind WhatItDoes(const ContactPhase& phase) {
  const ContactMaterial& m = phase.material();
  const bool pushes = Dot(m.stiffness * phase.x + m.damping * phase.v, phase.normal()) < 0.0;
  return pushes ? StickOrSlip(phase) : PhaseKind::kOpen;
}

/// Lets a phase of this kind begin; x and v are known. Friction acts against the force that spring and damper
/// would ask for.
inline void Start(PhaseKind kind, ContactPhase& phase) {
  phase.kind = kind;
  if (kind != PhaseKind::kSlip) return;
  const ContactMaterial& m = phase.material();
  const Vec3<double> f_t = Across(m.stiffness * phase.x + m.damping * phase.v, phase.normal());
  const double length = Length(f_t);
  phase.slip_along = length > 0.0 ? (-1.0 / length) * f_t : Vec3<double>::Zero();
}

/// Keeps the normal force and shortens the tangential one. True if there was something to cut.
inline bool ProjectOnCone(const Vec3<double>& normal, const ContactMaterial& m, Vec3<double>& force) {
  const double f_n = Dot(force, normal);
  if (f_n <= 0.0) {
    const bool pulled = f_n < 0.0 || Dot(force, force) > 0.0;
    force = Vec3<double>::Zero();
    return pulled;
  }
  const Vec3<double> f_t = Across(force, normal);
  const double length = Length(f_t);
  if (length <= m.mu_static * f_n) return false;
  force = f_n * normal + (m.mu_kinetic * f_n / length) * f_t;
  return true;
}

}  // namespace slipstick::expo
