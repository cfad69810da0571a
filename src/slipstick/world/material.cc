#include "slipstick/world/material.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "slipstick/core/error.h"

namespace slipstick::world {

const std::array<MaterialField, 7>& MaterialFields() {
  using M = ContactMaterial;
  static const std::array<MaterialField, 7> fields{{
      {"stiffness", "N/m", "per contact point", &M::stiffness, false},
      {"damping", "N s/m", "per contact point, in all directions", &M::damping, true},
      {"dissipation", "s/m", "of Hunt and Crossley", &M::dissipation, true},
      {"mu_static", "1", "friction coefficient while sticking", &M::mu_static, true},
      {"mu_kinetic", "1", "friction coefficient while slipping", &M::mu_kinetic, true},
      {"restitution", "1", "rebound speed over impact speed", &M::restitution, true},
      {"stiction_speed", "m/s", "below it regularised friction sticks", &M::stiction_speed, false},
  }};
  return fields;
}

void CheckMaterial(const ContactMaterial& material, const std::string& where) {
  for (const MaterialField& field : MaterialFields()) {
    const double value = material.*field.member;
    if (std::isfinite(value) && (value > 0.0 || (field.may_be_zero && value == 0.0))) continue;
    throw InputError(fmt::format("{}: {} = {} {}, must be a finite number {} 0.", where, field.name, value,
                                 field.unit, field.may_be_zero ? ">=" : ">"));
  }
  if (material.mu_kinetic > material.mu_static)
    throw InputError(
        fmt::format("{}: mu_kinetic = {} is larger than mu_static = {}; a slipping contact holds at most as "
                    "much as a sticking one. Set both.",
                    where, material.mu_kinetic, material.mu_static));
  if (material.restitution > 1.0)
    throw InputError(
        fmt::format("{}: restitution = {}, must be between 0 and 1.", where, material.restitution));
}

ContactMaterial Combine(const ContactMaterial& a, const ContactMaterial& b) {
  const ContactMaterial& softer = a.stiffness < b.stiffness ? a : b;
  const bool equal = a.stiffness == b.stiffness;
  ContactMaterial pair = softer;
  if (equal) {
    pair.damping = std::max(a.damping, b.damping);
    pair.dissipation = std::max(a.dissipation, b.dissipation);
  }
  pair.mu_static = std::min(a.mu_static, b.mu_static);
  pair.mu_kinetic = std::min(a.mu_kinetic, b.mu_kinetic);
  pair.restitution = std::min(a.restitution, b.restitution);
  pair.stiction_speed = std::max(a.stiction_speed, b.stiction_speed);
  return pair;
}

}  // namespace slipstick::world
