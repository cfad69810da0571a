// Convex quadratic programs over a product of simplices: pure maths, no robot.
//
//   minimise  ½ xᵀ Q x + gᵀ x   subject to  x >= 0  and  sum of x over a block <= 1, for every block
//
// with Q symmetric and positive semidefinite, possibly singular. Such x are the weights of the corners of
// convex sets that contain the origin, one set per block.
//
// Method: primal active sets. What is missing to a sum of one, the slack of the block, counts as one more
// entry, without cost; then a face of the set is told by the entries that are positive, and every face has
// independent constraints. Two kinds of steps alternate:
//   - the Newton step on the face: by Cholesky on the positive entries, in a block without slack as
//   differences to its
//     largest one. Where an entry becomes zero on the way the step ends there, and the entry leaves.
//   - at the minimum of a face: of every block the entry along which the cost falls most steeply may enter,
//   and those beside
//     it that it leaves room for. Those that the Newton step would make negative stay out after all; not all
//     can.
// The cost falls in every step, so no face has its minimum visited twice and nothing can cycle. A good guess
// costs one or two factorisations. Where Q is singular on a face, 1e-13 of its diagonal stands in: the steps
// are those of a proximal method, whose fixed points are solutions of the problem as given.
//
// Where the minimiser is not unique one of them is found; Q x is unique. x is in the set whatever happens,
// also where Q or g are not finite. Same input, same bits.
#pragma once

#include <vector>

#include "slipstick/core/view.h"

namespace slipstick::solvers {

/// The nearest point of {x >= 0, sum of x <= 1}, in place, in the sense of Euclid. What is not finite counts
/// as zero.
void ProjectOntoSimplex(View<double> x);

struct SimplexQpOutcome {
  bool converged;  ///< residual <= 1e-10
  int iterations;  ///< steps taken
  /// With y = Q x + g and λ the mean of y in a block as x weights it (that of its slack is zero): the largest
  /// |y_i - λ| where x_i > 0 and λ - y_i where x_i = 0, in units of the largest |g_i| + Σ_j |Q_ij| x_j of the
  /// block, or of 1e-16 Q_ii if that is more. Rounding errors of y alone are some 1e-16 in that unit.
  double residual;
};

class SimplexQp {
 public:
  /// The only function that allocates; Solve calls it if needed.
  void Reserve(int variables, int blocks);

  /// Q: column after column. block_start: the first variable of every block, and the number of variables at
  /// the end. x: a guess (any numbers: projected first) and the result.
  SimplexQpOutcome Solve(View<const double> Q, View<const double> g, View<const int> block_start,
                         View<double> x);

 private:
  struct Block {
    int first, end;
    int reference;  ///< entry that the sum determines where the slack is zero; -1 where there is slack
    bool open;      ///< the slack is positive or may become so
    double slack;
    double multiplier;  ///< λ
    double scale;       ///< unit of the residual
    double slack_step;  ///< Newton's
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
  int DropReluctant();
  bool Advance();
  double LongestStep() const;

  int n_ = 0, blocks_ = 0;
  const double* Q_ = nullptr;
  const double* g_ = nullptr;
  double* x_ = nullptr;
  std::vector<Block> block_;
  std::vector<char> free_;           ///< positive, or may become so
  std::vector<double> y_, size_;     ///< Q x + g, and the same with all signs positive
  std::vector<double> step_;         ///< Newton's, zero where not free
  std::vector<int> unknown_, base_;  ///< entries that are solved for, and the reference of their block
  std::vector<double> column_;       ///< of Q, as a difference to the one of its reference
  std::vector<double>
      reduced_;  ///< lower half of the equations with the right side as one more row, then its factor
  int unknowns_ = 0, stride_ = 0;  ///< of reduced_, between columns
  std::vector<double> least_pivot_, inverse_pivot_, solution_;
};

}  // namespace slipstick::solvers
