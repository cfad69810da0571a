#include "slipstick/geometry/contact_finder.h"

#include <cassert>

#include "slipstick/geometry/feature_id.h"
#include "slipstick/geometry/narrow_phase.h"

namespace slipstick::geometry {

ContactFinder::ContactFinder(const CollisionGeometry& geometry)
    : geometry_(&geometry), broad_phase_(geometry) {
  const int n = geometry.num_shapes();
  placed_.resize(n);
  is_placed_.resize(n, false);
  for (int i = 0; i < n; ++i) {
    const CollisionGeometry::Placement& place = geometry.placement(i);
    bounds_.push_back({place.centre_B, geometry.solid(i).bound, place.R_BS.z});
    placed_[i] = {&geometry.solid(i), place.p_BS, place.R_BS};  // final for shapes of the world
    is_placed_[i] = place.body == model::kWorld;
    if (place.body != model::kWorld) moving_.push_back(i);
  }
}

View<const ContactPoint> ContactFinder::Find(const Model& model, const Workspace<double>& ws, double margin) {
  assert((geometry_->num_shapes() == 0 || model.num_bodies() == geometry_->num_bodies()) &&
         "the geometry was built for another model");
  PlaceBounds(model, ws);
  contacts_.clear();
  for (const auto& [a, b] : broad_phase_.Find(bounds_, margin)) AddContacts(a, b, ws, margin);
  return contacts_;
}

/// Bounding spheres at the current poses. The origins of trees are added last, since positions relative to
/// them are small.
void ContactFinder::PlaceBounds(const Model& model, const Workspace<double>& ws) {
  for (const int i : moving_) {
    const CollisionGeometry::Placement& place = geometry_->placement(i);
    is_placed_[i] = false;
    const dynamics::BodyState<double>& body = ws.body[place.body];
    bounds_[i].centre = ws.origin[model.sweep()[place.body].root] + (body.p + body.R * place.centre_B);
    if (placed_[i].solid->kind == SolidKind::kPlane) bounds_[i].up = body.R * place.R_BS.z;
  }
}

/// The pose of a shape, computed at its first use. Spheres need no rotation.
const PlacedShape& ContactFinder::Place(int shape, const Workspace<double>& ws) {
  PlacedShape& placed = placed_[shape];
  if (is_placed_[shape]) return placed;
  is_placed_[shape] = true;
  const CollisionGeometry::Placement& place = geometry_->placement(shape);
  const Mat& R_WB = ws.body[place.body].R;
  placed.p = bounds_[shape].centre;
  if (placed.solid->kind == SolidKind::kSphere) return placed;
  placed.R = R_WB * place.R_BS;
  placed.p -= placed.R * placed.solid->centre;
  return placed;
}

void ContactFinder::AddContacts(int a, int b, const Workspace<double>& ws, double margin) {
  const PlacedShape& placed_a = Place(a, ws);
  const PlacedShape& placed_b = Place(b, ws);
  Collide(placed_a, placed_b, margin, manifold_);
  for (int i = 0; i < manifold_.size; ++i) {
    const ManifoldPoint& point = manifold_.point[i];
    if (!std::isfinite(point.gap) || !IsFinite(point.p) || !IsFinite(point.normal)) continue;  // overflow
    contacts_.push_back({ContactId(a, b, point.feature), a, b, geometry_->body(a), geometry_->body(b),
                         point.p, point.normal, point.gap});
  }
}

}  // namespace slipstick::geometry
