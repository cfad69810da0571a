// Dense linear complementarity problems. Independent of robots and time steps.
//
//   w = R z + u,   w >= 0,   z >= 0,   wᵀ z = 0
//
// Lemke (1965), Bimatrix equilibrium points and mathematical programming; Cottle, Pang and Stone (1992), The
// linear complementarity problem, chapter 4. A term d z0 with d > 0 and a large z0 makes the problem
// feasible. Variables then enter and leave the basis in complementary pairs until z0 leaves, too, which
// solves the problem, or until no variable can leave: a ray. For copositive R, as in frictional contact,
// there is no ray if uᵀz >= 0 for every solution z of the problem (R, 0); Stewart and Trinkle (1996) show
// this for their problems.
//
// Textbook versions fail on contact problems, whose R is singular, because of rounding errors. Here:
// - rows and columns are scaled by powers of two, after which numbers are around 1 for any units;
// - entries of d have irrational ratios, so structure in R and u cannot make two variables vanish together
//   while z0 > 0. If two do so within rounding, lexicographic order decides: the first of the columns added
//   to u is generic, too, which leaves no ties for a second (Cottle, Pang and Stone, section 4.9). z0 goes
//   before all others;
// - every direction is checked against R and corrected (lcp_basis.h); if that fails, the basis is factored
//   again;
// - the solution is recomputed from the equations of the last basis. If it is infeasible, other d and
//   tolerances are tried.
//
// A pivot costs O(n k), where k variables of z are basic.
#pragma once

#include <vector>

#include "slipstick/core/eigen.h"
#include "slipstick/solvers/lcp/lcp_basis.h"

namespace slipstick::solvers {

enum class LcpStatus {
  kSolved,  ///< z is a solution
  kRay,     ///< the paths of three different d end on rays, checked with a new factorisation. z is zero.
  kLimit,   ///< rounding errors, too many pivots, or R or u are not finite. z is zero.
};

struct LcpResult {
  LcpStatus status;
  /// On all paths together, without those that build the basis of a warm start.
  int pivots;
  /// Largest |min(z_i, w_i)| of the unscaled problem; infinite if R or u are not finite.
  double residual;
};

class Lemke {
 public:
  explicit Lemke(int max_size = 0);

  /// The only function that allocates; Solve calls it if needed.
  void Reserve(int size);

  /// z >= 0 is the solution. With warm_start, z on entry is an initial guess, of which only the support is
  /// used: the first basis contains as much of it as R allows. If its path does not end in a solution, the
  /// problem is solved from zero. NaN entries count as zero.
  LcpResult Solve(const Eigen::Ref<const Eigen::MatrixXd>& R, const Eigen::Ref<const Eigen::VectorXd>& u,
                  Eigen::Ref<Eigen::VectorXd> z, bool warm_start = false);

 private:
  using Matrix = Eigen::Ref<const Eigen::MatrixXd>;
  using Vector = Eigen::Ref<const Eigen::VectorXd>;
  enum class End { kComplementary, kRay, kLost };

  bool Load(const Matrix& R, const Vector& u);
  void ScaleDiagonal(const Matrix& R);
  bool Copy(const Matrix& R, const Vector& u);
  void ScaleWhereDiagonalIsZero();
  void ScaleCopy();
  void StartAt(const Vector& guess);
  void FindWAt(const Vector& guess);
  bool TryAlone(int j);
  bool IsMissing(const Vector& guess, int j) const;
  int MissingPartner(const Vector& guess, int j) const;
  int TightPartner() const;
  void TryPair(int j, int partner);
  End FollowPath(int path);
  int Cover(int path);
  int FindLeaving(double relative_zero) const;
  bool Repair(int entering);
  bool WriteSolution(Eigen::Ref<Eigen::VectorXd> z);
  LcpResult Report(LcpStatus status, const Matrix& R, const Vector& u, const Vector& z);

  LcpBasis basis_;
  std::vector<double> row_scale_, column_scale_;  ///< scaled R = row_scale R column_scale
  double u_scale_ = 1.0;                          ///< scaled u = row_scale u u_scale
  std::vector<double> w_, non_finite_;            ///< scratch
  int pivots_ = 0;
};

}  // namespace slipstick::solvers
