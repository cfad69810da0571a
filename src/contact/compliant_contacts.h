// The forces of the anchor law at one instant, for all contacts of a world: what the compliant steppers evaluate.
#pragma once

#include <vector>

#include "contact/anchor_law.h"
#include "contact/state.h"
#include "contact/world.h"
#include "dynamics/workspace.h"
#include "geometry/contact_finder.h"

namespace slipstick {

/// Where the spring along the normal is relaxed.
enum class NormalAnchor {
  kSurface,    ///< where the surfaces just touch: the force depends on where things are, not on the time step
  kTouchdown,  ///< where the contact was first seen, as in paper 000
};

struct CompliantContact {
  ContactPoint geometry;
  Vec3<double>
      p;  ///< where the force acts: on the surface of a if b is the world, midway otherwise; world frame
  const ContactMaterial* material;
  double rest_depth;
  AnchorInput input;
  AnchorForce result;
};

class CompliantContacts {
 public:
  CompliantContacts(const World& world, NormalAnchor normal_anchor);

  /// Finds all contacts at the poses and velocities in ws and the forces they exert. `memory` is where their anchors are; a
  /// contact that is not in it has just touched.
  void Evaluate(const Workspace<double>& ws, const std::vector<ContactMemory>& memory);

  /// What to remember of the last Evaluate, which was with the same ws.
  void Remember(const Workspace<double>& ws, std::vector<ContactMemory>& memory) const;

  View<const CompliantContact> contacts() const { return contacts_; }

  /// tau += Jᵀ f.
  void AddGeneralizedForce(const Workspace<double>& ws, Out<double> tau) const;

  double ElasticEnergy() const;

 private:
  CompliantContact Place(const ContactPoint& point, const ContactMemory* memory,
                         const Workspace<double>& ws) const;

  const World& world_;  // NOLINT: lives in a stepper, which does not outlive its world either
  NormalAnchor normal_anchor_;
  ContactFinder finder_;
  std::vector<CompliantContact> contacts_;
};

}  // namespace slipstick
