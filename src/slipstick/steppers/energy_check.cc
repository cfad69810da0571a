#include "slipstick/steppers/energy_check.h"

#include <algorithm>
#include <cmath>

#include "slipstick/dynamics/energy.h"
#include "slipstick/dynamics/kinematics.h"

namespace slipstick::steppers {
namespace {

/// Factor by which M_kk may exceed its value at the neutral configuration, which MayExplode uses.
constexpr double kInertiaMargin = 2.0;

double Square(double x) { return x * x; }

}  // namespace

EnergyCheck::EnergyCheck(const World& world)
    : world_(world),
      harmless_energy_(0.5 * world.model().total_mass() * Square(kHarmlessSpeed)),
      weight_(world.model().nv()),
      ws_(world.model()),
      finder_(world.geometry()) {
  for (int k = 0; k < weight_.size(); ++k)
    weight_[k] = std::sqrt(kInertiaMargin * world.joint_laws()[k].inertia);
}

bool EnergyCheck::Explodes(const State& before, const State& after, double h,
                           const contact::StepReport& report) {
  if (!MayExplode(before, after, h, report.energy.kinetic)) return false;
  const Model& model = world_.model();
  dynamics::ForwardKinematics<double>(model, before.q, before.v, ws_);
  const double kinetic_before = dynamics::KineticEnergy<double>(model, before.v, ws_);
  const double potential_before = dynamics::PotentialEnergy<double>(model, ws_);
  const double springs = std::max(SpringEnergy(before), report.energy.elastic);
  dynamics::ForwardKinematics<double>(model, after.q, after.v, ws_);
  const double kinetic = dynamics::KineticEnergy<double>(model, after.v, ws_);
  const double fall = potential_before - dynamics::PotentialEnergy<double>(model, ws_);
  const double available = harmless_energy_ + kinetic_before + std::max(0.0, fall) +
                           std::max(0.0, report.energy.actuation_work) + springs;
  return kinetic > kExplosionFactor * available;
}

/// By the triangle inequality for |v| = √(vᵀ M v), in which dof k alone has the length √M_kk |v_k|:
///
///   |v⁺| at q⁺  <=  |v| at q + Σ √M_kk (|v⁺_k - v_k| + θ |v_k|)
///
/// where θ bounds the rotation of a joint in the step, which rotates the velocities of the bodies beyond it.
bool EnergyCheck::MayExplode(const State& before, const State& after, double h, double kinetic) const {
  const double theta = h * after.v.lpNorm<Eigen::Infinity>();
  double change = 0.0;
  for (int k = 0; k < weight_.size(); ++k)
    change += weight_[k] * (std::abs(after.v[k] - before.v[k]) + theta * std::abs(before.v[k]));
  const double most = 0.5 * Square(std::sqrt(2.0 * kinetic) + change);
  return !(most <= kExplosionFactor * (kinetic + harmless_energy_));
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

}  // namespace slipstick::steppers
