#include "slipstick/contact/approach_islands.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "slipstick/contact/approach_margin.h"
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

}  // namespace

ApproachIslands::ApproachIslands(const World& world) : world_(world), ws_(world.model()) {
  const Model& model = world.model();
  tree_of_body_.resize(model.num_bodies());
  for (int root = 0; root < model.num_bodies(); root = model.subtree_end()[root]) {
    std::fill(tree_of_body_.begin() + root, tree_of_body_.begin() + model.subtree_end()[root], num_trees());
    trees_.push_back({root, num_trees(), {}, {}, {}});
  }
  spheres_.resize(world.geometry().num_shapes());
  for (int shape = 0; shape < world.geometry().num_shapes(); ++shape)
    if (const int body = world.geometry().body(shape); body != model::kWorld)
      trees_[tree_of_body_[body]].shapes.push_back(shape);
  for (auto* list : {&by_x_, &number_, &roots_}) list->resize(trees_.size());
  for (auto* list : {&first_root_, &end_root_}) list->reserve(trees_.size() + 1);
}

void ApproachIslands::Find(const State& state, double h) {
  PlaceShapes(state, h);
  for (int tree = 0; tree < num_trees(); ++tree) trees_[tree].leader = tree;
  UniteNeighbours();
  UniteByMemory(state);
  ListIslands();
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
    for (auto j = i + 1; j != by_x_.end() && trees_[*j].lower.x <= trees_[*i].upper.x; ++j)
      if (Leader(*i) != Leader(*j) && MayTouch(trees_[*i], trees_[*j])) Unite(*i, *j);
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
    if (geometry.body(a) == model::kWorld || geometry.body(b) == model::kWorld) continue;
    Unite(tree_of_body_[geometry.body(a)], tree_of_body_[geometry.body(b)]);
  }
}

/// The smaller number leads, so that leaders come first in their island.
void ApproachIslands::Unite(int a, int b) {
  a = Leader(a), b = Leader(b);
  trees_[std::max(a, b)].leader = std::min(a, b);
}

int ApproachIslands::Leader(int tree) {
  while (trees_[tree].leader != tree) {
    trees_[tree].leader = trees_[trees_[tree].leader].leader;  // shortens the path
    tree = trees_[tree].leader;
  }
  return tree;
}

void ApproachIslands::ListIslands() {
  first_root_.assign(1, 0);
  end_root_.clear();
  for (int tree = 0; tree < num_trees(); ++tree) {
    const int leader = Leader(tree);
    if (leader == tree) {
      number_[tree] = size();
      first_root_.push_back(0);
    }
    ++first_root_[number_[leader] + 1];
  }
  for (int i = 0; i < size(); ++i) first_root_[i + 1] += first_root_[i];
  end_root_.assign(first_root_.begin(), first_root_.end());
  for (int tree = 0; tree < num_trees(); ++tree)
    roots_[end_root_[number_[Leader(tree)]]++] = trees_[tree].root;
}

}  // namespace slipstick::contact
