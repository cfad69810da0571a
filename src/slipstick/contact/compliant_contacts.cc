#include "slipstick/contact/compliant_contacts.h"

#include <algorithm>

#include "slipstick/dynamics/body_frame.h"

namespace slipstick::contact {

CompliantContacts::CompliantContacts(const World& world, const laws::CompliantOptions& options)
    : world_(world), options_(options), finder_(world.geometry()) {}

void CompliantContacts::Collect(const Workspace<double>& ws, const std::vector<ContactMemory>& memory,
                                double margin) {
  contacts_.clear();
  const ContactMemory* known = memory.data();
  const ContactMemory* const end = known + memory.size();
  for (const ContactPoint& point : finder_.Find(world_.model(), ws, margin)) {
    while (known != end && known->id < point.id) ++known;  // both lists are sorted by id
    const bool in_memory = known != end && known->id == point.id;
    contacts_.push_back(MakeContact(point, in_memory ? known++ : nullptr, ws));
  }
}

void CompliantContacts::Evaluate(const Workspace<double>& ws, const std::vector<ContactMemory>& memory) {
  Collect(ws, memory, 0.0);
  for (CompliantContact& contact : contacts_) {
    if (contact.geometry.gap > 0.0) continue;
    contact.result = laws::EvaluateLaw(contact.input, *contact.material, options_);
  }
}

/// Midway between the surfaces. If b is the world, and except under the regularised law, it lies on the
/// surface of a: it is then fixed to its body, and the derivatives are exact.
Vec3<double> CompliantContacts::PointOfForce(const ContactPoint& point) const {
  const bool on_surface = point.body_b == model::kWorld && options_.law != laws::ContactLaw::kRegularized;
  return on_surface ? point.p + (0.5 * point.gap) * point.normal : point.p;
}

CompliantContact CompliantContacts::MakeContact(const ContactPoint& point, const ContactMemory* memory,
                                                const Workspace<double>& ws) const {
  const Model& model = world_.model();
  CompliantContact contact{};
  contact.geometry = point;
  contact.p = PointOfForce(point);
  contact.material = &world_.material(point.shape_a, point.shape_b);
  laws::CompliantInput& in = contact.input;
  in.normal = point.normal;
  in.velocity = dynamics::VelocityAt(model, ws, point.body_a, contact.p) -
                dynamics::VelocityAt(model, ws, point.body_b, contact.p);
  in.anchored = memory != nullptr;
  const bool from_touchdown =
      options_.law == laws::ContactLaw::kAnchor && options_.anchor.normal == laws::NormalAnchor::kTouchdown;
  in.has_normal_stiffness = in.anchored || !from_touchdown;
  if (in.anchored) {
    const Vec3<double> stretch = dynamics::ToWorld(model, ws, point.body_a, memory->p_A) -
                                 dynamics::ToWorld(model, ws, point.body_b, memory->p_B);
    in.stretch = Across(stretch, point.normal);
    in.slipping = memory->slipping;
    contact.rest_depth = memory->rest_depth;
  } else {
    in.stretch = Vec3<double>::Zero();
    in.slipping = false;
    contact.rest_depth = from_touchdown ? -point.gap : 0.0;
  }
  if (options_.law != laws::ContactLaw::kAnchor) in.stretch = Vec3<double>::Zero();
  in.depth = -point.gap;
  in.delta = in.depth - contact.rest_depth;
  return contact;
}

void CompliantContacts::StoreMemory(const Workspace<double>& ws, double h, laws::EvaluatedAt at,
                                    std::vector<ContactMemory>& memory) const {
  const Model& model = world_.model();
  memory.clear();
  for (const CompliantContact& contact : contacts_) {
    const ContactPoint& point = contact.geometry;
    const Vec3<double> anchor = contact.p - StretchToRemember(contact, h, at);
    memory.push_back({point.id, dynamics::ToBody(model, ws, point.body_a, contact.p),
                      dynamics::ToBody(model, ws, point.body_b, anchor), contact.rest_depth,
                      contact.result.slipping, contact.result.force});
  }
}

/// The anchor is placed so that the stretch is right at the end of the step. For forces evaluated at the
/// start, the bodies still slide by h v_t, which will add to the stretch; it is subtracted here.
Vec3<double> CompliantContacts::StretchToRemember(const CompliantContact& contact, double h,
                                                  laws::EvaluatedAt at) const {
  const laws::CompliantInput& in = contact.input;
  const laws::CompliantForce& result = contact.result;
  const ContactMaterial& m = *contact.material;
  if (options_.law != laws::ContactLaw::kAnchor) return Vec3<double>::Zero();
  if ((result.closed && !result.slipping) || h == 0.0) return in.stretch;
  if (options_.anchor.slip == laws::SlipAnchor::kJump) return (-1.0 / m.stiffness) * result.friction;
  const Vec3<double> slide = h * Across(in.velocity, in.normal);
  if (at == laws::EvaluatedAt::kStart)
    return laws::Relax(in.stretch, result.friction, m.stiffness, m.damping, h) - slide;
  // A new contact has not slid relative to its anchor yet: the anchor is at the point.
  const Vec3<double> before = in.anchored ? in.stretch - slide : in.stretch;
  return laws::Relax(before, result.friction, m.stiffness, m.damping, h);
}

/// The anchor of a sticking contact stays where it is; the law without anchors has no elastic stretch.
Vec3<double> CompliantContacts::SlipOf(const CompliantContact& contact, double h, laws::EvaluatedAt at,
                                       const Vec3<double>& displacement) const {
  if (options_.law != laws::ContactLaw::kAnchor) return Across(displacement, contact.input.normal);
  return contact.input.stretch - StretchToRemember(contact, h, at);
}

void CompliantContacts::AddGeneralizedForce(const Workspace<double>& ws, Out<double> tau) const {
  for (const CompliantContact& contact : contacts_) {
    if (!contact.result.closed) continue;
    const Vec3<double>& f = contact.result.force;
    const Vec3<double> no_moment = Vec3<double>::Zero();
    dynamics::AddForceAt(world_.model(), ws, contact.geometry.body_a, contact.p, f, no_moment, tau.data());
    dynamics::AddForceAt(world_.model(), ws, contact.geometry.body_b, contact.p, -f, no_moment, tau.data());
  }
}

double CompliantContacts::ElasticEnergy() const {
  double twice = 0.0;
  for (const CompliantContact& contact : contacts_) {
    // A contact that separates faster than its damper allows the surface to follow exerts no force, but its
    // spring is still compressed.
    const double delta = std::max(0.0, contact.input.delta);
    const Vec3<double>& stretch = contact.input.stretch;
    twice += contact.material->stiffness * (delta * delta + Dot(stretch, stretch));
  }
  return 0.5 * twice;
}

}  // namespace slipstick::contact
