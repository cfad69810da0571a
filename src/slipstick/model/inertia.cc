#include "slipstick/model/inertia.h"

#include <fmt/core.h>

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>

#include "slipstick/core/scalar.h"

namespace slipstick::model {

using Eigen::Matrix3d;
using Eigen::Vector3d;

namespace {

/// m (|r|² 1 - r rᵀ): the rotational inertia of a point mass at r about the origin.
Matrix3d Steiner(double mass, const Vector3d& r) {
  return mass * (r.squaredNorm() * Matrix3d::Identity() - r * r.transpose());
}

}  // namespace

Inertia Inertia::PointMass(double mass, const Vector3d& at) { return {mass, at, Matrix3d::Zero()}; }

Inertia Inertia::Box(double mass, const Vector3d& size) {
  const Vector3d s = size.cwiseAbs2() * mass / 12.0;
  return {mass, Vector3d::Zero(), Vector3d(s.y() + s.z(), s.x() + s.z(), s.x() + s.y()).asDiagonal()};
}

Inertia Inertia::Sphere(double mass, double radius) {
  return {mass, Vector3d::Zero(), 0.4 * mass * radius * radius * Matrix3d::Identity()};
}

Inertia Inertia::Cylinder(double mass, double radius, double length) {
  const double axial = 0.5 * mass * radius * radius;
  const double across = mass * (3.0 * radius * radius + length * length) / 12.0;
  return {mass, Vector3d::Zero(), Vector3d(across, across, axial).asDiagonal()};
}

Inertia Inertia::Rod(double mass, const Vector3d& from, const Vector3d& to) {
  return {mass, 0.5 * (from + to), Steiner(mass, to - from) / 12.0};
}

Inertia Inertia::In(const Pose& pose) const {
  return {mass, pose * com, pose.R * rotational * pose.R.transpose()};
}

Matrix3d Inertia::About(const Vector3d& point) const { return rotational + Steiner(mass, com - point); }

Inertia operator+(const Inertia& a, const Inertia& b) {
  const double mass = a.mass + b.mass;
  if (mass <= 0.0) return {mass, a.com, a.rotational + b.rotational};
  const Vector3d com = (a.mass * a.com + b.mass * b.com) / mass;
  return {mass, com, a.About(com) + b.About(com)};
}

std::string PhysicalDefect(const Inertia& inertia) {
  // Published numbers are rounded to a few digits, so thin bodies may violate the inequality by that much.
  constexpr double kRoundingSlack = 1e-3;
  if (!(inertia.mass > 0.0)) return fmt::format("mass is {:g} kg, a body needs mass > 0", inertia.mass);
  Eigen::SelfAdjointEigenSolver<Matrix3d> eigen(inertia.rotational, Eigen::EigenvaluesOnly);
  const Vector3d& moments = eigen.eigenvalues();  // ascending
  if (!(moments.x() > 0.0))
    return fmt::format("rotational inertia is not positive definite (smallest principal moment {:g} kg m²)",
                       moments.x());
  if (moments.x() + moments.y() < moments.z() * (1.0 - kRoundingSlack))
    return fmt::format(
        "principal moments {:g}, {:g}, {:g} kg m² violate the triangle inequality "
        "(no mass distribution has them)",
        moments.x(), moments.y(), moments.z());
  return "";
}

}  // namespace slipstick::model
