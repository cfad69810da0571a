// Shared by the tests of contact laws.
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

/// Expected depth of a loaded contact at rest, and its tolerance.
struct RestingDepth {
  double depth, tolerance;  // m
};
/// `speed`: at touchdown.
inline RestingDepth DepthUnder(double load, double speed, const Method& method) {
  // the law of rigid contact does not determine the gap; it must only be small
  if (method.traits().contact == steppers::ContactModel::kRigid) return {0.0, 1e-4};
  if (IsBounded(method)) {
    const double energy = 0.5 * load / kGravity * speed * speed;
    const BoundedRest rest = RestOf(method, kTestStiffness, load, energy);
    return {0.5 * (rest.shallowest + rest.deepest), 0.5 * (rest.deepest - rest.shallowest)};
  }
  // its spring is at rest where the contact was first detected, up to one step of falling below the surface
  if (method.Has("normal_anchor", "touchdown")) return {load / kTestStiffness, speed * method.h()};
  return {load / kTestStiffness, 1e-6};  // residual oscillation
}
/// True if the law determines the load of each of more than three contacts.
inline bool SharesLoadEvenly(const Method& method) {
  return IsCompliant(method) && !method.Has("normal_anchor", "touchdown");
}

/// True for rigid contacts without load: the law does not determine which of several contacts carry it.
inline bool OnlyTouches(const ContactReport& contact, const Method& method) {
  return !IsCompliant(method) && contact.mode == ContactMode::kOpen &&
         Dot(contact.force, contact.force) == 0.0;
}

}  // namespace slipstick::support
