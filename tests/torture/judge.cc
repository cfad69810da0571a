#include "torture/judge.h"

#include <algorithm>
#include <cmath>

#include "slipstick/dynamics/energy.h"
#include "slipstick/dynamics/kinematics.h"

namespace slipstick::torture {
namespace {

bool IsFinite(const Vec3<double>& vector) {
  return std::isfinite(vector.x) && std::isfinite(vector.y) && std::isfinite(vector.z);
}

bool IsFinite(const State& state) {
  for (const ContactMemory& contact : state.contacts)
    if (!IsFinite(contact.p_A) || !IsFinite(contact.p_B) || !IsFinite(contact.force) ||
        !std::isfinite(contact.rest_depth))
      return false;
  return std::isfinite(state.t) && state.q.allFinite() && state.v.allFinite() && state.q_held.allFinite();
}

bool IsFinite(const StepReport& report) {
  const contact::EnergyReport& energy = report.energy;
  for (const double number : {report.residual, report.error_estimate, energy.kinetic, energy.potential,
                              energy.elastic, energy.actuation_work, energy.joint_work, energy.contact_work})
    if (!std::isfinite(number)) return false;
  for (const ContactReport& contact : report.contacts)
    if (!IsFinite(contact.p) || !IsFinite(contact.normal) || !IsFinite(contact.force) ||
        !IsFinite(contact.velocity) || !std::isfinite(contact.gap) || !std::isfinite(contact.gap_end))
      return false;
  return true;
}

bool IsSame(const Vec3<double>& a, const Vec3<double>& b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

bool IsSame(const State& a, const State& b) {
  const auto same = [](const ContactMemory& one, const ContactMemory& other) {
    return one.id == other.id && IsSame(one.p_A, other.p_A) && IsSame(one.p_B, other.p_B) &&
           IsSame(one.force, other.force) && one.rest_depth == other.rest_depth &&
           one.slipping == other.slipping;
  };
  return a.t == b.t && a.q == b.q && a.v == b.v && a.q_held.size() == b.q_held.size() &&
         a.q_held == b.q_held && a.next_step == b.next_step &&
         std::equal(a.contacts.begin(), a.contacts.end(), b.contacts.begin(), b.contacts.end(), same);
}

double Square(double number) { return number * number; }

/// Of limits that are passed, and of the fully stretched springs of dry friction.
double JointEnergy(const World& world, const State& state) {
  double energy = 0.0;
  for (const Joint& joint : world.model().joints()) {
    if (joint.nq != 1) continue;
    const world::JointLaw& law = world.joint_laws()[joint.v];
    const double q = state.q(joint.q);
    energy += 0.5 * law.limit_stiffness * Square(std::max({0.0, q - law.upper, law.lower - q}));
  }
  for (const world::JointLaw& law : world.joint_laws())
    if (law.friction > 0.0) energy += 0.5 * Square(law.friction) / law.friction_stiffness;
  return energy;
}

}  // namespace

const char* Name(Verdict verdict) {
  switch (verdict) {
    case Verdict::kFine: return "fine";
    case Verdict::kRefused: return "refused";
    case Verdict::kFastExplosion: return "fast-explosion";
    case Verdict::kExplosion: return "explosion";
    case Verdict::kMoved: return "moved";
    case Verdict::kNonFinite: return "non-finite";
    case Verdict::kException: return "exception";
    case Verdict::kHang: return "hang";
    default: return "crash";
  }
}

Judge::Judge(const World& world)
    : world_(world),
      harmless_energy_(0.5 * world.model().total_mass() * Square(steppers::kHarmlessSpeed)),
      ws_(world.model()),
      finder_(world.geometry()) {}

double Judge::KineticEnergy(const State& state, double& potential) {
  dynamics::ForwardKinematics<double>(world_.model(), state.q, state.v, ws_);
  potential = dynamics::PotentialEnergy<double>(world_.model(), ws_);
  return dynamics::KineticEnergy<double>(world_.model(), state.v, ws_);
}

double Judge::ElasticEnergy(const State& state) {
  double energy = JointEnergy(world_, state);
  for (const ContactPoint& contact : finder_.Find(world_.model(), ws_))
    energy += 0.5 * world_.material(contact.shape_a, contact.shape_b).stiffness * Square(contact.gap);
  return energy;
}

double Judge::AvailableEnergy(const run::StepView& step, double potential_after) {
  double potential = 0.0;
  const double kinetic = KineticEnergy(step.before, potential);
  return harmless_energy_ + kinetic + std::max(0.0, potential - potential_after) +
         ElasticEnergy(step.before) + step.report.energy.elastic +
         std::max(0.0, step.report.energy.actuation_work);
}

Verdict Judge::Step(const run::StepView& step) {
  if (!contact::Advanced(step.report.status))
    return IsSame(step.before, step.after) ? Verdict::kFine : Verdict::kMoved;
  if (!IsFinite(step.after) || !IsFinite(step.report)) return Verdict::kNonFinite;
  if (step.report.status != StepStatus::kOk) return Verdict::kFine;
  double potential_after = 0.0;
  const double kinetic_after = KineticEnergy(step.after, potential_after);
  if (kinetic_after <= kExplosionRatio * AvailableEnergy(step, potential_after)) return Verdict::kFine;
  const bool is_resolved = step.before.v.lpNorm<Eigen::Infinity>() * step.h <= kMaxResolvedMotion;
  return is_resolved ? Verdict::kExplosion : Verdict::kFastExplosion;
}

}  // namespace slipstick::torture
