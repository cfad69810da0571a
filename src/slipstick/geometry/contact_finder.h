// Contact detection: from poses to contact points.
#pragma once

#include <vector>

#include "slipstick/core/view.h"
#include "slipstick/dynamics/workspace.h"
#include "slipstick/geometry/broad_phase.h"
#include "slipstick/geometry/collision_geometry.h"
#include "slipstick/geometry/contact_point.h"
#include "slipstick/geometry/manifold.h"

namespace slipstick::geometry {

/// Scratch memory of contact detection. It holds no state: results depend on the poses and the margin only.
class ContactFinder {
 public:
  explicit ContactFinder(const CollisionGeometry& geometry);  ///< keeps a reference

  /// All contacts with gap <= margin at the poses of the last ForwardKinematics or Evaluate of ws, sorted by
  /// id. Shapes at positions that are not finite have none. The next call overwrites them. Allocates only
  /// while the number of contacts exceeds all earlier ones.
  View<const ContactPoint> Find(const Model& model, const Workspace<double>& ws, double margin = 0.0);
  /// Of the last Find.
  View<const ContactPoint> contacts() const { return contacts_; }

 private:
  void PlaceBounds(const Model& model, const Workspace<double>& ws);
  const PlacedShape& Place(int shape, const Workspace<double>& ws);
  void AddContacts(int a, int b, const Workspace<double>& ws, double margin);

  const CollisionGeometry* geometry_;
  BroadPhase broad_phase_;
  std::vector<int> moving_;          ///< shapes that are not of the world
  std::vector<Bound> bounds_;        ///< bounding spheres in the world
  std::vector<PlacedShape> placed_;  ///< valid where is_placed_; p of spheres
  std::vector<char> is_placed_;
  Manifold manifold_;
  std::vector<ContactPoint> contacts_;
};

}  // namespace slipstick::geometry
