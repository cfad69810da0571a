// Contacts of one step, gathered by the bodies between which they act, with the configuration frozen where
// the step starts.
//
// What dofs do to a pair of bodies is one motion each: of body a against body b, about the origin of the tree
// of a. Many contacts between the same two bodies, such as the spheres of a finger pad, share it.
#pragma once

#include <vector>

#include "slipstick/contact/contact_islands.h"
#include "slipstick/dynamics/workspace.h"
#include "slipstick/geometry/contact_point.h"
#include "slipstick/world/world.h"

namespace slipstick::tamsi {

struct RegularizedContact {
  ContactPoint geometry;
  const ContactMaterial* material;
  Vec3<double> r;               ///< where it acts, from the origin of the tree of a
  Vec3<double> start_velocity;  ///< J v at the start of the step, world axes
  double start_force;           ///< along the normal, at the start of the step

  // where Newton's method is
  Vec3<double> velocity;     ///< v_c
  Vec3<double> change;       ///< of that, in the last Newton step as it was before a line search
  Vec3<double> force;        ///< on a
  Vec3<double> trial_force;  ///< on a, at a velocity that a line search tries
  Mat3<double> by_velocity;  ///< ∂force/∂v_c
  bool is_open;              ///< no force, and none nearby
};

/// A dof that moves a against b.
struct Lever {
  int dof;
  Motion<double> motion;  ///< per unit speed
};

struct ContactPair {
  contact::TouchingBodies bodies;
  int first_contact, end_contact;
  int first_lever, end_lever;
};

class ContactPairs {
 public:
  explicit ContactPairs(const World& world);

  void Clear();
  /// One more contact, at the poses and velocities in ws. Those between the same bodies should come one after
  /// the other.
  void Add(const ContactPoint& point, const Workspace<double>& ws);

  View<const ContactPair> pairs() const { return pairs_; }
  View<const contact::TouchingBodies> bodies() const { return bodies_; }
  View<RegularizedContact> contacts() { return contacts_; }
  View<RegularizedContact> contacts(const ContactPair& pair) {
    return {contacts_.data() + pair.first_contact, pair.end_contact - pair.first_contact};
  }
  View<const Lever> levers(const ContactPair& pair) const {
    return {levers_.data() + pair.first_lever, pair.end_lever - pair.first_lever};
  }

  /// Of a against b when dofs move with x.
  Motion<double> RelativeMotion(const ContactPair& pair, const double* x) const {
    Motion<double> sum = Motion<double>::Zero();
    for (const Lever& lever : levers(pair)) sum += x[lever.dof] * lever.motion;
    return sum;
  }

 private:
  void AddPair(const contact::TouchingBodies& bodies, const Workspace<double>& ws);

  const World& world_;
  std::vector<RegularizedContact> contacts_;
  std::vector<ContactPair> pairs_;
  std::vector<contact::TouchingBodies> bodies_;  ///< of the pairs
  std::vector<Lever> levers_;
};

}  // namespace slipstick::tamsi
