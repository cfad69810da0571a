// Random problems of frictional contact for the solvers, like those of simulated worlds.
#pragma once

#include <vector>

#include "slipstick/core/eigen.h"
#include "slipstick/core/random.h"

namespace slipstick::support {

/// N contacts. Velocities at them follow from impulses f as W f + b; three rows per contact: normal, first
/// tangent, second tangent.
struct FrictionProblem {
  Eigen::MatrixXd W;       ///< J M⁻¹ Jᵀ, positive semidefinite
  Eigen::VectorXd b;       ///< velocities without impulses, plus gap / h in normal rows
  std::vector<double> mu;  ///< friction coefficients, one per contact

  int contacts() const { return static_cast<int>(mu.size()); }
};

/// The bodies in contact.
enum class FrictionFamily {
  kFreeBodies,  ///< a chain of free bodies, some on the ground: W is regular and sparse
  kRobot,       ///< 18 degrees of freedom: W has rank 18, less than its size from 7 contacts on
  kOneBody,     ///< W has rank 6, and impulses are far from unique
  kSymmetric,   ///< one body on a regular polygon of equal contacts, moving straight: ties of every kind
};
/// The families without ties.
inline constexpr FrictionFamily kRandomFamilies[] = {FrictionFamily::kFreeBodies, FrictionFamily::kRobot,
                                                     FrictionFamily::kOneBody};
const char* Name(FrictionFamily family);

/// Always solvable: b consists of contact velocities of some motion, plus gaps >= 0.
FrictionProblem RandomFrictionProblem(FrictionFamily family, int contacts, Random& random);

/// w = R z + u, w >= 0, z >= 0, wᵀz = 0.
struct Lcp {
  Eigen::MatrixXd R;
  Eigen::VectorXd u;

  int size() const { return static_cast<int>(u.size()); }
  /// Largest |min(z_i, w_i)|.
  double Residual(const Eigen::VectorXd& z) const;
};

/// Friction cones become pyramids of 8 sides (Stewart and Trinkle 1996): z = (normal impulses, 8 impulses per
/// contact in the plane of friction, sliding speed per contact).
Lcp StewartTrinkleLcp(const FrictionProblem& problem);

}  // namespace slipstick::support
