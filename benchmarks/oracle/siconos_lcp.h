// Siconos solving linear complementarity problems with its lexicographic Lemke.
#pragma once

#include "slipstick/core/eigen.h"

struct SolverOptions;

namespace slipstick::oracle {

/// Its defaults, except for a larger limit of iterations.
class SiconosLcp {
 public:
  SiconosLcp();
  ~SiconosLcp();
  SiconosLcp(const SiconosLcp&) = delete;
  SiconosLcp& operator=(const SiconosLcp&) = delete;

  /// True if Siconos reports that z solves w = R z + u, w >= 0, z >= 0, wᵀz = 0.
  bool Solve(const Eigen::MatrixXd& R, const Eigen::VectorXd& u, Eigen::VectorXd& z);

 private:
  SolverOptions* options_;
  Eigen::MatrixXd R_;  ///< a copy, since Siconos takes non-const data
  Eigen::VectorXd u_, w_;
};

}  // namespace slipstick::oracle
