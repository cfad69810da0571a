// Derivatives of the generalised forces of contacts and external wrenches with respect to q and v, for
// implicit steppers.
#pragma once

#include <vector>

#include "slipstick/contact/compliant_contacts.h"

namespace slipstick::contact {

/// Derivatives of the generalised contact force Jᵀ f. They assume a contact point fixed to its bodies and a
/// normal fixed in the world. That is exact for points and corners on a plane. The force of the regularised
/// law acts midway between the surfaces, so its point is off by half of the penetration depth.
class ContactStiffness {
 public:
  ContactStiffness(const World& world, const laws::CompliantOptions& options);

  /// by_q += ∂(Jᵀ f)/∂q and by_v += ∂(Jᵀ f)/∂v for all contacts; nv x nv, row-major. ws holds the poses and
  /// velocities at (q, v) with which the contacts were evaluated.
  void Add(const Workspace<double>& ws, In<double> v, View<const CompliantContact> contacts, double* by_q,
           double* by_v);

  /// by_q += ∂/∂q of the generalised force of a constant force and moment (world axes) at the body point that
  /// is now at p_W.
  void AddWrench(const Workspace<double>& ws, int body, const Vec3<double>& p_W, const Vec3<double>& force,
                 const Vec3<double>& moment, double* by_q);

 private:
  /// A dof that moves one body of the contact relative to the other.
  struct Lever {
    int dof, joint;
    bool slides;            ///< the dof is a translation
    Vec3<double> axis;      ///< angular velocity per unit speed
    Vec3<double> arm;       ///< velocity of a relative to b at the contact per unit speed
    Vec3<double> arm_rate;  ///< ∂(J v)/∂q of this dof
  };
  using Levers = std::vector<Lever>;

  void CollectLevers(const Workspace<double>& ws, const CompliantContact& contact, In<double> v);
  /// The levers between the body and a dof above it, or the world (-1).
  void CollectSide(const Workspace<double>& ws, const Vec3<double>& p_W, int body, int common_dof,
                   double sign, Levers& levers) const;
  static void FindArmRates(In<double> v, Levers& levers);

  const World& world_;
  laws::CompliantOptions options_;
  Levers side_[2];  ///< levers of a and of b, from the contact to the root
};

}  // namespace slipstick::contact
