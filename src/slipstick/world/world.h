// The simulated world: the model, its collision shapes and their materials. Immutable once built; may be
// shared by threads.
//
//   WorldBuilder builder(LoadUrdf("solo12.urdf"));
//   builder.AddGround();
//   for (const char* foot : {"FL_FOOT", "FR_FOOT", "HL_FOOT", "HR_FOOT"}) builder.AddPoint(foot);
//   const World world = builder.Build();
//   State state = world.InitialState();
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "slipstick/geometry/collision_geometry.h"
#include "slipstick/model/model.h"
#include "slipstick/names.h"
#include "slipstick/world/joint_law.h"
#include "slipstick/world/material.h"
#include "slipstick/world/state.h"
#include "slipstick/world/wrench_space.h"

namespace slipstick::world {

class World {
 public:
  const Model& model() const { return model_; }
  const geometry::CollisionGeometry& geometry() const { return geometry_; }
  const std::vector<JointLaw>& joint_laws() const { return joint_laws_; }  ///< one per dof
  bool has_dry_friction() const { return has_dry_friction_; }

  /// The material of a contact between two shapes.
  const ContactMaterial& material(int shape_a, int shape_b) const {
    return pairs_[material_of_shape_[shape_a] * num_materials_ + material_of_shape_[shape_b]];
  }
  /// The wrench space of such a contact, if one was set; null: the material applies.
  const WrenchSpace* wrench_space(int shape_a, int shape_b) const {
    return wrench_spaces_[material_of_shape_[shape_a] * num_materials_ + material_of_shape_[shape_b]].get();
  }
  bool has_wrench_spaces() const { return has_wrench_spaces_; }
  const std::string& shape_name(int shape) const { return geometry_.shape(shape).shape.name; }
  /// "world" for kWorld.
  const std::string& body_name(int body) const;

  /// The neutral configuration at rest, without contact memory, at t = 0.
  State InitialState() const;
  /// At rest at q.
  State StateAt(const Eigen::VectorXd& q) const;
  State StateAt(const Eigen::VectorXd& q, const Eigen::VectorXd& v) const;

 private:
  friend class WorldBuilder;
  friend class WorldPart;
  World() = default;

  Model model_;
  geometry::CollisionGeometry geometry_;
  std::vector<int> material_of_shape_;
  int num_materials_ = 0;
  std::vector<ContactMaterial> pairs_;                             ///< num_materials_² combined materials
  std::vector<std::shared_ptr<const WrenchSpace>> wrench_spaces_;  ///< as many, mostly null
  std::vector<JointLaw> joint_laws_;
  bool has_dry_friction_ = false, has_wrench_spaces_ = false;
};

/// Rules that exclude contacts of a shape (geometry/collision_geometry.h).
struct ContactFilter {
  int group = -1;            ///< no contacts between shapes of the same group >= 0
  bool environment = false;  ///< a shape of the world in contact with robots that are fixed to the world
};

class WorldBuilder {
 public:
  /// Starts without shapes, and with the material "default".
  explicit WorldBuilder(Model model);

  const Model& model() const { return model_; }

  /// Adds a material, or replaces the material of this name.
  WorldBuilder& SetMaterial(const std::string& name, const ContactMaterial& material);
  /// Sets the material of contacts between these two materials, instead of their combination.
  WorldBuilder& SetPair(const std::string& a, const std::string& b, const ContactMaterial& material);

  /// Sets the wrench space of contacts between these two materials, for steppers that use wrench spaces
  /// (`slipstick list steppers`). The others use the material.
  WorldBuilder& SetWrenchSpace(const std::string& a, const std::string& b,
                               std::shared_ptr<const WrenchSpace> space);

  // The following return the index of the (first) shape added.
  int AddShape(const geometry::CollisionShape& shape, const std::string& material = "default");
  /// Adds all collision shapes of the model, except meshes whose file was not found. Returns the number of
  /// shapes before the call, also if none is added.
  int AddCollisions(const std::string& material = "default", bool self_collision = false);
  /// Adds one collision shape of the model; returns -1 and adds nothing for a mesh whose file was not found.
  int AddCollision(int collision, const std::string& material = "default", const ContactFilter& filter = {});
  /// Adds a contact point at p_F of a frame, e.g. for a foot without collision geometry.
  int AddPoint(const std::string& frame, const Eigen::Vector3d& p_F = Eigen::Vector3d::Zero(),
               const std::string& material = "default", const ContactFilter& filter = {});
  /// Adds the half-space below the plane z = 0 of `pose`.
  int AddGround(const Pose& pose = {}, const std::string& material = "default");

  /// Excludes contacts between these two shapes.
  WorldBuilder& Exclude(int shape_a, int shape_b);
  WorldBuilder& SetJointLaw(const JointLawOptions& options);

  World Build() const&;
  World Build() &&;  ///< moves the model, its largest member, into the world

 private:
  int MaterialIndex(const std::string& name) const;

  Model model_;
  std::vector<geometry::CollisionShape> shapes_;
  std::vector<int> material_of_shape_;
  std::vector<std::pair<std::string, ContactMaterial>> materials_;
  std::map<std::pair<int, int>, ContactMaterial> pairs_;
  std::map<std::pair<int, int>, std::shared_ptr<const WrenchSpace>> wrench_spaces_;
  std::vector<std::pair<int, int>> excluded_;
  JointLawOptions joint_options_;
};

}  // namespace slipstick::world
