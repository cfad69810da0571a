// One contact during one sub-step, in which it is in one phase: near, open, sticking or slipping.
#pragma once

#include <algorithm>
#include <cstdint>

#include "slipstick/contact/compliant_contacts.h"

namespace slipstick::expo {

enum class PhaseKind : uint8_t {
  kNear,   ///< not touching yet
  kOpen,   ///< touching, but it separates faster than its damper relaxes: no force
  kStick,  ///< spring and damper in all directions
  kSlip,   ///< spring and damper along the normal, friction of μ times the normal force against the slip
};

/// World axes. In the directions of its rows a contact exerts the force of the expo paper, λ = -(K x + B ẋ)
/// with x = Δp.
struct ContactPhase {
  const contact::CompliantContact* contact;
  PhaseKind kind;
  int row;  ///< the first of its springs and dampers

  Vec3<double> x, v;                ///< stretch of spring and damper at the start: Δp and Δṗ
  Vec3<double> b;                   ///< acceleration without contact forces, p̈̄
  Vec3<double> b_rate;              ///< rate of change of b, `b_rate` of (S12); zero for order=1
  Vec3<double> friction_direction;  ///< direction of friction while slipping

  Vec3<double> mean, double_mean;  ///< of the force over the sub-step, (23) and (25)
  bool clipped;                    ///< the mean was outside the friction cone
  int changes;                     ///< number of immediate changes of its kind in this sub-step

  const Vec3<double>& normal() const { return contact->input.normal; }
  const ContactMaterial& material() const { return *contact->material; }
  bool exerts_force() const { return kind == PhaseKind::kStick || kind == PhaseKind::kSlip; }
  int num_rows() const { return kind == PhaseKind::kStick ? 3 : kind == PhaseKind::kSlip ? 1 : 0; }

  /// Of spring and damper in all directions at the start.
  Vec3<double> force() const { return -1.0 * (material().stiffness * x + material().damping * v); }
  /// Writes the components of u along the rows of this contact to a list of all rows.
  void ToRows(const Vec3<double>& u, double* rows) const {
    if (kind == PhaseKind::kStick) rows[row] = u.x, rows[row + 1] = u.y, rows[row + 2] = u.z;
    if (kind == PhaseKind::kSlip) rows[row] = Dot(u, normal());
  }
  Vec3<double> FromRows(const double* rows) const {
    if (kind == PhaseKind::kStick) return {rows[row], rows[row + 1], rows[row + 2]};
    return kind == PhaseKind::kSlip ? rows[row] * normal() : Vec3<double>::Zero();
  }
  /// Adds friction to the normal force of a slipping contact.
  Vec3<double> WithFriction(const Vec3<double>& force) const {
    if (kind != PhaseKind::kSlip) return force;
    return force + (material().mu_kinetic * Dot(force, normal())) * friction_direction;
  }
};

/// Whether a contact with a normal force sticks or slips, from x and v.
inline PhaseKind StickOrSlip(const ContactPhase& phase) {
  const Vec3<double> f = phase.force(), &n = phase.normal();
  return Length(Across(f, n)) > phase.contact->mu() * std::max(0.0, Dot(f, n)) ? PhaseKind::kSlip
                                                                               : PhaseKind::kStick;
}
/// The phase of a touching contact, from x and v.
inline PhaseKind KindOfTouching(const ContactPhase& phase) {
  return Dot(phase.force(), phase.normal()) > 0.0 ? StickOrSlip(phase) : PhaseKind::kOpen;
}

/// A unit vector; zero for a zero force.
inline Vec3<double> DirectionOf(const Vec3<double>& force) {
  const double length = Length(force);
  return length > 0.0 ? (1.0 / length) * force : Vec3<double>::Zero();
}
/// Begins a phase of this kind; x and v must be set. Friction acts in the direction of the tangential force
/// of spring and damper.
inline void Start(PhaseKind kind, ContactPhase& phase) {
  phase.kind = kind;
  if (kind == PhaseKind::kSlip) phase.friction_direction = DirectionOf(Across(phase.force(), phase.normal()));
}

/// Keeps the normal force and shortens the tangential force. True if the force was outside the cone.
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
