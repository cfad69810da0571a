#include "slipstick/steppers/tamsi/contact_pairs.h"

#include <algorithm>

#include "slipstick/laws/regularized_law.h"

namespace slipstick::tamsi {

ContactPairs::ContactPairs(const World& world) : world_(world) {
  const int expected = std::min(contact::kExpectedContacts, world.geometry().num_shapes());
  contacts_.reserve(expected);
  pairs_.reserve(expected);
  bodies_.reserve(expected);
  levers_.reserve(static_cast<size_t>(expected) * world.model().nv());
}

void ContactPairs::Clear() {
  contacts_.clear();
  pairs_.clear();
  bodies_.clear();
  levers_.clear();
}

void ContactPairs::Add(const ContactPoint& point, const contact::StepProblem& problem) {
  const Workspace<double>& ws = problem.workspace();
  if (bodies_.empty() || bodies_.back().a != point.body_a || bodies_.back().b != point.body_b)
    AddPair({point.body_a, point.body_b}, ws);
  RegularizedContact& added = contacts_.emplace_back();
  problem.SetContact(point, added);
  added.r = added.p_a - ws.origin[world_.model().sweep()[point.body_a].root];
  const double separation = Dot(added.velocity, point.normal);
  added.pi_0 = laws::HuntCrossley(-point.gap, -separation, *added.material).force;
  added.v_c = added.velocity;
  pairs_.back().end_contact = static_cast<int>(contacts_.size());
}

void ContactPairs::AddPair(const contact::TouchingBodies& bodies, const Workspace<double>& ws) {
  const Model& model = world_.model();
  const int first = static_cast<int>(levers_.size());
  int a = model.last_dof()[bodies.a], b = bodies.b == model::kWorld ? -1 : model.last_dof()[bodies.b];
  const Vec3<double> shift = bodies.b == model::kWorld ? Vec3<double>::Zero()
                                                       : ws.origin[model.sweep()[bodies.a].root] -
                                                             ws.origin[model.sweep()[bodies.b].root];
  while (a != b) {  // common ancestors do not move the bodies relative to each other
    if (a > b) {
      levers_.push_back({a, ws.subspace[a]});
      a = model.dof_parent()[a];
    } else {
      const Motion<double>& s = ws.subspace[b];
      levers_.push_back({b, {-PointVelocity(s, shift), -s.ang}});
      b = model.dof_parent()[b];
    }
  }
  const int contacts = static_cast<int>(contacts_.size());
  pairs_.push_back({bodies, contacts, contacts, first, static_cast<int>(levers_.size())});
  bodies_.push_back(bodies);
}

}  // namespace slipstick::tamsi
