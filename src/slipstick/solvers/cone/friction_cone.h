// Projections on friction cones and pyramids, with their derivatives. Shared by the solvers of frictional
// contact.
//
// A block x = (normal, tangent 1, tangent 2) is stored in a Vec3 as (x, y, z). All sets have slope one: the
// unit of the tangents is mu times the unit of the normal.
//
// The derivative of a projection at a point z is a symmetric matrix D with eigenvalues between 0 and 1. It is
// stored as D = R Rᵀ with orthogonal columns, because Newton's method needs its range: components orthogonal
// to R follow from the projection itself (cone_newton.h).
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>

#include "slipstick/core/blocks.h"

namespace slipstick::solvers {

SLIPSTICK_INLINE double TangentSquared(const Vec3<double>& a) { return a.y * a.y + a.z * a.z; }

/// The part of a set's boundary that a point projects to.
struct ConeFace {
  Vec3<double> point;     ///< the projection
  bool inside;            ///< D is the identity, and basis and curvature are not set
  int rank;               ///< columns of R
  Vec3<double> basis[3];  ///< R: orthogonal, of length at most 1
  double curvature[3];    ///< 1 - |column|²: zero along straight directions of the boundary

  void SetInside(const Vec3<double>& z) {
    point = z;
    inside = true;
    rank = 3;
  }
};

/// {x_n >= 0}, tangents free.
SLIPSTICK_INLINE void ProjectOnHalfSpace(const Vec3<double>& z, ConeFace& face) {
  if (z.x > 0.0) return face.SetInside(z);
  face.inside = false;
  face.point = {0.0, z.y, z.z};
  face.rank = 2;
  face.basis[0] = Vec3<double>::UnitY();
  face.basis[1] = Vec3<double>::UnitZ();
  face.curvature[0] = face.curvature[1] = 0.0;
}

/// {|x_t| <= x_n}.
SLIPSTICK_INLINE void ProjectOnCone(const Vec3<double>& z, ConeFace& face) {
  const double t = std::sqrt(z.y * z.y + z.z * z.z);
  if (t <= z.x) return face.SetInside(z);
  face.inside = false;
  const double n = 0.5 * (z.x + t);
  if (n <= 0.0) {
    face.point = Vec3<double>::Zero();
    face.rank = 0;
    return;
  }
  const double inverse = 1.0 / t, dy = z.y * inverse, dz = z.z * inverse;
  face.point = {n, n * dy, n * dz};
  face.rank = 2;
  constexpr double kHalf = std::numbers::sqrt2 / 2.0;
  face.basis[0] = {kHalf, kHalf * dy, kHalf * dz};  // along the ray
  face.curvature[0] = 0.0;
  const double ratio = n * inverse, root = std::sqrt(ratio);
  face.basis[1] = {0.0, -root * dz, root * dy};  // along the circumference
  face.curvature[1] = 1.0 - ratio;
}

/// A regular pyramid inscribed in the cone {|x_t| <= x_n}: its edges lie on the cone, the first one above
/// tangent 1.
class Pyramid {
 public:
  static constexpr int kMinSides = 3, kMaxSides = 16;

  explicit Pyramid(int sides = 4) : sides_(sides), slope_(std::cos(std::numbers::pi / sides)) {
    for (int k = 0; k < sides; ++k) {
      const double angle = (2 * k + 1) * std::numbers::pi / sides;
      out_[k] = {0.0, std::cos(angle), std::sin(angle)};
    }
  }

  int sides() const { return sides_; }
  /// Side k is {InwardNormal(k) · x = 0}.
  Vec3<double> InwardNormal(int k) const { return {slope_, -out_[k].y, -out_[k].z}; }

  void Project(const Vec3<double>& z, ConeFace& face) const;

 private:
  int sides_;
  double slope_;                 ///< of the middle of a side
  Vec3<double> out_[kMaxSides];  ///< from the axis to the middle of a side
};

/// All sectors between two edges are congruent, and symmetric. A projection stays in its half sector, so only
/// one side and one edge have to be considered.
inline void Pyramid::Project(const Vec3<double>& z, ConeFace& face) const {
  int side = 0;
  double out = Dot(out_[0], z);
  for (int k = 1; k < sides_; ++k) {
    const double along = Dot(out_[k], z);
    if (along > out) side = k, out = along;
  }
  if (out <= slope_ * z.x) return face.SetInside(z);
  face.inside = false;
  face.curvature[0] = face.curvature[1] = 0.0;
  const Vec3<double> axis = Vec3<double>::UnitX(), sideways{0.0, -out_[side].z, out_[side].y};
  const double across = Dot(sideways, z), length = 1.0 / std::sqrt(1.0 + slope_ * slope_);
  const Vec3<double> up_the_side = length * (axis + slope_ * out_[side]);
  const double up = Dot(up_the_side, z), half_width = std::sqrt(1.0 - slope_ * slope_);
  if (std::abs(across) <= half_width * length * up) {
    face.rank = 2;
    face.point = up * up_the_side + across * sideways;
    face.basis[0] = up_the_side;
    face.basis[1] = sideways;
    return;
  }
  constexpr double kHalf = std::numbers::sqrt2 / 2.0;
  const Vec3<double> edge =
      kHalf * (axis + slope_ * out_[side] + std::copysign(half_width, across) * sideways);
  const double up_the_edge = std::max(Dot(edge, z), 0.0);
  face.rank = up_the_edge > 0.0 ? 1 : 0;
  face.point = up_the_edge * edge;
  face.basis[0] = edge;
}

}  // namespace slipstick::solvers
