#include "slipstick/control/hands/finger_touch.h"

#include <algorithm>
#include <cmath>

#include "slipstick/core/convert.h"
#include "slipstick/geometry/feature_id.h"

namespace slipstick::control {
namespace {

constexpr int kExpectedTouches = 16;

Vec3<double> Downwards(const Model& model) {
  const double g = model.gravity().norm();
  return g > 0.0 ? FromEigen(model.gravity() / g) : Vec3<double>::Zero();
}

}  // namespace

FingerTouch::FingerTouch(const World& world, const std::array<int, 2>& dofs) : world_(world), dofs_(dofs) {
  for (int i = 0; i < 2; ++i) bodies_[i] = world.model().dofs()[dofs[i]].joint;
  touched_.reserve(kExpectedTouches);
}

TouchReading FingerTouch::Read(const State& state, const Workspace<double>& ws) {
  SumContactForces(state);
  const Vec3<double> down = Downwards(world_.model());
  TouchReading reading;
  for (int i = 0; i < 2; ++i) reading.normal_force[i] = Dot(force_[i], ws.subspace[dofs_[i]].lin);
  const Vec3<double> carried = force_[0] + force_[1];
  const Vec3<double> across = Across(carried, ws.subspace[dofs_[0]].lin);
  reading.friction_load = 0.5 * std::sqrt(Dot(across, across));
  reading.weight = std::max(0.0, Dot(carried, down));
  reading.support = Support(state);
  reading.holds = reading.normal_force[0] > 0.0 && reading.normal_force[1] > 0.0;
  return reading;
}

std::pair<int, int> FingerTouch::BodiesOf(const ContactMemory& contact) const {
  return {world_.geometry().body(geometry::ShapeA(contact.id)),
          world_.geometry().body(geometry::ShapeB(contact.id))};
}

int FingerTouch::FingerOf(int body) const {
  return body == model::kWorld ? -1 : body == bodies_[0] ? 0 : body == bodies_[1] ? 1 : -1;
}

bool FingerTouch::IsOfRobot(int body) const {
  const std::vector<model::SweepBody>& sweep = world_.model().sweep();
  return body != model::kWorld &&
         (sweep[body].root == sweep[bodies_[0]].root || sweep[body].root == sweep[bodies_[1]].root);
}

/// Computes force_ and touched_.
void FingerTouch::SumContactForces(const State& state) {
  force_ = {Vec3<double>::Zero(), Vec3<double>::Zero()};
  touched_.clear();
  const auto add = [&](int body, int other, const Vec3<double>& force) {
    const int finger = FingerOf(body);
    if (finger < 0) return;
    force_[finger] += force;
    if (other != model::kWorld && !IsTouched(other)) touched_.push_back(other);
  };
  for (const ContactMemory& contact : state.contacts) {
    const auto [a, b] = BodiesOf(contact);
    add(a, b, contact.force);
    add(b, a, -contact.force);
  }
}

bool FingerTouch::IsTouched(int body) const {
  return std::find(touched_.begin(), touched_.end(), body) != touched_.end();
}

/// Upward force on touched bodies from bodies that are neither touched nor part of the robot.
double FingerTouch::Support(const State& state) const {
  const Vec3<double> down = Downwards(world_.model());
  double support = 0.0;
  for (const ContactMemory& contact : state.contacts) {
    const auto [a, b] = BodiesOf(contact);
    if (IsTouched(a) == IsTouched(b) || IsOfRobot(a) || IsOfRobot(b)) continue;
    support += (IsTouched(a) ? -1.0 : 1.0) * Dot(contact.force, down);
  }
  return support;
}

}  // namespace slipstick::control
