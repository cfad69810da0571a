// Convex quadratic programs over a product of simplices. Independent of robots and time steps.
//
//   minimise  ½ xᵀ Q x + gᵀ x   subject to  x >= 0  and  sum of x over a block <= 1, for every block
//
// with Q symmetric and positive semidefinite, possibly singular. Such x are the weights of the corners of
// convex sets that contain the origin, one set per block.
//
// Method: primal active sets. The slack of a block, one minus its sum, is treated as one more entry, without
// cost. A face of the set is then given by its positive entries, and the constraints of every face are
// independent. Two kinds of steps alternate:
//   - the Newton step on the face: by Cholesky on the positive entries, in a block without slack as
//     differences to its largest one. Entries that become zero leave, and the others go on in their direction
//     while the cost falls.
//   - at the minimum of a face: in every block the entry with the steepest descent enters, and others beside
//     it if its step leaves room for them. Entries that the Newton step would make negative are rejected; it
//     cannot reject all.
// The cost decreases in every step, so the minimum of a face is visited only once, and the method cannot
// cycle. A good initial guess costs one or two factorisations. If Q is singular on a face, 1e-13 of its
// diagonal is added: a proximal method, whose fixed points are solutions of the original problem.
//
// If the minimiser is not unique, one of them is found; Q x is unique. x always lies in the set, even if Q or
// g are not finite. Same input, same bits.
#pragma once

#include <vector>

#include "slipstick/core/view.h"

namespace slipstick::solvers {

/// Euclidean projection on {x >= 0, sum of x <= 1}, in place. Non-finite entries count as zero.
void ProjectOntoSimplex(View<double> x);

struct SimplexQpOutcome {
  bool converged;  ///< residual <= 1e-10
  int iterations;  ///< steps taken
  /// With y = Q x + g, and λ the mean of y in a block weighted by x (y of the slack is zero): the largest
  /// |y_i - λ| over x_i > 0 and λ - y_i over x_i = 0, relative to the largest |g_i| + Σ_j |Q_ij| x_j of the
  /// block, or to 1e-16 Q_ii if that is larger. The rounding errors of y are about 1e-16 in that unit.
  double residual;
};

class SimplexQp {
 public:
  /// The only function that allocates; Solve calls it if needed.
  void Reserve(int variables, int blocks);

  /// Q: column-major. block_start: the first variable of every block, and the number of variables at the end.
  /// x: on entry an initial guess (any numbers; it is projected first), on exit the solution.
  SimplexQpOutcome Solve(View<const double> Q, View<const double> g, View<const int> block_start,
                         View<double> x);

 private:
  static constexpr double kConverged = 1e-10;  ///< residual of a solution

  struct Block {
    int first, end;
    int reference;  ///< entry that follows from the sum if the slack is zero; -1 if there is slack
    bool open;      ///< the slack is positive or may become so
    double slack;
    double multiplier;  ///< λ
    double scale;       ///< unit of the residual
    double slack_step;  ///< Newton step of the slack
  };

  void Load(View<const double> Q, View<const double> g, View<const int> block_start, View<double> x);
  void EvaluateSlopes();
  double Residual();
  int Enter(bool alone);
  const Block* SteepestBlock() const;
  int EnterBeside(int best, const Block& block, double level);
  void ChooseUnknowns();
  void BuildReduced();
  void Factor();
  bool FindStep();
  int RejectNegativeSteps();
  bool Advance();
  double LongestStep(double length) const;
  void Move(double length);
  void Bend();
  double LineMinimum();

  int n_ = 0, blocks_ = 0;
  const double* Q_ = nullptr;
  const double* g_ = nullptr;
  double* x_ = nullptr;
  std::vector<Block> block_;
  std::vector<char> free_;           ///< positive, or may become so
  std::vector<double> y_, size_;     ///< Q x + g, and the sum of the absolute values of its terms
  std::vector<double> step_;         ///< Newton step; zero where not free
  std::vector<int> unknown_, base_;  ///< entries that are solved for, and the reference of their block
  /// Scratch: a column of Q minus that of its reference, or Q times the step.
  std::vector<double> column_;
  /// Lower half of the reduced system, with the right-hand side as one more row; then its factor.
  std::vector<double> reduced_;
  int unknowns_ = 0, stride_ = 0;  ///< size of the reduced system; distance between columns of reduced_
  std::vector<double> min_pivot_, inverse_pivot_, solution_;
};

}  // namespace slipstick::solvers
