// The fast algorithm to the motion of spring_damper.h where damping is proportional to stiffness.
//
// S W S = P T Pᵀ (proportional_scaling.h) with T tridiagonal costs a quarter of what its eigenvalues do. In
// these coordinates the force φ = -(y + β ẏ) has the Laplace transform
//
//   (s²/m + T) φ̂ = -( (s/m) y(0) + ẏ(0) + f/s + ḟ/s² ),    m = 1 + β s,
//
// a tridiagonal system per s, and φ̂/s and φ̂/s² are those of its integrals. The inverse transforms are sums
// over the points of laplace_contour.h, four at a time in the lanes of a pack: a rational approximation of
// the exponential that damps the stiffest modes as they are damped and minds no singular W. Where a mode
// turns faster than the contour encloses, t is cut into pieces.
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
  /// Allocates while n exceeds all earlier ones.
  void Decompose(const SpringDamper& system);
  /// Into how many pieces a time t must be cut.
  int CountPieces(double t) const;

  /// As those of SpringDamperModes.
  void Begin(const SpringDamperStart& start);
  void At(double t, const SpringDamperMotion& motion);

  /// All three for one time.
  void Solve(const SpringDamper& system, const SpringDamperStart& start, double t,
             const SpringDamperMotion& motion) {
    Decompose(system);
    Begin(start);
    At(t, motion);
  }

 private:
  struct Transforms {  ///< what depends on the time alone
    double t = 0.0, beta = 0.0;
    ComplexPack q[laplace::kGroups];                                ///< s²/m
    ComplexPack by_x[laplace::kGroups];                             ///< s/m
    ComplexPack by_f[laplace::kGroups], by_rate[laplace::kGroups];  ///< 1/s, 1/s²
    ComplexPack to_x[laplace::kGroups], to_v[laplace::kGroups];     ///< weights of -φ̂ in y and ẏ
    ComplexPack to_mean[laplace::kGroups], to_double_mean[laplace::kGroups];
    double left = 0.0, left_rate = 0.0;  ///< exp(-t/β) and its rate: what becomes of y(0) without φ

    void Prepare(double time, double beta);
  };
  void IntegratePiece();
  void SolveSystems();
  void Sum();
  void FollowForces();
  void MoveOn();

  ProportionalScaling scaling_;
  TridiagonalForm form_;
  Transforms transforms_;     ///< of the last piece: several questions are often about the same time
  std::vector<Pack> start_;   ///< per row: y, ẏ, f, ḟ
  std::vector<Pack> from_;    ///< the same at the beginning of a piece
  std::vector<Pack> result_;  ///< y, ẏ, mean, mean of the mean over a piece
  std::vector<Pack> total_;   ///< y, ẏ, integral and double integral so far
  std::vector<ComplexPack> inverse_pivot_, solution_;  ///< per row and group of points
};

}  // namespace slipstick::solvers
