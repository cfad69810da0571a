// Dense strictly convex quadratic programs of some tens of variables. Independent of robots and time steps.
//
//   minimise  ½ xᵀ H x + gᵀ x   subject to  A x = b  and  lower <= C x <= upper,   H positive definite
//
// Goldfarb and Idnani (1983), A numerically stable dual method for solving strictly convex quadratic
// programs, Mathematical Programming 27. The point is always the minimum under the active constraints, and
// the cost increases from one such minimum to the next: the most violated inequality is added to the active
// set, and inequalities whose multipliers would become negative are dropped. No feasible initial point is
// needed, and infeasible problems are detected: a violated row then depends on active rows that cannot be
// dropped.
//
// Rows are divided by their lengths, so all normals n are unit vectors. A row with two bounds has the normal
// of the violated bound: +c for the lower, -c for the upper one.
//
// Departures from the paper:
// - equalities and the active set of a warm start are added at once, without steps: the minimum of an active
//   set follows from the factors. Inequalities of the warm start with negative multipliers are dropped again,
//   the most negative first;
// - a normal is added by one reflection instead of rotations (qp_factors.h);
// - when no row is violated, point and multipliers are recomputed from the factors and checked again, until a
//   recomputed point passes. At the end they are corrected by their residuals in the original problem, so
//   that they do not depend on the path: warm and cold starts agree.
#pragma once

#include <limits>
#include <vector>

#include "slipstick/solvers/linear/padded_memory.h"
#include "slipstick/solvers/qp/qp_factors.h"
#include "slipstick/solvers/qp/qp_problem.h"
#include "slipstick/solvers/qp/qp_rows.h"

namespace slipstick::solvers {

enum class QpStatus {
  kSolved,
  kInfeasible,  ///< no x satisfies all constraints
  /// 10 (variables + inequalities) changes of the active set; seen only in problems dominated by rounding
  kIterationLimit,
  kNotConvex,  ///< H is not positive definite to rounding, or a number is not finite
};
const char* Name(QpStatus status);

struct QpReport {
  QpStatus status;
  int iterations;  ///< changes of the active set, without the rows of a warm start that stay active
  /// The largest of
  /// - the violation of a row, divided by its length, relative to the largest of: the bound divided by that
  ///   length, the length of x, and 1e-5 of the length of the unconstrained minimum (so that x = 0 has a
  ///   unit, too);
  /// - the largest entry of H x + g - Aᵀλ - Cᵀμ, relative to the largest entry of H x, of g or of Aᵀλ + Cᵀμ.
  ///   The multipliers have the right sign.
  /// About 1e-15; more if H x is a small difference of large numbers, e.g. for x of 1e8 along directions of
  /// small cost. Infinite if status is kNotConvex.
  double residual;
  int num_active;  ///< inequalities in the final active set, as many as in `active`
};

/// The active set, as a warm start of the next problem: -1 at lower, +1 at upper, 0 free; empty: unknown.
using QpActiveSet = std::vector<signed char>;

/// Holds scratch memory only, no state: same problem and warm start, same bits.
class DenseQp {
 public:
  /// x: the solution; for kInfeasible and kIterationLimit the minimum under the last active set, for
  /// kNotConvex zero. `active`: on entry the warm start (ignored if its size does not fit; any set leads to
  /// the same solution), on exit the active set.
  QpReport Solve(const QpProblem& problem, Eigen::VectorXd& x, QpActiveSet& active);
  /// The same for a segment of a vector, with as many entries as there are variables: does not allocate if
  /// the size of the problem changes.
  QpReport Solve(const QpProblem& problem, Eigen::Ref<Eigen::VectorXd> x, QpActiveSet& active);

 private:
  // Relative tolerances.
  static constexpr double kRounding = 1e-12;   ///< of r or u: smaller values count as zero
  static constexpr double kConsistent = 1e-9;  ///< of an equality that depends on others
  static constexpr double kMinUnit = 1e-5;  ///< of the unconstrained minimum: unit of length for x near zero
  static constexpr double kFeasible = 1e-10;  ///< of x and the bound: smaller violations count as satisfied
  /// Of |J|: rounding error of J2ᵀ n if n depends on active normals.
  static constexpr double kDependent = 1e-12;
  static constexpr double kNoise = 1e-15;  ///< of |J2|² |g|: rounding error of x

  static constexpr int kMaxChangesPerRow = 10;
  static constexpr double kUnbounded = std::numeric_limits<double>::infinity();  ///< length of a step

  struct Candidate {
    int row;
    double side;
  };

  bool Load(const QpProblem& problem);
  QpStatus Search(const QpProblem& problem, const QpActiveSet* start);
  void Clear();
  void ActivateStart(const QpActiveSet* start);
  void Activate(const Candidate& candidate, double* projected);
  void MinimizeOnActiveSet();
  void SolveActive(double* u);
  void ClampMultipliers();
  QpStatus SatisfyInequalities();
  int FindMostViolated();
  bool AddViolated(int row);
  int FindLeaving(double& step) const;
  bool IgnoreIfRounding(int row, double missing);
  void Project(int row, double side);
  double FreeLength2() const;
  double Unit() const;
  double Length(const padded::Numbers& x) const;
  static double LargestOf(const padded::Numbers& x, int first, int end);
  bool Depends(double free_length2) const;
  void Append(int row, double side);
  void Drop(int k);
  double Correct(const QpProblem& problem);
  double Stationarity(const QpProblem& problem);
  double Evaluate(const QpProblem& problem);
  QpReport Report(QpStatus status, double residual, Eigen::Ref<Eigen::VectorXd> x, QpActiveSet& active) const;

  int n_ = 0, padded_ = 0;
  QpRows rows_;
  QpFactors factors_;
  double norm_J_ = 0.0;
  double min_unit_ = 0.0;  ///< unit of length for x near zero

  // The active set: equalities first, in the order of the columns of R.
  int active_equalities_ = 0;
  std::vector<int> active_;   ///< rows
  padded::Numbers side_;      ///< +1 at the lower bound, -1 at the upper
  padded::Numbers u_;         ///< multipliers, of inequalities >= 0
  std::vector<char> closed_;  ///< per row: active or ignored, not a candidate
  bool signs_known_ = false;  ///< the multipliers have the right signs up to rounding
  bool contradictory_ = false;
  int changes_ = 0;

  padded::Numbers x_, g_;              ///< padded
  padded::Numbers d_, z_, r_, y_;      ///< d = Jᵀ n, z = J2 d2, r = R⁻¹ d1, x = J y
  std::vector<Candidate> candidates_;  ///< of ActivateStart
  padded::Numbers block_;              ///< d of four of them
  padded::Numbers slope_, pull_;       ///< H x + g - N u, and N u
};

}  // namespace slipstick::solvers
