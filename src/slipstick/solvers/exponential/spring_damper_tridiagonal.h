// The fastest algorithm for the motion of spring_damper.h, for damping proportional to stiffness.
//
// S W S = P T Pᵀ (proportional_scaling.h) with T tridiagonal costs a quarter of the eigenvalues. In these
// coordinates the force φ = -(y + β ẏ) has the Laplace transform
//
//   (s²/m + T) φ̂ = -( (s/m) y(0) + ẏ(0) + f/s + ḟ/s² ),    m = 1 + β s,
//
// a tridiagonal system per s. The transforms of its integrals are φ̂/s and φ̂/s². The inverse transforms are
// sums over the points of laplace_contour.h, four at a time in the lanes of a pack: a rational approximation
// of the exponential that damps the stiffest modes correctly and allows a singular W. If a mode is faster
// than the contour encloses, t is split into sub-steps.
#pragma once

#include <vector>

#include "slipstick/core/complex_pack.h"
#include "slipstick/solvers/exponential/laplace_contour.h"
#include "slipstick/solvers/exponential/proportional_scaling.h"
#include "slipstick/solvers/linear/tridiagonal_form.h"

namespace slipstick::solvers {

class SpringDamperTridiagonal {
 public:
  void Reserve(int n);
  /// Allocates only if n exceeds all earlier sizes.
  void Decompose(const SpringDamper& system);
  /// The number of sub-steps that a time t requires.
  int CountSubsteps(double t) const;

  /// As those of SpringDamperModes.
  void Begin(const SpringDamperStart& start);
  void At(double t, const SpringDamperMotion& motion);

 private:
  /// Coefficients that depend on t and β only.
  struct Transforms {
    double t = 0.0, beta = 0.0;
    ComplexPack q[laplace::kGroups];                                ///< s²/m
    ComplexPack by_x[laplace::kGroups];                             ///< s/m
    ComplexPack by_f[laplace::kGroups], by_rate[laplace::kGroups];  ///< 1/s, 1/s²
    ComplexPack to_x[laplace::kGroups], to_v[laplace::kGroups];     ///< weights of -φ̂ in y and ẏ
    ComplexPack to_mean[laplace::kGroups], to_double_mean[laplace::kGroups];
    double left = 0.0, left_rate = 0.0;  ///< exp(-t/β) and its rate: the response of y to y(0) without φ

    /// False if nothing changes.
    bool Prepare(double time, double beta);
  };
  void IntegrateSubstep();
  void FactorSystems();
  void SolveSystems();
  void SumForces();
  void SumMotion();
  void MoveByMeanForces();
  void AdvanceSubstep();

  ProportionalScaling scaling_;
  TridiagonalForm form_;
  double largest_ = 0.0;      ///< bound of the eigenvalues λ of S W S
  double frequency_ = 0.0;    ///< rad/s; bound of those of the modes
  Transforms transforms_;     ///< of the last sub-step, kept for calls with the same time
  std::vector<Pack> start_;   ///< per row: y, ẏ, f, ḟ
  std::vector<Pack> from_;    ///< the same at the start of a sub-step
  std::vector<Pack> result_;  ///< y, ẏ, mean, mean of the mean over a sub-step
  std::vector<Pack> total_;   ///< y, ẏ, integral and double integral so far
  bool factored_ = false;     ///< the two below are those of transforms_
  std::vector<ComplexPack> inverse_pivot_, factor_, solution_;  ///< per row and group of points
};

}  // namespace slipstick::solvers
