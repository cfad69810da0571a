// The collision shapes of a world and the pairs that may collide.
#pragma once

#include <utility>
#include <vector>

#include "slipstick/geometry/solid.h"
#include "slipstick/model/model.h"

namespace slipstick::geometry {

struct CollisionShape {
  Shape shape;
  int group = -1;  ///< shapes of the same group >= 0 never touch
  /// A shape of the world that collides with robots fixed to the world: the ground, a table.
  bool environment = false;
};

/// Shapes in the order given, prepared for queries; constant once built, so that threads may share it.
///
/// Never in contact: two shapes of one body; two shapes of the world; shapes of the same group; the excluded
/// pairs; two bodies joined to each other; and a body whose joint to the world is not floating with shapes of
/// the world that are not environment, such as the base of an arm and the pedestal it stands on.
class CollisionGeometry {
 public:
  CollisionGeometry() = default;  ///< no shapes

  /// Reads meshes and takes their convex hulls. InputError names the shape, what was found and what to do.
  CollisionGeometry(const Model& model, std::vector<CollisionShape> shapes,
                    const std::vector<std::pair<int, int>>& excluded = {});

  /// A copy of these shapes, in ascending order, for a model with some of the trees (Model::WithTrees).
  /// `new_body` has the new index of each body, `new_shape` of each shape, -1 if it is not in the copy. Its
  /// shapes have no geometry, only their solids.
  CollisionGeometry Part(const Model& model, View<const int> shapes, View<const int> new_body,
                         View<const int> new_shape) const;

  int num_shapes() const { return static_cast<int>(shapes_.size()); }
  const CollisionShape& shape(int i) const { return shapes_[i]; }
  bool MayTouch(int a, int b) const;

  const Solid& solid(int i) const { return solids_[i]; }
  int body(int i) const { return placement_[i].body; }
  int num_bodies() const { return num_bodies_; }  ///< of the model it was built for

  /// A shape fixed to its body.
  struct Placement {
    int body;
    Vec p_BS;
    Mat R_BS;
    Vec centre_B;  ///< of the bounding sphere
  };
  const Placement& placement(int i) const { return placement_[i]; }

 private:
  void ListBodies(const Model& model);
  bool MayBodiesTouch(int a, int b) const;

  std::vector<CollisionShape> shapes_;
  std::vector<Solid> solids_;
  std::vector<Placement> placement_;
  int num_bodies_ = 0;
  std::vector<int> parent_;                    ///< of each body
  std::vector<char> is_floating_root_;         ///< of each body
  std::vector<std::pair<int, int>> excluded_;  ///< sorted, first < second
};

}  // namespace slipstick::geometry
