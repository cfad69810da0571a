#include "slipstick/steppers/energy_check.h"

#include <algorithm>
#include <cmath>

#include "slipstick/dynamics/energy.h"
#include "slipstick/dynamics/kinematics.h"

namespace slipstick::steppers {
namespace {

/// Growth of the energy, as estimated from speeds or from the works of the report, from which on energies are
/// computed.
constexpr double kSuspiciousGrowth = 2.0;
/// rad or m per step; where dofs move farther, the equations of motion change much within a step.
constexpr double kLongMove = 0.5;

double Square(double x) { return x * x; }

}  // namespace

EnergyCheck::EnergyCheck(const World& world)
    : world_(world),
      harmless_energy_(0.5 * world.model().total_mass() * Square(kHarmlessSpeed)),
      inertia_(world.model().nv()),
      ws_(world.model()),
      finder_(world.geometry()) {
  for (int k = 0; k < inertia_.size(); ++k) inertia_[k] = world.joint_laws()[k].inertia;
}

bool EnergyCheck::Explodes(const State& before, const State& after, double h,
                           const contact::StepReport& report) {
  if (!IsSuspicious(before, after, h, report.energy)) return false;
  const Model& model = world_.model();
  Evaluate(before);
  const double kinetic_before = dynamics::KineticEnergy<double>(model, before.v, ws_);
  const double potential_before = dynamics::PotentialEnergy<double>(model, ws_);
  const double springs = std::max(SpringEnergy(before), report.energy.elastic);
  Evaluate(after);
  const double kinetic = dynamics::KineticEnergy<double>(model, after.v, ws_);
  const double fall = potential_before - dynamics::PotentialEnergy<double>(model, ws_);
  const double available = harmless_energy_ + kinetic_before + std::max(0.0, fall) +
                           std::max(0.0, report.energy.actuation_work) + springs;
  return kinetic > kExplosionFactor * available;
}

bool EnergyCheck::IsSuspicious(const State& before, const State& after, double h,
                               const contact::EnergyReport& energy) const {
  const double work = energy.contact_work + energy.joint_work;
  if (work > kSuspiciousGrowth * (energy.kinetic + harmless_energy_)) return true;
  const double from = EstimateEnergy(before.v), to = EstimateEnergy(after.v);
  if (to > kSuspiciousGrowth * (from + harmless_energy_)) return true;
  return to > harmless_energy_ && after.v.lpNorm<Eigen::Infinity>() * h > kLongMove;
}

/// Without the coupling of dofs.
double EnergyCheck::EstimateEnergy(const Eigen::VectorXd& v) const {
  double twice = 0.0;
  for (int k = 0; k < v.size(); ++k) twice += inertia_[k] * v[k] * v[k];
  return 0.5 * twice;
}

/// Energy of springs at the start of the step: of contacts, also where a stepper has no such springs, and of
/// joints beyond their limits. Penetration that arises within the step does not count.
double EnergyCheck::SpringEnergy(const State& before) {
  double energy = 0.0;
  for (const ContactPoint& contact : finder_.Find(world_.model(), ws_))
    energy += 0.5 * world_.material(contact.shape_a, contact.shape_b).stiffness * Square(contact.gap);
  const Model& model = world_.model();
  for (int k = 0; k < model.nv(); ++k) {
    const world::JointLaw& law = world_.joint_laws()[k];
    const Joint& joint = model.joints()[model.dofs()[k].joint];
    if (!std::isfinite(law.lower) && !std::isfinite(law.upper)) continue;
    const double q = before.q(joint.q + k - joint.v);
    energy += 0.5 * law.limit_stiffness * Square(q - std::clamp(q, law.lower, law.upper));
  }
  return energy;
}

void EnergyCheck::Evaluate(const State& state) {
  dynamics::ForwardKinematics<double>(world_.model(), state.q, state.v, ws_);
}

}  // namespace slipstick::steppers
