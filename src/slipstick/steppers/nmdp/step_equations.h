// The equations of motion of one step without contacts, at the pose where it ends: G of paper 001, with
// analytic derivatives.
//
//   Newton-Euler      G = inverse dynamics(q, v, (v - v₋)/h) - τ(q, v) - Σ Jᵀ f             (1), (2), (6)
//   position-based    G = ∇I(q) - τ(q, v) - Σ Jᵀ f,    I = Σ ∫ρ |x - 2 x₋ + x₋₋|² / 2h²     (4), (12)
//
// with q = integrate(q₋, h v); joint forces τ (stable PD, damping, dry friction, limits) are taken at the
// end, too. Derivatives are along tangents x at q.
//
// Departures: α = 1 always. A part of a step looks back as far as it looks ahead: x₋₋ are the poses at
// integrate(q₋, -h v₋), which with equal steps is where the last one began. Then I is consistent for any
// sequence of steps, which the printed one is not, and a state is (q, v) as for all steppers.
//
// Known limits: position-based turns are braked as chords are for arcs, by dω/dt = -h ω³ of a free body.
#pragma once

#include <vector>

#include "slipstick/contact/step_report.h"
#include "slipstick/dynamics/tree_matrix.h"
#include "slipstick/laws/joint_forces.h"
#include "slipstick/steppers/nmdp/step_contacts.h"
#include "slipstick/world/actuation.h"

namespace slipstick::nmdp {

class StepEquations {
 public:
  explicit StepEquations(const World& world);
  virtual ~StepEquations() = default;

  /// A step of h from the state; all must live until it is done.
  virtual void Begin(const Actuation& actuation, double h, const State& state);
  /// Poses at the end of a step with v.
  void Place(const Eigen::VectorXd& v);
  /// G there, with these loads of contacts on bodies, in residual().
  void Evaluate(View<const BodyLoad> contact_loads);
  /// by_x := ∂G/∂x where it was evaluated last.
  virtual void Differentiate(dynamics::TreeMatrix& by_x) = 0;

  /// ½ vᵀ M(q) v of all bodies there.
  virtual double KineticEnergy() = 0;
  /// Its derivative, and M(q) in mass(); after Differentiate at the same place.
  virtual void DifferentiateEnergy(View<double> by_x) = 0;
  /// By rows of ancestors (Model::row_start).
  const std::vector<double>& mass() const { return ws_.M; }

  /// The change of v that moves the end by dx.
  void ToVelocity(const Eigen::VectorXd& dx, Eigen::VectorXd& dv) const;
  /// The largest entry of G as the speed that it costs, m/s or rad/s.
  double ResidualSpeed() const;

  const Eigen::VectorXd& residual() const { return residual_; }
  const Eigen::VectorXd& q() const { return q_; }
  double h() const { return h_; }
  /// Poses at the end, and poses and velocities at the start.
  const Workspace<double>& end() const { return ws_; }
  const Workspace<double>& beginning() const { return start_ws_; }

  // Of the step that was evaluated last: what all but contacts did, and where dry friction holds on to.
  void AddWork(EnergyReport& energy) const;
  void Remember(Eigen::VectorXd& q_held);

 protected:
  /// residual_ := its inertial part, with all loads_ on bodies.
  virtual void EvaluateInertia() = 0;
  /// Turns a derivative by v into one by x, times h: columns of a row of nv entries.
  void TurnRow(double* row) const;

  const World& world_;
  const Actuation* actuation_ = nullptr;
  const State* start_ = nullptr;
  double h_ = 0.0;
  Workspace<double> ws_, start_ws_;
  laws::JointForces joints_;
  std::vector<BodyLoad> loads_;  ///< those from outside, then those of contacts
  Eigen::VectorXd q_, v_, residual_, displacement_;

 private:
  std::vector<int> rotations_;  ///< first of the three dofs of each that q holds as a quaternion
};

}  // namespace slipstick::nmdp
