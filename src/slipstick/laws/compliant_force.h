// Input and output of the compliant contact laws (anchor_law.h, regularized_law.h, slip_law.h). World axes.
#pragma once

#include "slipstick/core/vec3.h"

namespace slipstick::laws {

/// The instant at which forces were evaluated: the start or the end of the step in which they act.
enum class EvaluatedAt { kStart, kEnd };

/// m; the normal damper builds up over this penetration depth. With B (ṗ0 - ṗ) in full from the first touch
/// the force would jump, and an implicit step that ends between "open" and "closed, with a damper force"
/// would have no solution. A micrometre is far less than the penetration depth of stiff feet under their
/// load.
inline constexpr double kDampingDepth = 1e-6;

/// The kinematics of one contact at one instant.
struct CompliantInput {
  Vec3<double> normal;    ///< from b to a
  double depth;           ///< penetration depth, m
  double delta;           ///< penetration depth minus rest depth, m
  Vec3<double> stretch;   ///< tangential displacement of the point from its anchor, m; zero without an anchor
  Vec3<double> velocity;  ///< of a relative to b, m/s
  bool slipping;          ///< the contact slipped in the previous evaluation
  /// The anchor is fixed. The anchor of a new contact moves with the point: no tangential stiffness yet.
  bool anchored = true;
  /// delta changes with the depth. False if the rest depth is the present depth: no normal stiffness yet.
  bool has_normal_stiffness = true;
};

struct CompliantForce {
  Vec3<double> force;       ///< on a, N
  Vec3<double> friction;    ///< its tangential component, N
  double normal_force;      ///< N
  double damping_fraction;  ///< fraction of the normal damper that acts at this depth, 0 to 1
  double trial;             ///< anchor law: length of the tangential force before projection on the cone, N
  Vec3<double> direction;   ///< anchor law: unit vector of the tangential force; zero if that is zero
  bool closed;              ///< the normal force is positive
  bool slipping;
};

/// Derivatives of the force with respect to the position and the velocity of the point, at a fixed normal. At
/// a kink of the law: those of the branch taken.
struct CompliantDerivatives {
  Mat3<double> by_p, by_v;
};

}  // namespace slipstick::laws
