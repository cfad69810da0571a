// Newton's method for the equations of implicit steps, in the ways that paper 004 compares.
//
//   Δx = -A⁻¹ r(x),   x ← x + α Δx,   A = ∂r/∂x                              (9), with the α of section III-A
//
// Schemes, by how often A is renewed:
//   full         in every iteration: quadratic convergence
//   per-attempt  once, where the iteration starts
//   quasi        not if an old one is good enough: first the old factor, or the old derivatives with the
//   present step if that is
//                another, then new derivatives, then failure. What is old lives from Forget() on, which
//                steppers call in every step: within one step there are its parts and its error estimate to
//                share it. Where the transition-aware line search stops the iteration there are new
//                derivatives, too: those of slipping tell nothing of sticking.
//
// Stopping rules: `step`, when Δx is small itself; `theta`, when what is left to do, as the rate of
// convergence tells, is small (Hairer and Wanner, Solving ordinary differential equations II, section IV.8):
//
//   θ = |Δx| / |Δx before|:   θ > 1 fails, unless |Δx| is far below the tolerance;   θ / (1 - θ) |Δx| <
//   tolerance is done
//
// from the third iteration on, or as soon as Δx is nothing but rounding.
//
// Departures: θ is that of full steps, and not asked after one that was shortened. A contact that begins to
// slip makes θ large once; paper 004's program of 2019 asked in the second iteration already, and failed
// there. An old factor of another step size is not tried as it is.
#pragma once

#include <vector>

#include "slipstick/contact/transition_line_search.h"
#include "slipstick/core/eigen.h"
#include "slipstick/core/fields.h"
#include "slipstick/solvers/linear/dense_lu.h"
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
  contact::TransitionLimits limits = {};

  void Visit(FieldVisitor& visit);
};

/// The equations of a step, or of a part of it. Unknowns are velocities, residuals are forces.
class NewtonEquations {
 public:
  /// `inertia`: that each unknown feels, kg or kg m².
  explicit NewtonEquations(const Eigen::VectorXd& inertia);
  virtual ~NewtonEquations() = default;

  /// residual() := r(x).
  virtual void Evaluate(const Eigen::VectorXd& x) = 0;
  /// Derivatives of r where it was evaluated last.
  virtual void Differentiate() = 0;
  /// rows := A of the present step from the last derivatives.
  virtual void Form(View<double> rows) = 0;
  /// How much of Δx the transition-aware line search takes, with contacts where r was evaluated last. 0 if it
  /// finds nothing.
  virtual double LimitTransitions(const Eigen::VectorXd& dx,
                                  const contact::TransitionLimits& limits) const = 0;

  int size() const { return static_cast<int>(inertia_.size()); }
  const Eigen::VectorXd& residual() const { return residual_; }
  /// Half the squared residual, each entry weighed with the inertia of its unknown.
  double Merit() const;
  /// The velocity that what is unbalanced would give an unknown within the step, if contacts and joints gave
  /// way.
  double Imbalance(int k) const { return seconds_ * residual_[k] / inertia_[k]; }
  /// Is every imbalance below the tolerance?
  bool IsBalanced(double tolerance) const;
  /// The time over which velocities act. A depends on it.
  double seconds() const { return seconds_; }

 protected:
  double seconds_ = 0.0;
  Eigen::VectorXd residual_;

 private:
  Eigen::VectorXd inertia_;
};

/// What Newton's method went through, for tests and figures. Nobody pays for it who does not ask.
struct NewtonHistory {
  struct Iterate {
    Eigen::VectorXd x;
    double imbalance;  ///< the largest, m/s or rad/s
    double share;      ///< of the step that led here; 0 for a guess
  };
  std::vector<Iterate> iterates;
  int jacobians = 0, factors = 0;
};

struct NewtonOutcome {
  bool converged = false;
  bool is_finite = true;  ///< where it started
  int iterations = 0;
  double residual = 0.0;  ///< largest entry of the last Δx, m/s or rad/s
  int evaluations = 0;    ///< of r
  int jacobians = 0;
};

class Newton {
 public:
  Newton(int size, const NewtonOptions& options);

  void set_history(NewtonHistory* history) { history_ = history; }
  /// Whoever is to be told of the time that factors take.
  void set_timer(steppers::PhaseTimer* timer) { timer_ = timer; }
  /// No derivatives or factors are old.
  void Forget() { derivatives_are_old_ = factor_is_old_ = false; }

  /// x: first a guess, then the solution, or what is nearest to one. r is evaluated there.
  NewtonOutcome Solve(NewtonEquations& equations, Eigen::VectorXd& x);

 private:
  enum class Verdict { kGoOn, kDone, kFailed };
  bool ReuseMatrix(NewtonEquations& equations);
  bool RenewMatrix(NewtonEquations& equations);
  bool Factor(NewtonEquations& equations);
  bool Iterate(NewtonEquations& equations, Eigen::VectorXd& x);
  void FindCorrection(const NewtonEquations& equations);
  Verdict Judge(const Eigen::VectorXd& x, int iteration, double seconds);
  bool IsRounding(const Eigen::VectorXd& x) const;
  void Move(NewtonEquations& equations, Eigen::VectorXd& x);
  double SearchByMerit(NewtonEquations& equations, Eigen::VectorXd& x);
  void Evaluate(NewtonEquations& equations, const Eigen::VectorXd& x);
  void Record(const NewtonEquations& equations, const Eigen::VectorXd& x, double share) const;
  void KeepIfBest(const NewtonEquations& equations, const Eigen::VectorXd& x);

  NewtonOptions options_;
  solvers::DenseLu lu_;
  bool derivatives_are_old_ = false, factor_is_old_ = false;  ///< there are such
  double factor_seconds_ = 0.0;                               ///< of the step that the factor is for
  NewtonOutcome outcome_;
  double best_merit_ = 0.0;
  double theta_base_ = 0.0;        ///< size of the step before; 0 if it was shortened or there is none
  bool is_in_transition_ = false;  ///< the matrix is that of the other side
  Eigen::VectorXd guess_, best_x_, trial_x_, dx_;
  NewtonHistory* history_ = nullptr;
  steppers::PhaseTimer* timer_ = nullptr;
};

}  // namespace slipstick::baseline
