// Springs and dampers by linear systems of the size of W, for any diagonal K > 0 and B >= 0.
//
// The Laplace transform of spring_damper.h, with the force Λ(s) as unknown and G(s) = (K + s B)⁻¹:
//
//   (s² G + W) Λ(s) = -( s K G x0 + v0 + b/s + ḃ/s² )
//
// is complex symmetric, and its right-hand side holds all data at once. Its inverse transform is a sum over
// the points of laplace_contour.h:
//
//   ∫λ = Re Σ w (Λ/s)(p/t) / t,    ∫∫λ = Re Σ w (Λ/s²)(p/t) / t
//
// Dividing by s integrates, so that the means come without cancellation, whatever the rank of W; x(t) and
// v(t) follow from them. No exponential, no eigenvalue, no inverse: one factorisation L D Lᵀ per point, four
// points at a time in the lanes of a vector.
//
// The spectrum lies in the left half plane, but weakly damped modes lie far up the imaginary axis: beyond
// what the contour encloses, t is cut into equal pieces, all with the same factors. A mode of frequency ω and
// damping βω² has |Im s| = ω (1 - β²ω²/4)^½, which is at most ω and at most 1/β; that holds for the quadratic
// numerical range of the whole system with the least B/K as β and |K^½ W K^½| as ω². Springs without dampers
// therefore cost one piece per half a period of the fastest mode, springs with B/K > t/3.4 a single one.
//
// Accuracy: 3e-13 of the contour and about as much of rounding (weights up to 8e3) per piece, relative to
// |x0| + t |v0| + t² |b| + ... Directions that W should not feel are known to rounding times 1 + |W (t² K + t
// B)|, since that is what rounding W does to them.
#pragma once

#include <vector>

#include "slipstick/core/complex_pack.h"
#include "slipstick/solvers/exponential/spring_damper.h"

namespace slipstick::solvers {

class SpringDamperRational {
 public:
  void Reserve(int n);
  /// Allocates only if n is larger than ever before.
  void Solve(const SpringDamper& system, const SpringDamperStart& start, double t,
             SpringDamperMotion& motion);

  /// How many pieces t was cut into in the last call.
  int pieces() const { return pieces_; }

 private:
  int CountPieces(const SpringDamper& system, double t) const;
  void FactorGroup(const SpringDamper& system, int group);
  void IntegratePiece();
  void SolveGroup(int group);
  void MoveOn(const SpringDamper& system);

  ComplexPack* factor(int group) { return factor_.data() + group * factor_size_; }

  int n_ = 0, factor_size_ = 0;
  int pieces_ = 0;
  // With the length h of a piece as the unit of time:
  std::vector<double> stiffness_, damping_;   ///< h² K, h B
  std::vector<double> x_, u_, b_, b_rate_;    ///< x, h v, h² b, h³ ḃ
  std::vector<double> once_, twice_;          ///< h² times the mean, and half the double mean, over a piece
  std::vector<double> sum_once_, sum_twice_;  ///< and from the start
  std::vector<ComplexPack> factor_;           ///< of each group: D⁻¹ and L below, column after column
  std::vector<ComplexPack> gain_;             ///< of each group: p h² K / (h² K + p h B)
  std::vector<ComplexPack> y_, below_;        ///< solution; a column times its pivot
};

}  // namespace slipstick::solvers
