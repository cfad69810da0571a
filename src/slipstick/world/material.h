// Contact parameters of surfaces, in physical units. One struct for all steppers: each declares which fields
// it uses (`slipstick list steppers`).
#pragma once

#include <string>

#include "slipstick/core/fields.h"
#include "slipstick/names.h"

namespace slipstick::world {

struct ContactMaterial {
  double stiffness = 1e5;  ///< N/m per contact point
  double damping = 300.0;  ///< N s/m per contact point, along the normal and along the surface
  /// Hunt-Crossley, s/m: impacts faster than about 1 / dissipation hardly rebound.
  double dissipation = 20.0;
  double mu_static = 0.8;        ///< friction coefficient while sticking
  double mu_kinetic = 0.8;       ///< friction coefficient while slipping; at most mu_static
  double restitution = 0.0;      ///< rebound speed over impact speed, 0 to 1
  double stiction_speed = 1e-4;  ///< m/s; below it regularised friction counts as sticking

  void Visit(FieldVisitor& visit);
};

/// InputError, starting with `where`, for a number out of range and for mu_kinetic > mu_static.
void CheckMaterial(const ContactMaterial& material, const std::string& where);

/// The material of a contact between two surfaces. Stiffness is combined by the minimum; damping and
/// dissipation are those of the surface with the smaller stiffness, or the maximum at equal stiffness.
/// Friction coefficients and restitution are combined by the minimum, stiction speeds by the maximum. Equal
/// materials combine to themselves and the order does not matter.
ContactMaterial Combine(const ContactMaterial& a, const ContactMaterial& b);

}  // namespace slipstick::world
