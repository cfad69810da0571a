#include "slipstick/world/material.h"

#include <fmt/core.h>

#include <algorithm>

#include "slipstick/core/error.h"

namespace slipstick::world {

void ContactMaterial::Visit(FieldVisitor& visit) {
  visit.Number("stiffness", stiffness, kPositive, "N/m", "per contact point");
  visit.Number("damping", damping, kNotNegative, "N s/m", "per contact point, in all directions");
  visit.Number("dissipation", dissipation, kNotNegative, "s/m", "of Hunt and Crossley");
  visit.Number("mu_static", mu_static, kNotNegative, "1", "friction coefficient while sticking");
  visit.Number("mu_kinetic", mu_kinetic, kNotNegative, "1", "friction coefficient while slipping");
  visit.Number("restitution", restitution, {0.0, 1.0}, "1", "rebound speed over impact speed");
  visit.Number("stiction_speed", stiction_speed, kPositive, "m/s", "below it regularised friction sticks");
}

void CheckMaterial(const ContactMaterial& material, const std::string& where) {
  CheckFields(material, where);
  if (material.mu_kinetic > material.mu_static)
    throw InputError(
        fmt::format("{}: mu_kinetic = {} is larger than mu_static = {}; a slipping contact holds at most as "
                    "much as a sticking one. Set both.",
                    where, material.mu_kinetic, material.mu_static));
}

ContactMaterial Combine(const ContactMaterial& a, const ContactMaterial& b) {
  const ContactMaterial& less_stiff = a.stiffness < b.stiffness ? a : b;
  const bool equal = a.stiffness == b.stiffness;
  ContactMaterial pair = less_stiff;
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
