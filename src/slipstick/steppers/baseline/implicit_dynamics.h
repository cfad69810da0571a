// The residual of the equation of motion at one instant, with its derivatives, for implicit steppers.
//
//   r(q, v, a) = inverse dynamics(q, v, a) - τ(q, v) - J(q)ᵀ λ(q, v)
//
// with analytic derivatives of inverse dynamics, joint forces, external wrenches and contacts, including
// slipping and open ones. Assumptions: contact points fixed to their bodies and normals fixed in the world
// while derivatives are used.
#pragma once

#include <vector>

#include "slipstick/contact/compliant_contacts.h"
#include "slipstick/contact/contact_stiffness.h"
#include "slipstick/dynamics/derivatives.h"
#include "slipstick/solvers/newton/transition_line_search.h"
#include "slipstick/steppers/baseline/newton.h"
#include "slipstick/steppers/phase_timer.h"

namespace slipstick::baseline {

/// The start of a sub-step; it must outlive the solution.
struct Start {
  const Actuation& actuation;
  double h;
  const State& state;  ///< holds the anchors
  steppers::PhaseTimer* timer;
  const Actuation& first;  ///< actuation at the start, used by the trapezoidal rule
};

/// Inertia of each dof at the neutral configuration.
Eigen::VectorXd InertiaOfDofs(const World& world);
/// InputError if the line search needs a stiction speed and the contact law has none.
void CheckLineSearch(const NewtonOptions& newton, const laws::CompliantOptions& contact);

class ImplicitDynamics {
 public:
  ImplicitDynamics(const World& world, const laws::CompliantOptions& contact);

  /// residual := r(q, v, a), nv entries, at an instant in or at the end of the sub-step. The vectors must
  /// outlive the solution.
  void Evaluate(const Start& start, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                const Eigen::VectorXd& a, double* residual);
  /// by_q, by_v and the mass matrix at the last evaluation.
  void Differentiate();

  /// rows += M / seconds, of a matrix with as many columns.
  void AddMass(double seconds, int columns, double* rows) const;
  /// Step fraction α = min αᵢ over the contacts of the line search of Castro et al. 2020 (tamsi); 1 without
  /// contacts.
  double LimitTransitions(In<double> dv, const solvers::TransitionLimits& limits) const;

  /// Evaluates forces at the start of a sub-step.
  void EvaluateStart(const Actuation& actuation, double h, const State& state);
  /// The acceleration there. False if M is singular.
  bool Accelerate(Eigen::VectorXd& a);

  contact::StepProblem& problem() { return problem_; }
  contact::CompliantContacts& contacts() { return contacts_; }

  std::vector<double> by_q, by_v;  ///< ∂r/∂q and ∂r/∂v, nv x nv, row-major

 private:
  const World& world_;
  contact::StepProblem problem_;
  contact::CompliantContacts contacts_;
  contact::ContactStiffness stiffness_;
  DynamicsDerivatives<double> derivatives_;
  std::vector<double> M_;  ///< of the last Differentiate, as in a workspace
};

}  // namespace slipstick::baseline
