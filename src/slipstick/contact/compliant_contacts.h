// The forces of a compliant law at one instant, for all contacts of a world.
#pragma once

#include <vector>

#include "slipstick/dynamics/workspace.h"
#include "slipstick/geometry/contact_finder.h"
#include "slipstick/laws/compliant_law.h"
#include "slipstick/world/state.h"
#include "slipstick/world/world.h"

namespace slipstick::contact {

struct CompliantContact {
  ContactPoint geometry;
  Vec3<double> p;  ///< point of application of the force, world frame; see PointOfForce
  const ContactMaterial* material;
  double rest_depth;
  laws::CompliantInput input;
  laws::CompliantForce result;
};

class CompliantContacts {
 public:
  CompliantContacts(const World& world, const laws::CompliantOptions& options);

  /// Finds all contacts at the poses and velocities in ws, without their forces: result is zero. `memory`
  /// holds their anchors; a contact that is not in it is new. Pairs with a gap up to the margin are listed,
  /// too.
  void Collect(const Workspace<double>& ws, const std::vector<ContactMemory>& memory, double margin);
  /// Collects the contacts that touch and evaluates their forces.
  void Evaluate(const Workspace<double>& ws, const std::vector<ContactMemory>& memory);

  /// Writes the contact memory after the last Evaluate, which was called with the same ws. Its forces act for
  /// h seconds; h = 0 leaves the anchors where they are.
  void StoreMemory(const Workspace<double>& ws, double h, laws::EvaluatedAt at,
                   std::vector<ContactMemory>& memory) const;

  /// Tangential displacement that is not elastic, for a contact whose force acts for h seconds while a moves
  /// relative to b by `displacement`.
  Vec3<double> SlipOf(const CompliantContact& contact, double h, laws::EvaluatedAt at,
                      const Vec3<double>& displacement) const;

  View<const CompliantContact> contacts() const { return contacts_; }

  /// tau += Jᵀ f.
  void AddGeneralizedForce(const Workspace<double>& ws, Out<double> tau) const;

  double ElasticEnergy() const;

 private:
  Vec3<double> PointOfForce(const ContactPoint& point) const;
  CompliantContact MakeContact(const ContactPoint& point, const ContactMemory* memory,
                               const Workspace<double>& ws) const;
  Vec3<double> StretchToRemember(const CompliantContact& contact, double h, laws::EvaluatedAt at) const;

  const World& world_;
  laws::CompliantOptions options_;
  geometry::ContactFinder finder_;
  std::vector<CompliantContact> contacts_;
};

}  // namespace slipstick::contact
