// The forces of a compliant law at one instant, for all contacts of a world: what the compliant steppers
// evaluate.
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
  Vec3<double> p;  ///< where the force acts, world frame: midway between the surfaces, see PointOfForce
  const ContactMaterial* material;
  double rest_depth;
  laws::AnchorInput input;
  laws::AnchorForce result;
};

class CompliantContacts {
 public:
  CompliantContacts(const World& world, const laws::CompliantOptions& options);

  /// Finds all contacts at the poses and velocities in ws and the forces they exert. `memory` is where their
  /// anchors are; a contact that is not in it has just touched. With a margin, pairs with a gap up to it are
  /// found, too, and exert nothing.
  void Evaluate(const Workspace<double>& ws, const std::vector<ContactMemory>& memory, double margin = 0.0);

  /// What to remember of the last Evaluate, which was without a margin, with the same ws and whose forces act
  /// for h seconds; 0 for anchors that do not move.
  void Remember(const Workspace<double>& ws, double h, laws::EvaluatedAt at,
                std::vector<ContactMemory>& memory) const;

  View<const CompliantContact> contacts() const { return contacts_; }

  /// tau += Jᵀ f.
  void AddGeneralizedForce(const Workspace<double>& ws, Out<double> tau) const;

  double ElasticEnergy() const;

 private:
  Vec3<double> PointOfForce(const ContactPoint& point) const;
  CompliantContact Place(const ContactPoint& point, const ContactMemory* memory,
                         const Workspace<double>& ws) const;
  Vec3<double> StretchToRemember(const CompliantContact& contact, double h, laws::EvaluatedAt at) const;

  const World& world_;
  laws::CompliantOptions options_;
  geometry::ContactFinder finder_;
  std::vector<CompliantContact> contacts_;
};

}  // namespace slipstick::contact
