#include "slipstick/steppers/tamsi/island_newton.h"

#include <algorithm>
#include <cmath>

namespace slipstick::tamsi {
namespace {

/// Newton steps that a algorithm to them should pay off in.
constexpr double kExpectedNewtonSteps = 3.0;
constexpr int kMostHalvings = 20;

}  // namespace

IslandNewton::IslandNewton(const Model& model, const IslandNewtonOptions& options)
    : options_(options), joints_(model), contacts_(model) {}

NewtonResult IslandNewton::Solve(const IslandProblem& island, Eigen::VectorXd& x) {
  StartContacts(island);
  joints_.Begin(island);
  NewtonResult result;
  NewtonSpace space = ChooseSpace(island);
  if (space == NewtonSpace::kJoints) {
    result = Iterate(joints_, island, x);
  } else {
    contacts_.Begin(island, x);
    result = Iterate(contacts_, island, x);
  }
  if (!result.converged && options_.line_search != NewtonLineSearch::kNone &&
      std::isfinite(result.residual)) {
    const int iterations = result.iterations;
    result = IterateDownhill(island, x);
    result.iterations += iterations;
    space = NewtonSpace::kJoints;
  }
  result.space = space;
  return result;
}

NewtonSpace IslandNewton::ChooseSpace(const IslandProblem& island) const {
  if (options_.space != NewtonSpace::kAuto) return options_.space;
  const ContactSpaceSystem::Cost cost = contacts_.EstimateCost(island);
  const bool is_cheaper =
      cost.once + kExpectedNewtonSteps * cost.per_step < kExpectedNewtonSteps * joints_.cost();
  return is_cheaper ? NewtonSpace::kContacts : NewtonSpace::kJoints;
}

template <class System>
NewtonResult IslandNewton::Iterate(System& system, const IslandProblem& island, Eigen::VectorXd& x) {
  NewtonResult result{};
  while (!result.converged && result.iterations < options_.max_iterations) {
    ++result.iterations;
    Linearise(island);                               // (5) - (7), (16), (22)
    if (!system.Solve(island, responses_)) break;    // (21), (23)
    const Outlook outlook = LookAt(system, island);  // section III-A
    if (trace_ != nullptr) trace_->push_back({outlook.residual, outlook.share});
    result.residual = outlook.residual;
    result.converged = outlook.settled;
    if (!(outlook.share > 0.0)) break;
    system.Take(outlook.share);
    MoveContacts(outlook.share, island);
  }
  system.FindVelocities(island, x);
  return result;
}

/// The same in joint space, with steps after which momentum is balanced better.
NewtonResult IslandNewton::IterateDownhill(const IslandProblem& island, Eigen::VectorXd& x) {
  StartContacts(island);
  joints_.Restart();
  NewtonResult result{};
  while (!result.converged && result.iterations < options_.max_iterations) {
    ++result.iterations;
    Linearise(island);
    const double imbalance = joints_.Imbalance(island, 0.0);
    if (!joints_.Solve(island, responses_)) break;
    const Outlook outlook = LookAt(joints_, island);
    result.residual = outlook.residual;
    result.converged = outlook.settled;
    const double share = outlook.settled ? 1.0 : ShareDownhill(island, outlook.share, imbalance);
    if (trace_ != nullptr) trace_->push_back({outlook.residual, share});
    if (!(share > 0.0)) break;
    joints_.Take(share);
    MoveContacts(share, island);
  }
  joints_.FindVelocities(island, x);
  return result;
}

/// The share, or the first half of a half of it, at which momentum is balanced better than now; 0 if there is
/// none.
double IslandNewton::ShareDownhill(const IslandProblem& island, double share, double imbalance) {
  double tried = share;
  for (int halvings = 0; halvings <= kMostHalvings; ++halvings, tried *= 0.5) {
    for (int p = 0; p < island.pairs.size(); ++p)
      for (RegularizedContact& contact : island.contacts.contacts(island.pair(p)))
        contact.trial_force = ForceAt(island.h, contact, contact.velocity + tried * contact.change);
    if (joints_.Imbalance(island, tried) < imbalance) return tried;
  }
  return 0.0;
}

// --- forces
// ------------------------------------------------------------------------------------------------------------

void IslandNewton::StartContacts(const IslandProblem& island) {
  for (int p = 0; p < island.pairs.size(); ++p)
    for (RegularizedContact& contact : island.contacts.contacts(island.pair(p)))
      contact.velocity = contact.start_velocity;
}

/// responses_ := what the contacts of each pair exert near the iterate.
void IslandNewton::Linearise(const IslandProblem& island) {
  responses_.assign(island.pairs.size(), {});
  for (int p = 0; p < island.pairs.size(); ++p) {
    PairResponse& response = responses_[p];
    for (RegularizedContact& contact : island.contacts.contacts(island.pair(p))) {
      EvaluateContact(island.h, contact);
      if (contact.is_open) continue;
      response.pushes = true;
      const Vec3<double> f =
          contact.force - contact.by_velocity * (contact.velocity - contact.start_velocity);
      response.at_start += Force<double>{f, Cross(contact.r, f)};
      response.by_motion.Add(contact.by_velocity, contact.r);
    }
  }
}

/// Normal force and how it changes with the speed of separation.
IslandNewton::Push IslandNewton::PushOf(double h, const RegularizedContact& contact, double v_n) const {
  if (options_.coupling == Coupling::kOneWay) return {contact.start_force, 0.0};
  const laws::NormalForce force =
      laws::HuntCrossley(-contact.geometry.gap - h * v_n, -v_n, *contact.material);  // (19)
  return {force.force, -(h * force.by_depth + force.by_rate)};
}

/// At another velocity than that of the iterate.
Vec3<double> IslandNewton::ForceAt(double h, const RegularizedContact& contact,
                                   const Vec3<double>& velocity) const {
  const Vec3<double>& normal = contact.geometry.normal;
  const double v_n = Dot(velocity, normal);
  return laws::RegularizedFriction(PushOf(h, contact, v_n).force, normal, velocity - v_n * normal,
                                   options_.rise, *contact.material)
      .force;
}

/// Force and its derivative at the velocity of the iterate.
void IslandNewton::EvaluateContact(double h, RegularizedContact& contact) const {
  const Vec3<double>& normal = contact.geometry.normal;
  const double v_n = Dot(contact.velocity, normal);
  const Vec3<double> slip = contact.velocity - v_n * normal;
  const auto [push, push_by_v_n] = PushOf(h, contact, v_n);
  contact.is_open = push == 0.0 && push_by_v_n == 0.0;
  if (contact.is_open) {
    contact.force = contact.trial_force = Vec3<double>::Zero();
    contact.by_velocity = Mat3<double>::Zero();
    return;
  }
  const laws::RegularizedForce force =
      laws::RegularizedFriction(push, normal, slip, options_.rise, *contact.material);
  const Vec3<double> by_v_n = push_by_v_n * force.by_normal_force;
  contact.force = contact.trial_force = force.force;
  contact.by_velocity = {force.by_slip.x + normal.x * by_v_n, force.by_slip.y + normal.y * by_v_n,
                         force.by_slip.z + normal.z * by_v_n};
}

// --- the step
// ----------------------------------------------------------------------------------------------------------

/// What the Newton step of the system would do to the contacts.
template <class System>
IslandNewton::Outlook IslandNewton::LookAt(const System& system, const IslandProblem& island) const {
  Outlook outlook{0.0, true, 1.0};
  for (int p = 0; p < island.pairs.size(); ++p) {
    const Motion<double> motion = system.RelativeMotion(island, p);
    for (RegularizedContact& contact : island.contacts.contacts(island.pair(p))) {
      contact.change = contact.start_velocity + PointVelocity(motion, contact.r) - contact.velocity;
      const double change = Length(contact.change), v_s = contact.material->stiction_speed;
      outlook.residual = std::isfinite(change) ? std::max(outlook.residual, change) : change;
      if (!(change <= options_.tolerance * v_s)) outlook.settled = false;  // also if it is not a number
    }
  }
  if (!outlook.settled && options_.line_search == NewtonLineSearch::kTransition)
    outlook.share = AllowedShare(island);
  return outlook;
}

/// α = min αᵢ over the contacts that push.
double IslandNewton::AllowedShare(const IslandProblem& island) const {
  double share = 1.0;
  for (int p = 0; p < island.pairs.size(); ++p)
    for (const RegularizedContact& contact : island.contacts.contacts(island.pair(p))) {
      if (contact.is_open) continue;
      const Vec3<double>& normal = contact.geometry.normal;
      share = std::min(
          share, contact::LimitTransition(Across(contact.velocity, normal), Across(contact.change, normal),
                                          contact.material->stiction_speed, options_.limits));
    }
  return share;
}

void IslandNewton::MoveContacts(double share, const IslandProblem& island) const {
  for (int p = 0; p < island.pairs.size(); ++p)
    for (RegularizedContact& contact : island.contacts.contacts(island.pair(p))) {
      contact.velocity += share * contact.change;
      contact.force += share * (contact.by_velocity * contact.change);
    }
}

}  // namespace slipstick::tamsi
