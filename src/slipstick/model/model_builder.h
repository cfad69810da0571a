// Builds models in code:
//
//   ModelBuilder world("cart_pole");
//   const int cart = world.Add("cart", Inertia::Box(1.0, {0.3, 0.2, 0.1}),
//                              Prismatic("rail").Along(X).Limits(-1, 1));
//   world.Add("pole", Inertia::Rod(0.2, {0, 0, 0}, {0, 0, 0.5}),
//             Revolute("pivot").On(cart).About(Y).Damping(0.01));
//   world.Add("ball", Inertia::Sphere(0.1, 0.05), Floating("ball_free").At(Pose::At(1, 0, 1)));
//   const Model model = world.Build();
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "slipstick/core/error.h"
#include "slipstick/model/model.h"
#include "slipstick/names.h"

namespace slipstick::model {

/// An invalid model. Readers that know the line of a link add it to the message.
class ModelError : public InputError {
 public:
  ModelError(const std::string& model, std::string reason, int link)
      : InputError("model '" + model + "': " + reason), reason_(std::move(reason)), link_(link) {}

  const std::string& reason() const { return reason_; }  ///< the message without the model's name
  /// The invalid link, or the link of the invalid joint; kWorld if there is no single one.
  int link() const { return link_; }

 private:
  std::string reason_;
  int link_;
};

/// A joint moves no inertia, so that its acceleration would be undefined.
class MissingInertiaError : public ModelError {
 public:
  using ModelError::ModelError;
};

inline const Eigen::Vector3d X = Eigen::Vector3d::UnitX();
inline const Eigen::Vector3d Y = Eigen::Vector3d::UnitY();
inline const Eigen::Vector3d Z = Eigen::Vector3d::UnitZ();

/// Specification of a joint. Start from one of the functions below and chain the settings that differ from
/// the default.
class JointSpec {
 public:
  JointSpec(JointKind kind, std::string name) : kind_(kind), name_(std::move(name)) {}

  JointSpec& On(int parent) { return parent_ = parent, *this; }  ///< a link of the builder, or kWorld
  JointSpec& At(const Pose& in_parent) { return X_PJ_ = in_parent, *this; }
  JointSpec& About(const Eigen::Vector3d& axis) { return axis_ = axis, *this; }
  JointSpec& Along(const Eigen::Vector3d& axis) { return About(axis); }
  JointSpec& Limits(double lower, double upper) { return lower_ = lower, upper_ = upper, *this; }
  JointSpec& VelocityLimit(double limit) { return velocity_limit_ = limit, *this; }
  JointSpec& EffortLimit(double limit) { return effort_limit_ = limit, *this; }
  // A joint with several dofs uses the same value for each, in SI units: N m s and kg m² for rotations, N s/m
  // and kg for translations.
  JointSpec& Damping(double damping) { return damping_ = damping, *this; }
  JointSpec& Friction(double friction) { return friction_ = friction, *this; }
  JointSpec& Armature(double armature) { return armature_ = armature, *this; }

 private:
  friend class ModelBuilder;
  static constexpr double kInf = std::numeric_limits<double>::infinity();

  JointKind kind_;
  std::string name_;
  int parent_ = kWorld;
  Pose X_PJ_;
  Eigen::Vector3d axis_ = Eigen::Vector3d::UnitZ();
  double lower_ = -kInf, upper_ = kInf, velocity_limit_ = kInf, effort_limit_ = kInf;
  double damping_ = 0.0, friction_ = 0.0, armature_ = 0.0;
};

inline JointSpec Fixed(std::string name) { return {JointKind::kFixed, std::move(name)}; }
inline JointSpec Revolute(std::string name) { return {JointKind::kRevolute, std::move(name)}; }
inline JointSpec Continuous(std::string name) { return {JointKind::kContinuous, std::move(name)}; }
inline JointSpec Prismatic(std::string name) { return {JointKind::kPrismatic, std::move(name)}; }
inline JointSpec Spherical(std::string name) { return {JointKind::kSpherical, std::move(name)}; }
inline JointSpec Planar(std::string name) { return {JointKind::kPlanar, std::move(name)}; }
inline JointSpec Floating(std::string name) { return {JointKind::kFloating, std::move(name)}; }

class ModelBuilder {
 public:
  explicit ModelBuilder(std::string name) : name_(std::move(name)) {}

  /// Adds a link and its joint; returns the handle of the link for On(). Parents must be added before their
  /// children. A link on a fixed joint becomes part of its parent's body and keeps its name as a frame.
  int Add(std::string name, const Inertia& inertia, const JointSpec& joint);

  void AddFrame(std::string name, int link, const Pose& pose);
  void AddCollision(std::string name, int link, const Pose& pose, Geometry geometry);
  void AddVisual(std::string name, int link, const Pose& pose, Geometry geometry,
                 const Eigen::Vector4d& rgba = {0.7, 0.7, 0.7, 1.0});

  /// Adds all links of another builder, such as a second robot or a free object, with a prefix to their
  /// names. `base` is the pose of its roots in the world; its gravity is ignored. Returns the handle of its
  /// first link.
  int Add(const ModelBuilder& other, const std::string& prefix, const Pose& base = {});

  ModelBuilder& SetGravity(const Eigen::Vector3d& gravity) { return gravity_ = gravity, *this; }

  const std::string& name() const { return name_; }
  /// The link of each collision shape, in the order in which they were added; links on fixed joints become
  /// part of another body when the model is built. Empty for the world.
  std::vector<std::string> CollisionLinks() const;
  int num_links() const { return static_cast<int>(links_.size()); }
  double total_mass() const;  ///< of all links, including those fixed to the world

  /// Builds the model. ModelError for duplicate names, non-finite numbers, and joints that move no inertia.
  Model Build() const;

 private:
  struct Link {
    std::string name;
    Inertia inertia;
    JointSpec joint;
  };
  struct NamedPose {
    std::string name;
    int link;
    Pose pose;
  };
  struct PlacedShape {
    Shape shape;
    int link;
  };
  struct Assembly;  // the steps of Build()

  void CheckLink(int link, const char* what, const std::string& name) const;

  std::string name_;
  Eigen::Vector3d gravity_{0.0, 0.0, -9.81};
  std::vector<Link> links_;
  std::vector<NamedPose> frames_;
  std::vector<PlacedShape> collisions_, visuals_;
};

}  // namespace slipstick::model
