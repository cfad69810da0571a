// What the tests of contact laws share.
#pragma once

#include "slipstick/core/convert.h"
#include "slipstick/core/rotation.h"
#include "support/contact_worlds.h"
#include "support/every_stepper.h"

namespace slipstick::support {

/// For every registered stepper, with each of its flags and choices.
class ContactPhysics : public testing::TestWithParam<Method> {
 protected:
  double h() const { return GetParam().h(); }
  std::unique_ptr<Stepper> Make(const World& world) const { return GetParam().Make(world); }
};

inline constexpr double kTestStiffness = 2e4;  // N/m

inline ContactMaterial WithFriction(double mu) {
  ContactMaterial material;
  material.stiffness = kTestStiffness;
  material.damping = 100.0;
  material.dissipation = 20.0;
  material.mu_static = material.mu_kinetic = mu;
  material.stiction_speed = 1e-3;
  return material;
}

/// Where a contact under load comes to rest below the surface, and how well that is known.
struct RestingDepth {
  double depth, tolerance;  // m
};
/// `speed`: of the touchdown.
inline RestingDepth DepthUnder(double load, double speed, const Method& method) {
  // Nothing says how far rigid surfaces are apart but that nobody may see it.
  if (method.traits().contact == steppers::ContactModel::kRigid) return {0.0, 1e-4};
  if (IsBounded(method)) {
    const double energy = 0.5 * load / kGravity * speed * speed;
    const BoundedRest rest = RestOf(method, kTestStiffness, load, energy);
    return {0.5 * (rest.shallowest + rest.deepest), 0.5 * (rest.deepest - rest.shallowest)};
  }
  // That spring is relaxed where the contact is first seen, up to one step of falling below the surface.
  if (method.Has("normal_anchor", "touchdown")) return {load / kTestStiffness, speed * method.h()};
  return {load / kTestStiffness, 1e-6};  // what is left of the ringing
}
/// Whether how a load is shared among more than three contacts follows from the law.
inline bool SharesLoadEvenly(const Method& method) {
  return IsCompliant(method) && !method.Has("normal_anchor", "touchdown");
}

/// Which of several rigid contacts carry a load, and which only touch, does not follow from the law.
inline bool OnlyTouches(const ContactReport& contact, const Method& method) {
  return !IsCompliant(method) && contact.mode == ContactMode::kOpen &&
         Dot(contact.force, contact.force) == 0.0;
}

}  // namespace slipstick::support
