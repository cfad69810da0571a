// Springs and dampers by linear systems of size n, for any diagonal K > 0 and B >= 0.
//
// The Laplace transform of spring_damper.h, with the force Λ(s) as unknown and G(s) = (K + s B)⁻¹:
//
//   (s² G + W) Λ(s) = -( s K G x0 + v0 + b/s + ḃ/s² )
//
// It is complex symmetric, with one right-hand side for all data. The inverse transform is a sum over the
// points of laplace_contour.h:
//
//   ∫λ = Re Σ w (Λ/s)(p/t) / t,    ∫∫λ = Re Σ w (Λ/s²)(p/t) / t
//
// Division by s integrates, so the means are computed without cancellation for any rank of W; x(t) and v(t)
// follow from them. No exponential, eigenvalue or inverse is needed: one factorisation L D Lᵀ per point, four
// points at a time in SIMD lanes.
//
// The spectrum lies in the left half plane, but weakly damped modes lie far up the imaginary axis. Beyond the
// range that the contour encloses, t is split into equal sub-steps, all with the same factors. A mode of
// frequency ω and damping βω² has |Im s| = ω (1 - β²ω²/4)^½, which is at most ω and at most 1/β; that holds
// for the quadratic numerical range of the whole system with the least B/K as β and |K^½ W K^½| as ω².
// Springs without dampers therefore cost one sub-step per half a period of the fastest mode, springs with
// B/K > t/3.4 a single one.
//
// Accuracy: 3e-13 from the contour and about as much from rounding (weights up to 8e3) per sub-step, relative
// to |x0| + t |v0| + t² |b| + ... In the null space of W the error is rounding times 1 + |W (t² K + t B)|,
// which is the effect of rounding W itself.
#pragma once

#include <vector>

#include "slipstick/core/complex_pack.h"
#include "slipstick/solvers/exponential/spring_damper.h"

namespace slipstick::solvers {

class SpringDamperRational {
 public:
  void Reserve(int n);
  /// Allocates only if n exceeds all earlier sizes.
  void Solve(const SpringDamper& system, const SpringDamperStart& start, double t,
             SpringDamperMotion& motion);

  /// Number of sub-steps of the last call.
  int substeps() const { return substeps_; }

 private:
  int CountSubsteps(const SpringDamper& system, double t) const;
  void FactorGroup(const SpringDamper& system, int group);
  void IntegrateSubstep();
  void SolveGroup(int group);
  void AdvanceSubstep(const SpringDamper& system);

  ComplexPack* factor(int group) { return factor_.data() + group * factor_size_; }

  int n_ = 0, factor_size_ = 0;
  int substeps_ = 0;
  // With the length h of a sub-step as the unit of time:
  std::vector<double> stiffness_, damping_;  ///< h² K, h B
  std::vector<double> x_, u_, b_, b_rate_;   ///< x, h v, h² b, h³ ḃ
  /// Of λ over a sub-step: h² times the mean, and h² / 2 times the double mean.
  std::vector<double> integral_, double_integral_;
  std::vector<double> total_integral_, total_double_integral_;  ///< the same from the start
  std::vector<ComplexPack> factor_;     ///< of each group: D⁻¹ and L below, column-major
  std::vector<ComplexPack> gain_;       ///< of each group: p h² K / (h² K + p h B)
  std::vector<ComplexPack> y_, below_;  ///< solution; a column times its pivot
};

}  // namespace slipstick::solvers
