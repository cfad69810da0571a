// What a contact can exert, as a convex set that depends on where it is: the idea behind maximal dissipation
// (paper 001, Eq. 5).
//
//   f = Σ w_j v_j(pose),   w_j >= 0,   Σ w_j <= 1
//
// The corners v_j are forces (3 numbers) or wrenches (6), the origin is always a corner. Any friction cone
// that is cut off at some load is such a set, and so are limit surfaces of patches and what sand can hold.
// Which of its points acts is not the set's business.
#pragma once

#include "slipstick/core/vec3.h"
#include "slipstick/core/view.h"
#include "slipstick/names.h"

namespace slipstick::world {

/// Where a contact is. Axes C: x and y along the surface, z = normal, from b to a; they stand still in the
/// world while derivatives are taken.
struct ContactPose {
  double depth;       ///< m, > 0 inside
  Vec3<double> p_B;   ///< the contact point in the frame of body b; of the world where b is the world
  Mat3<double> R_BC;  ///< axes C in the frame of body b
  Mat3<double> R_CA;  ///< axes of body a in C
};

/// How a pose may change: a against b, in axes C. Moving along z by less than nothing is going deeper.
enum PoseChange : unsigned {
  kMoveX = 1u << 0,
  kMoveY = 1u << 1,
  kMoveZ = 1u << 2,
  kTurnX = 1u << 3,
  kTurnY = 1u << 4,
  kTurnZ = 1u << 5,
};
inline constexpr int kPoseChanges = 6;

/// Constant once made, and shared by threads.
class WrenchSpace {
 public:
  virtual ~WrenchSpace() = default;

  virtual int num_corners() const = 0;
  /// Corners are wrenches: force at the contact point, then moment about it, in axes C; otherwise forces.
  virtual bool has_moments() const { return false; }
  int rows() const { return has_moments() ? 6 : 3; }
  /// m; how much turning counts beside sliding: a moment of 1 N m does as much as a force of 1 / radius N. Of
  /// spaces with moments.
  virtual double radius() const { return 0.0; }

  /// rows() x num_corners(), column after column.
  virtual void Corners(const ContactPose& pose, View<double> corners) const = 0;

  /// The changes of pose (PoseChange, as a set) that corners follow and whose derivatives are known. 0: they
  /// are not known, and a stepper makes do without (paper 001, zeroth order).
  virtual unsigned derivatives() const { return 0; }
  /// For each of these changes, from kMoveX on, a matrix as Corners has it: its derivative.
  virtual void Differentiate(const ContactPose& /*pose*/, View<double> /*by_change*/) const {}
};

}  // namespace slipstick::world
