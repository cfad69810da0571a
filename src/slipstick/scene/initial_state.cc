#include "slipstick/scene/initial_state.h"

#include <fmt/core.h>

#include <cmath>
#include <limits>

#include "slipstick/core/convert.h"
#include "slipstick/dynamics/kinematics.h"
#include "slipstick/geometry/contact_finder.h"

namespace slipstick::scene {
namespace {

// A larger penetration at the start is a mistake of placement: contact forces would eject the shape. Smaller
// ones are resolved gently.
constexpr double kDeepest = 0.01;       // m
constexpr double kDeepestRatio = 0.10;  // of the size of the smaller shape

constexpr double kTouching = 1e-10;  // m; a gap this small counts as touching
constexpr double kSteepest = 0.05;   // cosine of the steepest slope that counts as ground

void SetBaseVelocity(const Model& model, int root, const Actor& actor, State& state) {
  const int v = model.joints()[root].v;
  if (model.joints()[root].kind == JointKind::kPlanar) {
    const Mat3<double>& axes = model.sweep()[root].R_PA;  // two in the plane, then its normal
    state.v.segment<3>(v) << actor.velocity.dot(ToEigen(axes.x)), actor.velocity.dot(ToEigen(axes.y)),
        actor.angular_velocity.dot(ToEigen(axes.z));
  } else {
    state.v.segment<3>(v) = actor.velocity;
    state.v.segment<3>(v + 3) = actor.angular_velocity;
  }
}

void SetJoints(const World& world, const Actor& actor, State& state) {
  const Model& model = world.model();
  for (const Preset& angle : actor.angles) {
    const Joint& joint = model.joints()[model.joint(actor.prefix + angle.joint)];
    const model::Dof& dof = model.dofs()[joint.v];
    if (angle.value < dof.lower || angle.value > dof.upper)
      toml::Refuse(angle.place, fmt::format("joint '{}' starts at {:.4g}; its limits are {:.4g} and {:.4g}.",
                                            angle.joint, angle.value, dof.lower, dof.upper));
    state.q(joint.q) = angle.value;
  }
  for (const Preset& speed : actor.speeds)
    state.v(model.joints()[model.joint(actor.prefix + speed.joint)].v) = speed.value;
  if (!actor.root.empty()) SetBaseVelocity(model, model.body(actor.root), actor, state);
}

/// Vertical distance from the actor down to a shape fixed to the world; < 0 in penetration, infinite if there
/// is none within the margin.
double HeightAbove(const World& world, const Actor& actor, const State& state, double margin,
                   geometry::ContactFinder& finder, Workspace<double>& ws) {
  dynamics::ForwardKinematics<double>(world.model(), state.q, ws);
  double height = std::numeric_limits<double>::infinity();
  for (const ContactPoint& contact : finder.Find(world.model(), ws, margin))
    if (contact.body_b == model::kWorld && actor.first_shape <= contact.shape_a &&
        contact.shape_a < actor.end_shape && contact.normal.z > kSteepest)
      height = std::min(height, contact.gap / contact.normal.z);
  return height;
}

/// Change of the first three entries of the base's q that raises it by 1 m. InputError if there is none.
Eigen::Vector3d UpwardsInBase(const Model& model, const Actor& actor) {
  const int root = model.body(actor.root);
  if (model.joints()[root].kind == JointKind::kFloating) return Eigen::Vector3d::UnitZ();
  const Mat3<double>& axes = model.sweep()[root].R_PA;
  const Eigen::Vector3d up(axes.x.z, axes.y.z, 0.0);
  if (up.norm() < kSteepest)
    toml::Refuse(
        actor.place,
        fmt::format("{} is on_ground, but its base moves in a level plane; give it a position.", actor.what));
  return up / up.squaredNorm();
}

/// Newton's method on the height, which takes one iteration above a plane.
void PutOnGround(const World& world, const Actor& actor, State& state) {
  const int base = world.model().joints()[world.model().body(actor.root)].q;
  const Eigen::Vector3d up = UpwardsInBase(world.model(), actor);
  geometry::ContactFinder finder(world.geometry());
  Workspace<double> ws(world.model());
  double margin = 1.0, height = 0.0;
  for (int iteration = 0; iteration < 60; ++iteration) {
    height = HeightAbove(world, actor, state, margin, finder, ws);
    for (; std::isinf(height) && margin < 1e4; margin *= 4.0)
      height = HeightAbove(world, actor, state, 4.0 * margin, finder, ws);
    if (std::isinf(height) && !actor.sets_on_ground) return;
    if (std::isinf(height))
      toml::Refuse(actor.place, fmt::format("{} is on_ground, but there is no shape below it; give "
                                            "it a position, or shapes or contacts.",
                                            actor.what));
    if (std::abs(height) <= kTouching) return;
    state.q.segment<3>(base) -= height * up;
  }
  if (std::abs(height) > 1e-6)
    toml::Refuse(
        actor.place,
        fmt::format("no height was found at which {} touches the ground; give it a position.", actor.what));
}

/// Size of the smaller of the two shapes; infinite if both are, such as planes.
double Size(const World& world, const ContactPoint& contact) {
  const geometry::CollisionGeometry& geometry = world.geometry();
  return 2.0 * std::min(geometry.solid(contact.shape_a).bound, geometry.solid(contact.shape_b).bound);
}

toml::SourcePosition PlaceOf(const std::vector<Actor>& actors, int shape) {
  for (const Actor& actor : actors)
    if (actor.first_shape <= shape && shape < actor.end_shape) return actor.place;
  return {};
}

}  // namespace

State MakeInitialState(const World& world, const std::vector<Actor>& actors) {
  State state = world.InitialState();
  for (const Actor& actor : actors) SetJoints(world, actor, state);
  for (const Actor& actor : actors)
    if (actor.on_ground) PutOnGround(world, actor, state);
  return world.StateAt(state.q, state.v);
}

void CheckPenetration(const World& world, const State& state, const std::vector<Actor>& actors) {
  geometry::ContactFinder finder(world.geometry());
  Workspace<double> ws(world.model());
  dynamics::ForwardKinematics<double>(world.model(), state.q, ws);
  for (const ContactPoint& contact : finder.Find(world.model(), ws)) {
    const double size = Size(world, contact), depth = -contact.gap;
    if (!(depth > kDeepest || (size > 0.0 && depth > kDeepestRatio * size))) continue;
    toml::Refuse(
        PlaceOf(actors, contact.shape_a),
        fmt::format(
            "'{}' starts {:.3g} mm deep in '{}'; move one of them (on_ground = true finds the height), or "
            "remove the shape, or exclude the pair, or set allow_penetration = true.",
            world.shape_name(contact.shape_a), 1e3 * depth, world.shape_name(contact.shape_b)));
  }
}

}  // namespace slipstick::scene
