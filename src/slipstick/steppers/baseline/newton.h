// Newton's method for implicit steppers, with the variants that Castro et al. 2020 (tamsi) compare.
//
//   Δx = -A⁻¹ r(x),   x ← x + α Δx,   A = ∂r/∂x                              (9), with the α of section III-A
//
// Schemes, by how often A is renewed:
//   full         in every iteration: quadratic convergence
//   per-attempt  once, at the start of the iteration
//   quasi        only if an old one fails: first the old factor is tried (or the old derivatives if the step
//                size differs), then new derivatives, then the iteration fails. Steppers call
//                DiscardMatrices() in every step, so matrices are shared by the sub-steps and the error
//                estimate of one step only. Derivatives are also renewed where the transition-aware line
//                search shortens a step: those of slipping contacts do not hold for sticking ones.
//
// Stopping rules: `step`, when Δx is small; `theta`, when the remaining error is small, estimated from the
// rate of convergence (Hairer and Wanner, Solving ordinary differential equations II, section IV.8):
//
//   θ = |Δx| / |Δx before|:   θ > 1                            failed, unless |Δx| is far below the tolerance
//                             θ / (1 - θ) |Δx| < tolerance     converged
//
// from the third iteration on, or as soon as Δx is at rounding level.
//
// With line_search=merit it has also converged where the residual is that of rounding errors: below 1e-8 of
// the first one, and a full step does not decrease it. With stiff contacts their forces may not allow a
// smaller step.
//
// Departures: θ is computed from full steps only, not after a shortened one. A contact that begins to slip
// makes θ large once; the program of the tamsi paper (2019) tested θ in the second iteration already, and
// failed there. An old factor for another step size is not used.
#pragma once

#include <vector>

#include "slipstick/core/eigen.h"
#include "slipstick/core/fields.h"
#include "slipstick/solvers/linear/dense_lu.h"
#include "slipstick/solvers/newton/transition_line_search.h"
#include "slipstick/steppers/phase_timer.h"

namespace slipstick::baseline {

enum class NewtonScheme { kFull, kPerAttempt, kQuasi };
enum class StopRule { kStep, kTheta };
enum class LineSearch { kMerit, kTransition, kNone };

struct NewtonOptions {
  double tolerance = 1e-6;
  int max_iterations = 50;
  int max_halvings = 20;
  NewtonScheme scheme = NewtonScheme::kFull;
  StopRule stop = StopRule::kStep;
  LineSearch line_search = LineSearch::kMerit;
  solvers::TransitionLimits limits = {};

  void Visit(FieldVisitor& visit);
};

/// The equations of a sub-step. Unknowns are velocities, residuals are forces.
class NewtonEquations {
 public:
  /// `inertia`: of each unknown, kg or kg m².
  explicit NewtonEquations(const Eigen::VectorXd& inertia);
  virtual ~NewtonEquations() = default;

  /// residual() := r(x).
  virtual void Evaluate(const Eigen::VectorXd& x) = 0;
  /// Computes derivatives of r at the last evaluation.
  virtual void Differentiate() = 0;
  /// rows := A for the current step size, from the last derivatives.
  virtual void Form(View<double> rows) = 0;
  /// Step fraction α of the transition-aware line search for Δx, with contacts at the last evaluation; 0 if
  /// numbers are not finite.
  virtual double LimitTransitions(const Eigen::VectorXd& dx,
                                  const solvers::TransitionLimits& limits) const = 0;

  int size() const { return static_cast<int>(inertia_.size()); }
  const Eigen::VectorXd& residual() const { return residual_; }
  /// Half the squared residual, each entry divided by the inertia of its unknown.
  double Merit() const;
  /// Velocity error: the velocity that the residual force gives to an unknown during the step, without
  /// contacts and joints.
  double LargestVelocityError() const;
  /// True if all velocity errors are below the tolerance.
  bool HasVelocityErrorBelow(double tolerance) const;
  /// The time over which velocities act. A depends on it.
  double seconds() const { return seconds_; }

 protected:
  double seconds_ = 0.0;
  Eigen::VectorXd residual_;

 private:
  Eigen::VectorXd inertia_;
};

/// The iterates of Newton's method, for tests and figures.
struct NewtonHistory {
  struct Iterate {
    Eigen::VectorXd x;
    double velocity_error;  ///< the largest, m/s or rad/s
    double alpha;           ///< step fraction that led here; 0 for a guess
  };
  std::vector<Iterate> iterates;
  int jacobians = 0, factors = 0;
};

struct NewtonOutcome {
  bool converged = false;
  bool is_finite = true;  ///< at the start
  int iterations = 0;
  double residual = 0.0;  ///< largest entry of the last Δx, m/s or rad/s
  int evaluations = 0;    ///< of r
  int jacobians = 0;
};

class Newton {
 public:
  Newton(int size, const NewtonOptions& options);

  void set_history(NewtonHistory* history) { history_ = history; }
  /// Timer for the factorisation; may be null.
  void set_timer(steppers::PhaseTimer* timer) { timer_ = timer; }
  /// Discards stored derivatives and factors.
  void DiscardMatrices() { has_derivatives_ = has_factor_ = false; }

  /// x: initial guess, then the solution, or the best iterate on failure. r is evaluated there at the end.
  NewtonOutcome Solve(NewtonEquations& equations, Eigen::VectorXd& x);

 private:
  enum class Verdict { kContinue, kConverged, kFailed };
  bool ReuseMatrix(NewtonEquations& equations);
  bool RenewMatrix(NewtonEquations& equations);
  bool Factor(NewtonEquations& equations);
  bool Iterate(NewtonEquations& equations, Eigen::VectorXd& x);
  void FindCorrection(const NewtonEquations& equations);
  Verdict Judge(const Eigen::VectorXd& x, int iteration, double seconds);
  bool IsRounding(const Eigen::VectorXd& x) const;
  bool Move(NewtonEquations& equations, Eigen::VectorXd& x);
  double SearchByMerit(NewtonEquations& equations, Eigen::VectorXd& x);
  void Evaluate(NewtonEquations& equations, const Eigen::VectorXd& x);
  void Record(const NewtonEquations& equations, const Eigen::VectorXd& x, double alpha) const;
  void KeepIfBest(const NewtonEquations& equations, const Eigen::VectorXd& x);

  NewtonOptions options_;
  std::vector<double> matrix_;  ///< of the linear equations, row-major
  solvers::DenseLu lu_;
  bool has_derivatives_ = false, has_factor_ = false;  ///< stored ones exist
  double factor_seconds_ = 0.0;                        ///< step size of the stored factor
  NewtonOutcome outcome_;
  double first_merit_ = 0.0, best_merit_ = 0.0;
  double theta_base_ = 0.0;  ///< size of the previous Newton step; 0 if it was shortened or there was none
  bool is_in_transition_ = false;  ///< the line search shortened the last step: renew the matrix
  Eigen::VectorXd guess_, best_x_, trial_x_, dx_;
  NewtonHistory* history_ = nullptr;
  steppers::PhaseTimer* timer_ = nullptr;
};

}  // namespace slipstick::baseline
