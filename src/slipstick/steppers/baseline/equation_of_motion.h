// The right-hand side of M(q) a + bias(q, v) = tau + Jᵀ f (paper 000, Eq. 1) at one instant, and what to
// report of it.
#pragma once

#include "slipstick/contact/compliant_contacts.h"
#include "slipstick/dynamics/workspace.h"
#include "slipstick/laws/joint_forces.h"
#include "slipstick/steppers/compliant_options.h"
#include "slipstick/steppers/stepper.h"

namespace slipstick::baseline {

class EquationOfMotion {
 public:
  EquationOfMotion(const World& world, const laws::CompliantOptions& contact);

  /// Everything at (q, v), with anchors where `memory` has them; acceleration() is the result. False if M is
  /// singular.
  bool Evaluate(const Actuation& actuation, In<double> q, In<double> v, const State& memory,
                steppers::PhaseTimer* timer = nullptr);
  /// The same without accelerations: kinematics must stand in workspace() already.
  void EvaluateForces(const Actuation& actuation, In<double> q, In<double> v, const State& memory);

  /// Moves the anchors of what slips at the (q, v) of the last evaluation, whose forces act for h seconds.
  void Remember(In<double> q, In<double> v, double h, laws::EvaluatedAt at, State& state);

  /// The acceleration of Evaluate.
  View<const double> acceleration() const { return ws_.acceleration; }
  /// That acceleration, if the joint forces follow their linearisation to the end of a step of h, in which
  /// the displacement is h v + forward a: M gains -h ∂τ/∂v - forward ∂τ/∂q. The joint forces become what they
  /// are then.
  bool AccelerateWithImplicitJoints(const Actuation& actuation, double h, double forward, In<double> v);

  /// Adds `weight` times what the forces of the last evaluation do along a displacement (nv entries).
  void AddWork(In<double> displacement, double weight, EnergyReport& energy) const;
  /// Energies at the (q, v) of the last Evaluate.
  void ReportEnergy(In<double> v, EnergyReport& energy) const;
  /// Energies at a state, for those who never evaluate there. Overwrites the last evaluation.
  void ReportEnergyAt(const State& state, EnergyReport& energy);
  /// All contacts with their forces, which replace what is in the list.
  void ReportContacts(std::vector<ContactReport>& contacts) const;
  /// Adds `weight` times the forces to contacts in the list, and those that are not in it yet.
  void AddContacts(double weight, std::vector<ContactReport>& contacts) const;

  Workspace<double>& workspace() { return ws_; }
  const Workspace<double>& workspace() const { return ws_; }
  const contact::CompliantContacts& contacts() const { return contacts_; }
  const laws::JointForces& joints() const { return joints_; }

  /// The sum of all forces on a dof.
  double TotalForce(int k) const {
    return joints_.active[k] + joints_.passive[k] + external_force[k] + contact_force[k];
  }

  /// Per dof: what contacts and external wrenches exert.
  std::vector<double> contact_force, external_force;

 private:
  bool SolveWithImplicitJoints(double h, double forward, In<double> v);
  ContactReport Report(const contact::CompliantContact& contact, double weight) const;

  const World& world_;
  Workspace<double> ws_;
  contact::CompliantContacts contacts_;
  laws::JointForces joints_;
  std::vector<double> diagonal_, dq_, dv_;  ///< of AccelerateWithImplicitJoints
};

}  // namespace slipstick::baseline
