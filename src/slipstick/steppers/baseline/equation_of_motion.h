// The equation of motion M(q) a + bias(q, v) = tau + Jᵀ f (Hammoud et al. 2022, Eq. 1) at one instant, and
// its contributions to the report.
#pragma once

#include "slipstick/contact/compliant_contacts.h"
#include "slipstick/dynamics/workspace.h"
#include "slipstick/laws/compliant_law.h"
#include "slipstick/laws/joint_forces.h"
#include "slipstick/steppers/stepper.h"

namespace slipstick::baseline {

class EquationOfMotion {
 public:
  EquationOfMotion(const World& world, const laws::CompliantOptions& contact);

  /// Evaluates forces and acceleration() at (q, v), with the anchors of `memory`. False if M is singular.
  bool Evaluate(const Actuation& actuation, In<double> q, In<double> v, const State& memory,
                steppers::PhaseTimer* timer = nullptr);
  /// The same without accelerations; workspace() must hold the kinematics.
  void EvaluateForces(const Actuation& actuation, In<double> q, In<double> v, const State& memory);

  /// Moves the anchors of slipping contacts and joints. (q, v) are those of the last evaluation, whose forces
  /// act for h seconds.
  void StoreMemory(In<double> q, In<double> v, double h, laws::EvaluatedAt at, State& state);

  /// The acceleration of Evaluate.
  View<const double> acceleration() const { return ws_.acceleration; }
  /// The acceleration with linearly implicit joint forces, (S3) with θ = 1, for a step of h with the
  /// displacement h v + forward a, where forward = φ h²: M̂ = M - h ∂τ/∂v - forward ∂τ/∂q. Joint forces
  /// become those at the end of the step.
  bool AccelerateWithImplicitJoints(const Actuation& actuation, double h, double forward, In<double> v);

  /// Adds the work of the forces of the last evaluation: of joints and wrenches along a displacement, of
  /// contacts along `path`, the duration times the mean of the velocities at start and end; both times
  /// `weight`.
  void AddWork(In<double> displacement, In<double> path, double weight, EnergyReport& energy) const;
  /// Energies at the (q, v) of the last Evaluate.
  void ReportEnergy(In<double> v, EnergyReport& energy) const;
  /// Energies at a state that was not evaluated. Overwrites the last evaluation.
  void ReportEnergyAt(const State& state, EnergyReport& energy);
  /// Adds all contacts of the last evaluation to the report. Their forces act for h seconds, which is this
  /// fraction of the step, while the dofs move by `displacement`. `since_start`: displacement from the start
  /// of the sub-step to the last evaluation; empty: none.
  void ReportContacts(double h, double fraction, laws::EvaluatedAt at, In<double> displacement,
                      In<double> since_start, StepReport& report) const;

  Workspace<double>& workspace() { return ws_; }
  const Workspace<double>& workspace() const { return ws_; }
  const contact::CompliantContacts& contacts() const { return contacts_; }
  const laws::JointForces& joints() const { return joints_; }

  /// The sum of all forces on a dof.
  double TotalForce(int k) const {
    return joints_.active[k] + joints_.passive[k] + external_force[k] + contact_force[k];
  }

  /// Per dof: forces of contacts and of external wrenches.
  std::vector<double> contact_force, external_force;

 private:
  Vec3<double> DisplacementAt(const contact::CompliantContact& contact, In<double> displacement) const;
  bool SolveWithImplicitJoints(double h, double forward, In<double> v);

  const World& world_;
  Workspace<double> ws_;
  contact::CompliantContacts contacts_;
  laws::JointForces joints_;
  std::vector<double> diagonal_, dq_, dv_;  ///< of AccelerateWithImplicitJoints
};

}  // namespace slipstick::baseline
