#include "slipstick/geometry/collision_geometry.h"

#include <fmt/core.h>

#include <algorithm>

#include "slipstick/core/convert.h"
#include "slipstick/core/error.h"
#include "slipstick/geometry/feature_id.h"

namespace slipstick::geometry {
namespace {

std::string Describe(const Shape& shape, int index) {
  return fmt::format("shape '{}' (number {}, {})", shape.name, index, model::KindName(shape.geometry));
}

void CheckPlacement(const Model& model, const Shape& shape, const std::string& where) {
  if (shape.body < model::kWorld || shape.body >= model.num_bodies())
    throw InputError(fmt::format("{}: body = {}, but model '{}' has bodies 0, ..., {}; {} is the world",
                                 where, shape.body, model.name(), model.num_bodies() - 1, model::kWorld));
  if (!shape.X_BS.p.allFinite() || !shape.X_BS.R.allFinite())
    throw InputError(
        fmt::format("{}: its placement X_BS has numbers that are not finite; correct them", where));
  constexpr double kTolerance = 1e-6;  // numbers with seven digits satisfy it
  const Mat R = ToMat3(shape.X_BS.R);
  if (!shape.X_BS.R.isUnitary(kTolerance) || Dot(Cross(R.x, R.y), R.z) < 0.0)
    throw InputError(
        fmt::format("{}: X_BS.R is not a rotation (R Rᵀ differs from 1 by more than {}, or it mirrors); "
                    "build it from a quaternion or with Pose::FromRpy",
                    where, kTolerance));
}

}  // namespace

CollisionGeometry::CollisionGeometry(const Model& model, std::vector<CollisionShape> shapes,
                                     const std::vector<std::pair<int, int>>& excluded)
    : shapes_(std::move(shapes)) {
  if (num_shapes() >= 1 << kShapeBits)
    throw InputError(fmt::format("model '{}': {} shapes, at most {} can be numbered; split the world",
                                 model.name(), num_shapes(), (1 << kShapeBits) - 1));
  for (int i = 0; i < num_shapes(); ++i) {
    const Shape& shape = shapes_[i].shape;
    const std::string where = Describe(shape, i);
    CheckPlacement(model, shape, where);
    solids_.push_back(MakeSolid(shape.geometry, where));
    Placement place{shape.body, FromEigen(shape.X_BS.p), ToMat3(shape.X_BS.R), Vec::Zero()};
    place.centre_B = place.p_BS + place.R_BS * solids_[i].centre;
    placement_.push_back(place);
  }
  ListBodies(model);
  for (const auto& [a, b] : excluded) {
    if (std::min(a, b) < 0 || std::max(a, b) >= num_shapes())
      throw InputError(fmt::format("excluded pair of shapes ({}, {}): there are shapes 0, ..., {}", a, b,
                                   num_shapes() - 1));
    excluded_.emplace_back(std::min(a, b), std::max(a, b));
  }
  std::sort(excluded_.begin(), excluded_.end());
}

void CollisionGeometry::ListBodies(const Model& model) {
  num_bodies_ = model.num_bodies();
  for (int i = 0; i < num_bodies_; ++i) {
    parent_.push_back(model.bodies()[i].parent);
    is_floating_root_.push_back(parent_[i] == model::kWorld &&
                                model.joints()[i].kind == JointKind::kFloating);
  }
}

CollisionGeometry CollisionGeometry::Part(const Model& model, View<const int> shapes,
                                          View<const int> new_body, View<const int> new_shape) const {
  CollisionGeometry part;
  for (const int i : shapes) {
    // Without the geometry, which may be large: solids_ share heights and hulls.
    CollisionShape& shape = part.shapes_.emplace_back();
    shape.shape.name = shapes_[i].shape.name;
    shape.shape.X_BS = shapes_[i].shape.X_BS;
    shape.group = shapes_[i].group;
    shape.environment = shapes_[i].environment;
    part.solids_.push_back(solids_[i]);
    part.placement_.push_back(placement_[i]);
    const int body = placement_[i].body == model::kWorld ? model::kWorld : new_body[placement_[i].body];
    part.shapes_.back().shape.body = part.placement_.back().body = body;
  }
  part.ListBodies(model);
  for (const auto& [a, b] : excluded_)
    if (new_shape[a] >= 0 && new_shape[b] >= 0) part.excluded_.emplace_back(new_shape[a], new_shape[b]);
  return part;
}

bool CollisionGeometry::MayTouch(int a, int b) const {
  if (!MayBodiesTouch(a, b)) return false;
  if (shapes_[a].group >= 0 && shapes_[a].group == shapes_[b].group) return false;
  return excluded_.empty() ||
         !std::binary_search(excluded_.begin(), excluded_.end(), std::pair(std::min(a, b), std::max(a, b)));
}

bool CollisionGeometry::MayBodiesTouch(int a, int b) const {
  const int body_a = body(a), body_b = body(b);
  if (body_a == body_b) return false;
  if (body_a == model::kWorld) return MayBodiesTouch(b, a);
  if (body_b == model::kWorld)
    return parent_[body_a] != model::kWorld || is_floating_root_[body_a] || shapes_[b].environment;
  return parent_[body_a] != body_b && parent_[body_b] != body_a;
}

}  // namespace slipstick::geometry
