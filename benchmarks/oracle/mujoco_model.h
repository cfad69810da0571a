// Conversion of a model to MuJoCo, and between the two conventions (docs/conventions.md).
//
//                       ours                                  MuJoCo
//   quaternion          x, y, z, w                            w, x, y, z
//   angular velocity    axes of J, the parent side            axes of the child body
//   everything else     the same: bodies depth first; a free body's linear velocity is its origin's, in world
//   axes
#pragma once

#include <Eigen/Core>
#include <string>

#include "slipstick/model/model.h"

namespace slipstick::oracle {

/// The model as MJCF: bodies, joints, inertias, armatures and gravity. Limits, damping, dry friction and
/// shapes are left out, because the functions compared do not apply them; contacts and constraints are
/// switched off. A planar joint becomes slide, slide, hinge; a floating one that is not on the world slide,
/// slide, slide, ball.
std::string ToMjcf(const Model& model);

Eigen::VectorXd ToMujocoConfiguration(const Model& model, const Eigen::VectorXd& q);
Eigen::VectorXd FromMujocoConfiguration(const Model& model, const Eigen::VectorXd& qpos);

/// T(q), nv x nv, with qvel = T v. It turns the angular velocity of every rotation from J into the child, so
///   T is orthogonal,                        hence for forces  qfrc = T⁻ᵀ tau = T tau
///   Ṫ v = -Rᵀ (ω × ω) = 0,                  hence             qacc = T a + Ṫ v = T a
///   and M = Tᵀ M_mujoco T,                  bias = Tᵀ bias_mujoco.
Eigen::MatrixXd MujocoVelocityMap(const Model& model, const Eigen::VectorXd& q);

}  // namespace slipstick::oracle
