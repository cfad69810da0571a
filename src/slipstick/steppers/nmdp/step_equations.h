// The equations of motion at the end of a step, G of Pan and Hauser 2020 (nmdp), with analytic derivatives.
//
//   Newton-Euler      G = inverse dynamics(q, v, (v - v₋)/h) - τ(q, v) - Σ Jᵀ f             (1), (2), (6)
//   position-based    G = ∇I(q) - τ(q, v) - Σ Jᵀ f,    I = Σ ∫ρ |x - 2 x₋ + x₋₋|² / 2h²     (4), (12)
//
// with q = integrate(q₋, h v); joint forces τ (stable PD, damping, dry friction, limits) are evaluated at the
// end, too. Derivatives are along tangents x at q.
//
// Departures: α = 1 always. The previous pose is one sub-step back: x₋₋ are the poses at integrate(q₋, -h
// v₋), which for equal steps is the start of the last one. Then I is consistent for any sequence of steps
// (the printed one is not), and a state is (q, v) as for all steppers.
//
// Known limits: position-based rotations are slowed down, since chords replace arcs, by dω/dt = -h ω³ of a
// free body.
#pragma once

#include <memory>
#include <vector>

#include "slipstick/contact/step_problem.h"
#include "slipstick/dynamics/tree_matrix.h"
#include "slipstick/steppers/nmdp/step_contacts.h"

namespace slipstick::nmdp {

enum class StepInertia { kNewtonEuler, kPositionBased };

class StepEquations {
 public:
  static std::unique_ptr<StepEquations> Make(const World& world, StepInertia inertia);
  virtual ~StepEquations() = default;

  /// Begins a step of h from the state; the arguments must outlive the step.
  virtual void Begin(const Actuation& actuation, double h, const State& state);
  /// Moves the end of the step to that with velocity v: poses and joint forces.
  void Place(const Eigen::VectorXd& v);
  /// residual() := G at that end, with these contact loads on bodies.
  void Evaluate(View<const BodyLoad> contact_loads);
  /// by_x := ∂G/∂x at the last evaluation.
  virtual void Differentiate(dynamics::TreeMatrix& by_x) = 0;

  /// ½ vᵀ M(q) v of all bodies at the last evaluation.
  virtual double KineticEnergy() = 0;
  /// Its derivative by x, and M(q) for ForEachOfMass; call after Differentiate.
  virtual void DifferentiateEnergy(View<double> by_x) = 0;
  /// Calls f(k, j, M_kj) for the entries of M(q) that are not zero by structure.
  template <class F>
  void ForEachOfMass(const F& f) const {
    const Model& model = world_.model();
    for (int k = 0; k < model.nv(); ++k) {
      const double* M = &ws_.M[model.diagonal_entry(k)];
      f(k, k, *M);
      for (int j = model.dof_parent()[k]; j >= 0; j = model.dof_parent()[j]) {
        --M;
        f(k, j, *M);
        f(j, k, *M);
      }
    }
  }

  /// The change of v that moves the end by dx.
  void ToVelocity(const Eigen::VectorXd& dx, Eigen::VectorXd& dv) const;
  /// The largest entry of h G / inertia, m/s or rad/s.
  double ResidualSpeed() const;

  const Eigen::VectorXd& residual() const { return residual_; }
  const Eigen::VectorXd& v() const { return v_; }
  double h() const { return h_; }
  /// Poses at the end, and poses and velocities at the start.
  const Workspace<double>& end() const { return ws_; }
  const Workspace<double>& start() const { return start_problem_.workspace(); }
  /// Contacts at the start and at the end.
  View<const ContactPoint> FindAtStart() { return start_problem_.Find(0.0); }
  View<const ContactPoint> FindAtEnd() { return end_problem_.Find(0.0); }
  /// Energies at the start.
  void ReportEnergy(EnergyReport& energy) const { start_problem_.ReportEnergy(energy); }

  /// Ends the last evaluated step, which is this fraction of the whole step: advances the state, and adds
  /// contacts and works to the report.
  void Commit(View<const contact::ContactOutcome> outcomes, double fraction, State& state,
              StepReport& report);

 protected:
  explicit StepEquations(const World& world);
  /// residual_ := the inertial terms of G and all loads_ on bodies.
  virtual void EvaluateInertia() = 0;
  /// Converts a row of nv entries from a derivative by v into one by x, times h.
  void ToDerivativeByX(double* row) const;

  const World& world_;
  const Actuation* actuation_ = nullptr;
  const State* start_ = nullptr;
  double h_ = 0.0;
  contact::StepProblem start_problem_, end_problem_;
  Workspace<double>& ws_;            ///< poses at the end
  const laws::JointForces& joints_;  ///< at the end
  std::vector<BodyLoad> loads_;      ///< external loads, then contact loads
  Eigen::VectorXd q_, v_, residual_, displacement_, dv_;

 private:
  std::vector<int> rotations_;  ///< first dof of each rotation that q holds as a quaternion
};

}  // namespace slipstick::nmdp
