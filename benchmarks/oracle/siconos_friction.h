// Siconos as a reference for CoulombSolver on problems of exact friction.
#pragma once

#include <vector>

#include "slipstick/core/eigen.h"
#include "slipstick/core/view.h"

struct SolverOptions;

namespace slipstick::oracle {

class SiconosFriction {
 public:
  enum class Method {
    kGaussSeidel,  ///< fc3d_nsgs
    kNewton,       ///< fc3d_nsn_ac: semismooth Newton on the map of Alart and Curnier
  };

  explicit SiconosFriction(Method method);
  ~SiconosFriction();
  SiconosFriction(const SiconosFriction&) = delete;
  SiconosFriction& operator=(const SiconosFriction&) = delete;

  /// p: initial guess in, impulses out. True if Siconos reports a solution to 1e-8. Vectors in blocks
  /// (normal, tangents).
  bool Solve(const Eigen::MatrixXd& W, const Eigen::VectorXd& b, View<const double> mu, Eigen::VectorXd& p);

 private:
  Method method_;
  SolverOptions* options_;
  Eigen::VectorXd v_;
};

}  // namespace slipstick::oracle
