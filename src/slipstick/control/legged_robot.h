// Description of a legged robot for controllers: base, actuated joints, feet and standing configuration.
#pragma once

#include <string>
#include <vector>

#include "slipstick/core/eigen.h"
#include "slipstick/dynamics/workspace.h"
#include "slipstick/model/model.h"

namespace slipstick::control {

/// One tree of a model with a floating or planar root, and named frames as feet. The model may contain other
/// bodies. The model must outlive the robot.
struct LeggedRobot {
  /// InputError unless all feet belong to one tree with a floating or planar root. `standing` is a
  /// configuration of the whole model in which the robot stands; it defines the nominal joint positions and
  /// the height and orientation of the base.
  LeggedRobot(const Model& model, const std::vector<std::string>& feet, const Eigen::VectorXd& standing);

  const Model* model;
  Eigen::VectorXd standing;       ///< nq
  int base;                       ///< its root body
  int base_q, base_v;             ///< first entries of the base: 7 in q, 6 in v; of a planar one 3 each
  Eigen::Vector3d base_position;  ///< of its origin in the standing configuration, world
  std::vector<int> joints;        ///< actuated dofs: all of the tree except the base
  std::vector<int> feet;          ///< frames
  std::vector<dynamics::BodyPoint<double>> soles;  ///< origins of the feet, as points of bodies
  double mass;                                     ///< of the tree, kg
  std::vector<Eigen::Vector3d> stance;  ///< positions of the feet in the standing configuration, world

  /// InputError, starting with `where`, if the base is planar.
  void RequireFloatingBase(const char* where) const;
  /// InputError, starting with `where`, if two feet are on one body.
  void RequireOneFootPerBody(const char* where) const;

  int num_feet() const { return static_cast<int>(feet.size()); }
  int num_joints() const { return static_cast<int>(joints.size()); }
};

/// q with the floating base raised or lowered so that the lowest foot origin is at this height: 0 for point
/// feet, the radius for spherical feet.
Eigen::VectorXd PlaceOnGround(const Model& model, const std::vector<std::string>& feet,
                              const Eigen::VectorXd& q, double height = 0.0);

/// Centre of mass of the robot alone, and its velocity; ws holds ForwardKinematics with q and v.
Eigen::Vector3d CenterOfMass(const LeggedRobot& robot, const Workspace<double>& ws);
Eigen::Vector3d CenterOfMassVelocity(const LeggedRobot& robot, const Workspace<double>& ws);

}  // namespace slipstick::control
