// Dense convex quadratic programs of some tens of variables: pure maths, no robot.
//
//   minimise  ½ xᵀ H x + gᵀ x   subject to  A x = b  and  lower <= C x <= upper,   H positive definite
//
// Goldfarb and Idnani (1983), A numerically stable dual method for solving strictly convex quadratic
// programs, Mathematical Programming 27. The point is always the minimum under some of the constraints, the
// active ones, and the cost rises from one such minimum to the next: the most violated inequality is taken
// in, and those whose multipliers would turn negative on the way leave. No feasible point is needed to begin
// with, and a problem without one is told from others: a violated row then depends on active ones that cannot
// give way.
//
// Rows are divided by their lengths, so all normals n are unit vectors. A row with two bounds has the normal
// of the bound that is violated, +c at the lower and -c at the upper one.
//
// Departures from the paper:
// - equalities and the active set of a warm start are taken in at once, without steps: the point of an active
// set follows
//   from the factors. Inequalities of the start whose multipliers are negative leave again, the most negative
//   first;
// - a normal is added by one reflection instead of rotations (qp_factors.h);
// - when nothing is violated any more, point and multipliers are computed afresh from the factors and looked
// at again, until
//   that holds of a fresh point. At the end they are corrected by their residuals in the problem as given, so
//   that they do not remember the path: a warm and a cold start agree.
#pragma once

#include <vector>

#include "slipstick/solvers/linear/padded_memory.h"
#include "slipstick/solvers/qp/qp_factors.h"
#include "slipstick/solvers/qp/qp_problem.h"
#include "slipstick/solvers/qp/qp_rows.h"

namespace slipstick::solvers {

enum class QpStatus {
  kSolved,
  kInfeasible,      ///< no x satisfies all constraints
  kIterationLimit,  ///< 10 (variables + inequalities) changes of the active set, seen only where rounding
                    ///< decides
  kNotConvex,       ///< H is not positive definite to rounding, or a number is not finite
};
const char* Name(QpStatus status);

struct QpReport {
  QpStatus status;
  int iterations;  ///< changes of the active set; rows of a warm start that stay are none
  /// The largest of
  /// - by how much a row is violated, divided by its length, in units of the bound so divided, the length of
  /// x or 1e-5 of the
  ///   length of the minimum without constraints, whichever is largest (the latter so that x = 0 has a unit,
  ///   too);
  /// - the largest entry of H x + g - Aᵀλ - Cᵀμ, in units of the largest entry of H x, of g or of Aᵀλ + Cᵀμ.
  /// The multipliers
  ///   have the right sign.
  /// Some 1e-15; more where H x is a small difference of large numbers, as with x of 1e8 along directions
  /// that hardly cost anything. Infinite if status is kNotConvex.
  double residual;
  int num_active;  ///< inequalities that hold with equality at the end, as many as `active` says
};

/// Which inequalities bind, to begin the next search with: -1 at lower, +1 at upper, 0 free; empty: nothing
/// known.
using QpActiveSet = std::vector<signed char>;

/// Scratch memory that grows with the first problem of a size. No state: same problem and start, same bits.
class DenseQp {
 public:
  /// x gets the solution; if the status is kInfeasible or kIterationLimit, the minimum under the constraints
  /// that were active at the end, and zero if it is kNotConvex. `active`: in, where to begin (ignored unless
  /// its size fits; any set leads to the same answer); out, those that bind.
  QpReport Solve(const QpProblem& problem, Eigen::VectorXd& x, QpActiveSet& active);
  /// The same into a part of a vector, which has as many entries as there are variables: for programs of
  /// changing size, whose solutions shall not allocate.
  QpReport Solve(const QpProblem& problem, Eigen::Ref<Eigen::VectorXd> x, QpActiveSet& active);

 private:
  static constexpr double kRounding = 1e-12;  ///< of the largest r or u: less is zero but for rounding

  struct Candidate {
    int row;
    double side;
  };

  bool Load(const QpProblem& problem);
  QpStatus Search(const QpProblem& problem, const QpActiveSet* start);
  void Clear();
  void TakeUp(const QpActiveSet* start);
  void TakeUp(const Candidate& candidate, double* projected);
  void Settle();
  void SolveActive(double* u);
  void ClampMultipliers();
  QpStatus Climb();
  int FindMostViolated();
  bool TakeIn(int row);
  int FindLeaving(double& step) const;
  bool SetAside(int row, double missing);
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
  double least_unit_ = 0.0;  ///< of lengths, where x vanishes

  // The active set: equalities first, in the order of the columns of R.
  int active_equalities_ = 0;
  std::vector<int> active_;   ///< rows
  padded::Numbers side_;      ///< +1 at the lower bound, -1 at the upper
  padded::Numbers u_;         ///< multipliers, of inequalities >= 0
  std::vector<char> closed_;  ///< by row: active or set aside, not to be taken in
  bool signs_known_ = false;  ///< of the multipliers, but for rounding
  bool contradictory_ = false;
  int changes_ = 0;

  padded::Numbers x_, g_;              ///< padded
  padded::Numbers d_, z_, r_, y_;      ///< d = Jᵀ n, z = J2 d2, r = R⁻¹ d1, x = J y
  std::vector<Candidate> candidates_;  ///< to be taken up
  padded::Numbers block_;              ///< d of four of them
  padded::Numbers slope_, pull_;       ///< H x + g - N u, and its last part
};

}  // namespace slipstick::solvers
