// Mass properties of one body, as published numbers or from a solid of uniform density.
#pragma once

#include <string>

#include "slipstick/core/pose.h"
#include "slipstick/names.h"

namespace slipstick::model {

struct Inertia {
  double mass = 0.0;                                     ///< kg
  Eigen::Vector3d com = Eigen::Vector3d::Zero();         ///< centre of mass in the body frame, m
  Eigen::Matrix3d rotational = Eigen::Matrix3d::Zero();  ///< about the centre of mass, body axes, kg m²

  static Inertia None() { return {}; }
  // Point masses and rods have no rotational inertia about some axes (PhysicalDefect reports it): they are
  // meant to be added to other bodies.
  static Inertia PointMass(double mass, const Eigen::Vector3d& at);
  static Inertia Rod(double mass, const Eigen::Vector3d& from, const Eigen::Vector3d& to);  ///< thin

  static Inertia Box(double mass, const Eigen::Vector3d& size);        ///< centred, full edge lengths
  static Inertia Sphere(double mass, double radius);                   ///< centred, solid
  static Inertia Cylinder(double mass, double radius, double length);  ///< centred, solid, along z

  /// The same body expressed in another frame P; `pose` is X_PB, the pose of the body frame B in P.
  Inertia In(const Pose& pose) const;
  /// Rotational inertia about a point of the body frame.
  Eigen::Matrix3d About(const Eigen::Vector3d& point) const;
};

/// The inertia of both as one rigid body, in the same frame.
Inertia operator+(const Inertia& a, const Inertia& b);

/// The physical defect of an inertia as text; empty if it has none. A real body has mass > 0, a positive
/// definite rotational inertia and principal moments that obey the triangle inequality.
std::string PhysicalDefect(const Inertia& inertia);

}  // namespace slipstick::model
