#include "slipstick/steppers/tamsi/contact_pairs.h"

#include <algorithm>

#include "slipstick/contact/contact_points.h"
#include "slipstick/dynamics/body_frame.h"
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

void ContactPairs::Add(const ContactPoint& point, const Workspace<double>& ws) {
  const Model& model = world_.model();
  if (bodies_.empty() || bodies_.back().a != point.body_a || bodies_.back().b != point.body_b)
    AddPair({point.body_a, point.body_b}, ws);
  RegularizedContact contact{};
  contact.geometry = point;
  contact.material = &world_.material(point.shape_a, point.shape_b);
  contact.r = point.p - ws.origin[model.sweep()[point.body_a].root];
  contact.start_velocity = dynamics::VelocityAt(model, ws, point.body_a, point.p) -
                           dynamics::VelocityAt(model, ws, point.body_b, point.p);
  const double separation = Dot(contact.start_velocity, point.normal);
  contact.pi_0 = laws::HuntCrossley(-point.gap, -separation, *contact.material).force;
  contact.velocity = contact.start_velocity;
  contacts_.push_back(contact);
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
