#include "slipstick/contact/approach_islands.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "slipstick/dynamics/kinematics.h"
#include "slipstick/geometry/feature_id.h"

namespace slipstick::contact {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// If one number of a pair is NaN, the result is the other one: shapes at such positions have no contacts.
Vec3<double> Min(const Vec3<double>& a, const Vec3<double>& b) {
  return {std::min(a.x, b.x), std::min(a.y, b.y), std::min(a.z, b.z)};
}
Vec3<double> Max(const Vec3<double>& a, const Vec3<double>& b) {
  return {std::max(a.x, b.x), std::max(a.y, b.y), std::max(a.z, b.z)};
}

/// The largest speed of any point of a shape that is fixed to a moving body, from the velocities in ws, m/s.
double LargestSpeed(const World& world, const Workspace<double>& ws, int shape) {
  const geometry::CollisionGeometry::Placement& place = world.geometry().placement(shape);
  const dynamics::BodyState<double>& body = ws.body[place.body];
  const Vec3<double> centre = PointVelocity(body.v, body.p + body.R * place.centre_B);
  return Length(centre) + Length(body.v.ang) * world.geometry().solid(shape).bound;
}

}  // namespace

double ApproachMargin(const World& world, const Workspace<double>& ws, double tau) {
  double fastest = 0.0;
  for (int i = 0; i < world.geometry().num_shapes(); ++i)
    if (world.geometry().body(i) != model::kWorld) fastest = std::max(fastest, LargestSpeed(world, ws, i));
  return tau * (2.0 * fastest + 0.5 * tau * kMaxApproachAcceleration);
}

ApproachIslands::ApproachIslands(const World& world)
    : world_(world), ws_(world.model()), islands_(world.model()) {
  const Model& model = world.model();
  const geometry::CollisionGeometry& geometry = world.geometry();
  for (int root = 0; root < model.num_bodies(); root = model.subtree_end()[root]) {
    trees_.push_back({root, {}, {}, {}});
    alone_.push_back({root, model::kWorld});
    for (int shape = 0; shape < geometry.num_shapes(); ++shape)
      if (const int body = geometry.body(shape); body >= root && body < model.subtree_end()[root])
        trees_.back().shapes.push_back(shape);
  }
  spheres_.resize(geometry.num_shapes());
  by_x_.resize(trees_.size());
}

void ApproachIslands::Find(const State& state, double h) {
  PlaceShapes(state, h);
  islands_.Disconnect();
  UniteNeighbours();
  UniteByMemory(state);
  islands_.List(alone_);
}

void ApproachIslands::PlaceShapes(const State& state, double h) {
  const geometry::CollisionGeometry& geometry = world_.geometry();
  dynamics::ForwardKinematics<double>(world_.model(), state.q, state.v, ws_);
  for (Tree& tree : trees_) {
    tree.lower = {kInfinity, kInfinity, kInfinity};
    tree.upper = -tree.lower;
    for (const int shape : tree.shapes) {
      const geometry::CollisionGeometry::Placement& place = geometry.placement(shape);
      const dynamics::BodyState<double>& body = ws_.body[place.body];
      const double reach = h * (LargestSpeed(world_, ws_, shape) + 0.25 * h * kMaxApproachAcceleration);
      const double bound = geometry.solid(shape).bound;
      Sphere& sphere = spheres_[shape];
      sphere.centre = ws_.origin[tree.root] + (body.p + body.R * place.centre_B);
      sphere.radius = std::isfinite(bound) ? bound + reach : bound;
      const Vec3<double> corner{sphere.radius, sphere.radius, sphere.radius};
      tree.lower = Min(tree.lower, sphere.centre - corner);
      tree.upper = Max(tree.upper, sphere.centre + corner);
    }
  }
}

/// Sweep and prune along x.
void ApproachIslands::UniteNeighbours() {
  for (int tree = 0; tree < num_trees(); ++tree) by_x_[tree] = tree;
  std::sort(by_x_.begin(), by_x_.end(), [&](int i, int j) {
    return trees_[i].lower.x != trees_[j].lower.x ? trees_[i].lower.x < trees_[j].lower.x : i < j;
  });
  for (auto i = by_x_.begin(); i != by_x_.end(); ++i)
    for (auto j = i + 1; j != by_x_.end() && trees_[*j].lower.x <= trees_[*i].upper.x; ++j) {
      const TouchingBodies roots{trees_[*i].root, trees_[*j].root};
      if (!islands_.AreConnected(roots) && MayTouch(trees_[*i], trees_[*j])) islands_.Connect(roots);
    }
}

bool ApproachIslands::MayTouch(const Tree& a, const Tree& b) const {
  if (a.lower.y > b.upper.y || b.lower.y > a.upper.y || a.lower.z > b.upper.z || b.lower.z > a.upper.z)
    return false;
  for (const int i : a.shapes)
    for (const int j : b.shapes) {
      const double reach = spheres_[i].radius + spheres_[j].radius;
      const Vec3<double> apart = spheres_[i].centre - spheres_[j].centre;
      if (Dot(apart, apart) <= reach * reach && world_.geometry().MayTouch(i, j)) return true;
    }
  return false;
}

void ApproachIslands::UniteByMemory(const State& state) {
  const geometry::CollisionGeometry& geometry = world_.geometry();
  for (const ContactMemory& contact : state.contacts) {
    const int a = geometry::ShapeA(contact.id), b = geometry::ShapeB(contact.id);
    if (std::max(a, b) >= geometry.num_shapes()) continue;
    if (geometry.body(a) == model::kWorld) continue;
    islands_.Connect({geometry.body(a), geometry.body(b)});
  }
}

}  // namespace slipstick::contact
