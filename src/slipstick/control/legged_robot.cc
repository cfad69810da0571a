#include "slipstick/control/legged_robot.h"

#include <fmt/core.h>

#include <algorithm>

#include "slipstick/core/convert.h"
#include "slipstick/core/error.h"
#include "slipstick/dynamics/energy.h"
#include "slipstick/dynamics/kinematics.h"

namespace slipstick::control {

using Eigen::Vector3d;
using Eigen::VectorXd;

namespace {

/// The root body of the tree that carries the frame; InputError unless its joint is floating or planar.
int FreeRoot(const Model& model, int frame) {
  const Frame& f = model.frames()[frame];
  const int root = f.body == model::kWorld ? model::kWorld : model.sweep()[f.body].root;
  const JointKind kind = root == model::kWorld ? JointKind::kFixed : model.joints()[root].kind;
  if (kind != JointKind::kFloating && kind != JointKind::kPlanar)
    throw InputError(fmt::format(
        "legged robot in model '{}': foot '{}' belongs to {}; a legged robot needs a floating base: load it "
        "with one (UrdfOptions::base).",
        model.name(), f.name,
        root == model::kWorld
            ? "the world"
            : fmt::format("'{}', whose joint is {}", model.bodies()[root].name, model::KindName(kind))));
  return root;
}

}  // namespace

LeggedRobot::LeggedRobot(const Model& m, const std::vector<std::string>& feet_names, const VectorXd& q)
    : model(&m), standing(q) {
  if (feet_names.empty())
    throw InputError(fmt::format("legged robot in model '{}': no feet given; name their frames.", m.name()));
  m.CheckConfigurationSize(static_cast<int>(q.size()), "standing configuration");
  for (const std::string& name : feet_names) {
    const int frame = m.frame(name);
    feet.push_back(frame);
    soles.push_back({m.frames()[frame].body, FromEigen(m.frames()[frame].X_BF.p)});
  }
  base = FreeRoot(m, feet[0]);
  for (const int frame : feet)
    if (FreeRoot(m, frame) != base)
      throw InputError(
          fmt::format("legged robot in model '{}': feet '{}' and '{}' belong to different robots; name the "
                      "feet of one robot.",
                      m.name(), m.frames()[feet[0]].name, m.frames()[frame].name));
  mass = m.tree_mass(base);
  base_q = m.joints()[base].q, base_v = m.joints()[base].v;
  for (int i = base; i < m.subtree_end()[base]; ++i) {
    for (int k = 0; i != base && k < m.joints()[i].nv; ++k) joints.push_back(m.joints()[i].v + k);
  }
  Workspace<double> ws(m);
  dynamics::ForwardKinematics(m, standing, ws);
  base_position = ToEigen(dynamics::PointPosition(m, ws, dynamics::BodyPoint<double>{base, {}}));
  for (const auto& sole : soles) stance.push_back(ToEigen(dynamics::PointPosition(m, ws, sole)));
}

void LeggedRobot::RequireFloatingBase(const char* where) const {
  if (model->joints()[base].kind != JointKind::kFloating)
    throw InputError(
        fmt::format("{}: the base '{}' of '{}' is planar, expected a floating base; load the model with one "
                    "(UrdfOptions::base), or use a gait by joint feedback alone (walk, hop).",
                    where, model->bodies()[base].name, model->name()));
}

void LeggedRobot::RequireOneFootPerBody(const char* where) const {
  for (size_t a = 0; a < feet.size(); ++a)
    for (size_t b = a + 1; b < feet.size(); ++b)
      if (soles[a].body == soles[b].body)
        throw InputError(
            fmt::format("{}: '{}' and '{}' of '{}' are on the same body; name one frame per foot, in the "
                        "middle of its sole ('feet').",
                        where, model->frames()[feet[a]].name, model->frames()[feet[b]].name, model->name()));
}

VectorXd PlaceOnGround(const Model& model, const std::vector<std::string>& feet, const VectorXd& q,
                       double height) {
  const LeggedRobot robot(model, feet, q);
  robot.RequireFloatingBase("place on ground");
  double lowest = robot.stance[0].z();
  for (const Vector3d& foot : robot.stance) lowest = std::min(lowest, foot.z());
  VectorXd placed = q;
  placed[robot.base_q + 2] += height - lowest;
  return placed;
}

Vector3d CenterOfMass(const LeggedRobot& robot, const Workspace<double>& ws) {
  return dynamics::CenterOfMass(*robot.model, ws, robot.base);
}

Vector3d CenterOfMassVelocity(const LeggedRobot& robot, const Workspace<double>& ws) {
  Vector3d sum = Vector3d::Zero();
  for (int i = robot.base; i < robot.model->subtree_end()[robot.base]; ++i) {
    const Inertia& inertia = robot.model->bodies()[i].inertia;
    sum += inertia.mass *
           ToEigen(dynamics::PointVelocity(ws, dynamics::BodyPoint<double>{i, FromEigen(inertia.com)}));
  }
  return sum / robot.mass;
}

}  // namespace slipstick::control
