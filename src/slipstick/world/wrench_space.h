// The set of forces or wrenches that a contact can exert, as a convex set that depends on its pose: the basis
// of maximal dissipation (Pan and Hauser 2020 (nmdp), Eq. 5).
//
//   f = Σ w_j v_j(pose),   w_j >= 0,   Σ w_j <= 1
//
// The corners v_j are forces (3 numbers) or wrenches (6); the origin is always a corner. Bounded friction
// cones, limit surfaces of patches and the limit forces of granular terrain are such sets. The stepper
// selects the point of the set that acts.
#pragma once

#include "slipstick/core/vec3.h"
#include "slipstick/core/view.h"
#include "slipstick/names.h"

namespace slipstick::world {

/// Pose of a contact. Axes C: x and y tangential, z = normal, from b to a; they are fixed in the world in
/// derivatives.
struct ContactPose {
  double depth;       ///< m, > 0 inside
  Vec3<double> p_B;   ///< the contact point in the frame of body b; world frame if b is the world
  Mat3<double> R_BC;  ///< axes C in the frame of body b
  Mat3<double> R_CA;  ///< axes of body a in C
};

/// Changes of a pose: motion of a relative to b, in axes C. Motion along -z increases the depth.
enum PoseChange : unsigned {
  kMoveX = 1u << 0,
  kMoveY = 1u << 1,
  kMoveZ = 1u << 2,
  kTurnX = 1u << 3,
  kTurnY = 1u << 4,
  kTurnZ = 1u << 5,
};
inline constexpr int kPoseChanges = 6;

/// Immutable; may be shared by threads.
class WrenchSpace {
 public:
  virtual ~WrenchSpace() = default;

  virtual int num_corners() const = 0;
  /// True: corners are wrenches, force at the contact point, then moment about it, in axes C. False: forces.
  virtual bool has_moments() const { return false; }
  int rows() const { return has_moments() ? 6 : 3; }
  /// m; for spaces with moments: the length that relates moments to forces. A moment of 1 N m weighs as much
  /// as a force of 1 / radius N.
  virtual double radius() const { return 0.0; }

  /// rows() x num_corners(), column-major.
  virtual void Corners(const ContactPose& pose, View<double> corners) const = 0;

  /// The set of pose changes (bits of PoseChange) for which Differentiate gives derivatives of the corners.
  /// 0: none; steppers then keep the corners constant (the nmdp paper's zeroth order).
  virtual unsigned derivatives() const { return 0; }
  /// The derivative of Corners for each of these changes, in the order of PoseChange.
  virtual void Differentiate(const ContactPose& /*pose*/, View<double> /*by_change*/) const {}
};

}  // namespace slipstick::world
