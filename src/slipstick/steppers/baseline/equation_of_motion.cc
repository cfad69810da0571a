#include "slipstick/steppers/baseline/equation_of_motion.h"

#include <algorithm>

#include "slipstick/contact/contact_outcome.h"
#include "slipstick/contact/external_wrenches.h"
#include "slipstick/dynamics/body_frame.h"
#include "slipstick/dynamics/contact_space.h"
#include "slipstick/dynamics/energy.h"
#include "slipstick/dynamics/kinematics.h"
#include "slipstick/dynamics/mass_matrix.h"

namespace slipstick::baseline {

EquationOfMotion::EquationOfMotion(const World& world, const laws::CompliantOptions& contact)
    : contact_force(world.model().nv()),
      external_force(world.model().nv()),
      world_(world),
      ws_(world.model()),
      contacts_(world, contact),
      joints_(world),
      diagonal_(world.model().nv()),
      dq_(world.model().nv()),
      dv_(world.model().nv()) {}

bool EquationOfMotion::Evaluate(const Actuation& actuation, In<double> q, In<double> v, const State& memory,
                                steppers::PhaseTimer* timer) {
  const Model& model = world_.model();
  {
    const steppers::ScopedPhase timing(timer, steppers::Phase::kContacts);
    dynamics::BeginEvaluate(model, q, v, ws_);
    EvaluateForces(actuation, q, v, memory);
  }
  const steppers::ScopedPhase timing(timer, steppers::Phase::kDynamics);
  if (!dynamics::FinishEvaluate(model, {}, ws_)) return false;
  for (int k = 0; k < model.nv(); ++k) ws_.acceleration[k] = TotalForce(k) - ws_.bias[k];
  dynamics::SolveMassMatrix<double>(model, ws_, ws_.acceleration);
  return true;
}

void EquationOfMotion::EvaluateForces(const Actuation& actuation, In<double> q, In<double> v,
                                      const State& memory) {
  contacts_.Evaluate(ws_, memory.contacts);
  joints_.Evaluate(actuation, q, v, memory.q_held);
  std::fill(contact_force.begin(), contact_force.end(), 0.0);
  contacts_.AddGeneralizedForce(ws_, contact_force);
  std::fill(external_force.begin(), external_force.end(), 0.0);
  contact::AddExternalWrenches(world_.model(), ws_, actuation, external_force.data());
}

void EquationOfMotion::StoreMemory(In<double> q, In<double> v, double h, laws::EvaluatedAt at, State& state) {
  contacts_.StoreMemory(ws_, h, at, state.contacts);
  joints_.StoreMemory(q, v, h, at, state.q_held);
}

bool EquationOfMotion::AccelerateWithImplicitJoints(const Actuation& actuation, double h, double forward,
                                                    In<double> v) {
  const Model& model = world_.model();
  for (int k = 0; k < model.nv(); ++k) diagonal_[k] = ws_.M[model.diagonal_entry(k)];
  bool regular = SolveWithImplicitJoints(h, forward, v);
  if (joints_.ReleaseFriction(dq_, dv_)) regular = SolveWithImplicitJoints(h, forward, v);
  joints_.MoveAlong(actuation, dq_, dv_);
  return regular;
}

bool EquationOfMotion::SolveWithImplicitJoints(double h, double forward, In<double> v) {
  const Model& model = world_.model();
  for (int k = 0; k < model.nv(); ++k) {  // M̂ and the right side of (S3) with θ = 1, forward = φ h²
    ws_.M[model.diagonal_entry(k)] = diagonal_[k] - h * joints_.by_v[k] - forward * joints_.by_q[k];
    ws_.acceleration[k] = TotalForce(k) + h * joints_.by_q[k] * v[k] - ws_.bias[k];
  }
  const bool regular = dynamics::FactorMassMatrix(model, ws_);
  dynamics::SolveMassMatrix<double>(model, ws_, ws_.acceleration);
  for (int k = 0; k < model.nv(); ++k) {
    dq_[k] = h * v[k] + forward * ws_.acceleration[k];
    dv_[k] = h * ws_.acceleration[k];
  }
  return regular;
}

void EquationOfMotion::AddWork(In<double> displacement, In<double> path, double weight,
                               EnergyReport& energy) const {
  double active = 0.0, passive = 0.0, contact = 0.0;
  for (int k = 0; k < displacement.size(); ++k) {
    active += (joints_.active[k] + external_force[k]) * displacement[k];
    passive += joints_.passive[k] * displacement[k];
    contact += contact_force[k] * path[k];
  }
  energy.actuation_work += weight * active;
  energy.joint_work += weight * passive;
  energy.contact_work += weight * contact;
}

void EquationOfMotion::ReportEnergy(In<double> v, EnergyReport& energy) const {
  energy.kinetic = dynamics::KineticEnergyByMassMatrix(world_.model(), v, ws_);
  energy.potential = dynamics::PotentialEnergyOfTrees(world_.model(), ws_);
  energy.elastic = contacts_.ElasticEnergy();
}

void EquationOfMotion::ReportEnergyAt(const State& state, EnergyReport& energy) {
  const Model& model = world_.model();
  dynamics::ForwardKinematics<double>(model, state.q, state.v, ws_);
  contacts_.Evaluate(ws_, state.contacts);
  energy.kinetic = dynamics::KineticEnergy<double>(model, state.v, ws_);
  energy.potential = dynamics::PotentialEnergy<double>(model, ws_);
  energy.elastic = contacts_.ElasticEnergy();
}

Vec3<double> EquationOfMotion::DisplacementAt(const contact::CompliantContact& contact,
                                              In<double> displacement) const {
  const Model& model = world_.model();
  return dynamics::VelocityAt(model, ws_, contact.geometry.body_a, contact.p, displacement) -
         dynamics::VelocityAt(model, ws_, contact.geometry.body_b, contact.p, displacement);
}

void EquationOfMotion::ReportContacts(double h, double fraction, laws::EvaluatedAt at,
                                      In<double> displacement, In<double> since_start,
                                      StepReport& report) const {
  for (const contact::CompliantContact& contact : contacts_.contacts()) {
    const ContactPoint& point = contact.geometry;
    const Vec3<double> moved = DisplacementAt(contact, displacement);
    const double opened = since_start.empty() ? 0.0 : Dot(DisplacementAt(contact, since_start), point.normal);
    contact::AddToReport(world_,
                         {.point = point,
                          .p = contact.p,
                          .gap = point.gap - opened,
                          .force = contact.result.force,
                          .displacement = moved,
                          .slip = contacts_.SlipOf(contact, h, at, moved),
                          .work = 0.0,  // AddWork computes the sum
                          .at_friction_limit = contact.result.slipping},
                         h, fraction, report);
  }
}

}  // namespace slipstick::baseline
