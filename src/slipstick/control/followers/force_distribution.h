// Distributes a desired wrench to the feet: contact forces that never pull and stay in the friction pyramid.
//
//   minimise   Σᵣ wᵣ² (A f - b)ᵣ² + ε |ρ|²   over   f_i = f_min n + Σₖ ρ_ik g_k,   ρ >= 0
//
// A is the transposed contact Jacobian in the unactuated rows, b the desired force there.
// g_k are the four edges of a pyramid inside the friction cone, so any ρ >= 0 gives an admissible force and
// the result is always usable: a nonnegative least-squares problem. ε |ρ|² distributes the load and keeps
// forces away from the edges.
#pragma once

#include <array>
#include <vector>

#include "slipstick/core/eigen.h"
#include "slipstick/core/fields.h"
#include "slipstick/solvers/qp/nonnegative_qp.h"

namespace slipstick::control {

struct ForceDistributionOptions {
  double friction = 0.6;         ///< coefficient of the pyramids; a margin below the real one is advisable
  double min_normal = 0.0;       ///< N, of every contact
  double moment_weight = 10.0;   ///< 1/m; cost of 1 N m of error relative to 1 N
  double regularization = 1e-6;  ///< ε, relative to the size of Aᵀ A

  void Visit(FieldVisitor& visit);
};

class ForceDistribution {
 public:
  /// For up to `rows` rows and `max_contacts` contacts on a surface with this normal (unit).
  ForceDistribution(int rows, int max_contacts, const ForceDistributionOptions& options,
                    const Eigen::Vector3d& normal = Eigen::Vector3d::UnitZ());

  /// A has three columns per contact; `weights` holds w, one per row. f gets three entries per contact, world
  /// axes. Returns the weighted length of A f - b, N: zero to about ε if forces within the pyramids can
  /// produce b. Does not allocate.
  double Solve(const Eigen::Ref<const Eigen::MatrixXd>& A, const Eigen::Ref<const Eigen::VectorXd>& b,
               const Eigen::Ref<const Eigen::VectorXd>& weights, Eigen::Ref<Eigen::VectorXd> f);

  /// The edges g_k of the pyramid; their normal component is 1.
  const std::array<Eigen::Vector3d, 4>& edges() const { return edges_; }

 private:
  ForceDistributionOptions options_;
  Eigen::Vector3d normal_;
  std::array<Eigen::Vector3d, 4> edges_;
  solvers::NonnegativeQp qp_;
  Eigen::MatrixXd AG_, H_;
  Eigen::VectorXd b_, g_, rho_;
};

}  // namespace slipstick::control
