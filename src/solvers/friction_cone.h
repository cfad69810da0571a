// Projections on the sets that contact forces live in, with their derivatives. Shared by the solvers of frictional contact.
//
// A block x = (normal, tangent 1, tangent 2) is held in a Vec3 as (x, y, z). All sets have slope one: the tangents are
// measured in units of mu times those of the normal.
//
// The derivative of a projection at a point z is a symmetric matrix D with eigenvalues between 0 and 1. It is kept as
// D = R Rᵀ with orthogonal columns, because what Newton's method needs of it is its range: what lies across R is settled
// by the projection itself (cone_newton.h).
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/vec3.h"

namespace slipstick {

/// The part of a set's boundary that a point projects to.
struct ConeFace {
  Vec3<double> point;     ///< the projection
  bool inside;            ///< D is the identity, and basis and bend are not set
  int rank;               ///< columns of R
  Vec3<double> basis[3];  ///< R: orthogonal, of length at most 1
  double bend[3];         ///< 1 - |column|²: zero where the boundary is straight

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
  face.bend[0] = face.bend[1] = 0.0;
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
  face.bend[0] = 0.0;
  const double round = n * inverse, root = std::sqrt(round);
  face.basis[1] = {0.0, -root * dz, root * dy};  // round the cone
  face.bend[1] = 1.0 - round;
}

/// A smooth stand-in for ProjectOnCone that differs from it by at most about tau (Chen and Harker; Kanzow; Smale; for cones
/// Fukushima, Luo and Tseng, SIAM J. Optimization 12, 2001): x_+ becomes ½ (x + sqrt(x² + 4 tau²)) on both eigenvalues
/// z_n ± |z_t|. Its derivative is regular.
SLIPSTICK_INLINE void ProjectOnConeSmoothly(const Vec3<double>& z, double tau, ConeFace& face) {
  const double t = std::sqrt(z.y * z.y + z.z * z.z), four = 4.0 * tau * tau;
  const double dy = t > 0.0 ? z.y / t : 1.0, dz = t > 0.0 ? z.z / t : 0.0;
  const double low = z.x - t, high = z.x + t;
  const double root_low = std::sqrt(low * low + four), root_high = std::sqrt(high * high + four);
  const auto positive_part = [four](double x, double root) {  // without cancellation
    return x > 0.0 ? 0.5 * (x + root) : 0.5 * four / (root - x);
  };
  const double p_low = positive_part(low, root_low), p_high = positive_part(high, root_high);
  face.point = {0.5 * (p_high + p_low), 0.5 * (p_high - p_low) * dy, 0.5 * (p_high - p_low) * dz};
  const double d_low = p_low / root_low, d_high = p_high / root_high;
  const double d_round = (p_low + p_high) / (root_low + root_high);
  const double q_low = std::sqrt(0.5 * d_low), q_high = std::sqrt(0.5 * d_high), q_round = std::sqrt(d_round);
  face.inside = false;
  face.rank = 3;
  face.basis[0] = {q_low, -q_low * dy, -q_low * dz};
  face.basis[1] = {q_high, q_high * dy, q_high * dz};
  face.basis[2] = {0.0, -q_round * dz, q_round * dy};
  face.bend[0] = 1.0 - d_low;
  face.bend[1] = 1.0 - d_high;
  face.bend[2] = 1.0 - d_round;
}

/// A regular pyramid inside the cone {|x_t| <= x_n}: its edges lie on the cone, the first one above tangent 1.
class Pyramid {
 public:
  explicit Pyramid(int sides = 4) : sides_(sides) {}
  int sides() const { return sides_; }

  void Project(const Vec3<double>& z, ConeFace& face) const;

 private:
  int sides_;
};

/// The pyramid looks the same in every sector between two edges, and either half of a sector mirrors the other. A projection
/// stays in its half sector, so there is one side and one edge to think of.
inline void Pyramid::Project(const Vec3<double>& z, ConeFace& face) const {
  const double half_angle = std::numbers::pi / sides_;
  const double turn = half_angle * (2.0 * std::floor(std::atan2(z.z, z.y) / (2.0 * half_angle)) + 1.0);
  const double cos_turn = std::cos(turn), sin_turn = std::sin(turn);
  const auto turned_back = [&](double n, double out, double across) -> Vec3<double> {
    return {n, cos_turn * out - sin_turn * across, sin_turn * out + cos_turn * across};
  };
  const double out = cos_turn * z.y + sin_turn * z.z, across = cos_turn * z.z - sin_turn * z.y;
  const double slope = std::cos(half_angle), half_width = std::sin(half_angle);
  if (out <= slope * z.x) return face.SetInside(z);
  face.inside = false;
  const double length = 1.0 / std::sqrt(1.0 + slope * slope);
  const double along = length * (z.x + slope * out);  // up the middle of the side
  face.bend[0] = face.bend[1] = 0.0;
  if (std::abs(across) <= half_width * length * along) {
    face.rank = 2;
    face.point = turned_back(length * along, slope * length * along, across);
    face.basis[0] = turned_back(length, slope * length, 0.0);
    face.basis[1] = turned_back(0.0, 0.0, 1.0);
    return;
  }
  constexpr double kHalf = std::numbers::sqrt2 / 2.0;
  face.basis[0] = turned_back(kHalf, kHalf * slope, std::copysign(kHalf * half_width, across));
  const double up_the_edge = Dot(face.basis[0], z);
  face.rank = up_the_edge > 0.0 ? 1 : 0;
  face.point = std::max(up_the_edge, 0.0) * face.basis[0];
}

}  // namespace slipstick
