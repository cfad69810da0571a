// How surfaces push and rub, in physical units. One struct for all steppers: each declares which fields it
// uses
// (`slipstick list steppers`).
#pragma once

#include <array>
#include <string>

#include "slipstick/names.h"

namespace slipstick::world {

struct ContactMaterial {
  double stiffness = 1e5;  ///< N/m per contact point
  double damping = 300.0;  ///< N s/m per contact point, along the normal and along the surface
  double dissipation =
      20.0;                  ///< Hunt-Crossley, s/m: impacts faster than about 1 / dissipation hardly rebound
  double mu_static = 0.8;    ///< friction coefficient while sticking
  double mu_kinetic = 0.8;   ///< while slipping; at most mu_static
  double restitution = 0.0;  ///< 0 to 1
  double stiction_speed = 1e-4;  ///< below it regularised friction counts as sticking, m/s
};

/// A field by its name in scene files, with what may stand there.
struct MaterialField {
  const char* name;
  const char* unit;
  const char* meaning;
  double ContactMaterial::*member;
  bool may_be_zero;
};
const std::array<MaterialField, 7>& MaterialFields();

/// InputError, starting with `where`, for numbers that no material has.
void CheckMaterial(const ContactMaterial& material, const std::string& where);

/// What two surfaces make of each other: the softer one decides how they give way (its stiffness, damping and
/// dissipation; of two equally stiff ones the better damped), the more slippery one how they rub (the smaller
/// friction coefficients), the less bouncy one how they rebound, and stiction begins at the larger of the two
/// speeds. Equal materials combine to themselves and the order does not matter.
ContactMaterial Combine(const ContactMaterial& a, const ContactMaterial& b);

}  // namespace slipstick::world
