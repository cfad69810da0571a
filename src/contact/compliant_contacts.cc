#include "contact/compliant_contacts.h"

#include "contact/body_frame.h"

namespace slipstick {
namespace {

Vec3<double> AlongSurface(const Vec3<double>& x, const Vec3<double>& normal) {
  return x - Dot(x, normal) * normal;
}

}  // namespace

CompliantContacts::CompliantContacts(const World& world, NormalAnchor normal_anchor)
    : world_(world), normal_anchor_(normal_anchor), finder_(world.geometry()) {}

void CompliantContacts::Evaluate(const Workspace<double>& ws, const std::vector<ContactMemory>& memory) {
  contacts_.clear();
  const ContactMemory* known = memory.data();
  const ContactMemory* const end = known + memory.size();
  for (const ContactPoint& point : finder_.Find(world_.model(), ws)) {
    while (known != end && known->id < point.id) ++known;  // both lists are in the order of ids
    const bool remembered = known != end && known->id == point.id;
    contacts_.push_back(Place(point, remembered ? known : nullptr, ws));
    CompliantContact& contact = contacts_.back();
    contact.result = EvaluateAnchorLaw(contact.input, *contact.material);
  }
}

CompliantContact CompliantContacts::Place(const ContactPoint& point, const ContactMemory* memory,
                                          const Workspace<double>& ws) const {
  const Model& model = world_.model();
  CompliantContact contact;
  contact.geometry = point;
  contact.p = point.body_b == kWorld ? point.p + (0.5 * point.gap) * point.normal : point.p;
  contact.material = &world_.material(point.shape_a, point.shape_b);
  AnchorInput& in = contact.input;
  in.normal = point.normal;
  in.velocity =
      VelocityAt(model, ws, point.body_a, contact.p) - VelocityAt(model, ws, point.body_b, contact.p);
  if (memory != nullptr) {
    const Vec3<double> stretch =
        ToWorld(model, ws, point.body_a, memory->p_A) - ToWorld(model, ws, point.body_b, memory->p_B);
    in.stretch = AlongSurface(stretch, point.normal);
    in.slipping = memory->slipping;
    contact.rest_depth = memory->rest_depth;
  } else {
    in.stretch = Vec3<double>::Zero();
    in.slipping = false;
    contact.rest_depth = normal_anchor_ == NormalAnchor::kTouchdown ? -point.gap : 0.0;
  }
  in.delta = -point.gap - contact.rest_depth;
  return contact;
}

void CompliantContacts::Remember(const Workspace<double>& ws, std::vector<ContactMemory>& memory) const {
  const Model& model = world_.model();
  memory.clear();
  for (const CompliantContact& contact : contacts_) {
    const ContactPoint& point = contact.geometry;
    memory.push_back({point.id, ToBody(model, ws, point.body_a, contact.p),
                      ToBody(model, ws, point.body_b, contact.p - contact.result.stretch), contact.rest_depth,
                      contact.result.slipping});
  }
}

void CompliantContacts::AddGeneralizedForce(const Workspace<double>& ws, Out<double> tau) const {
  for (const CompliantContact& contact : contacts_) {
    if (!contact.result.pushing) continue;
    const Vec3<double>& f = contact.result.force;
    const Vec3<double> no_moment = Vec3<double>::Zero();
    AddForceAt(world_.model(), ws, contact.geometry.body_a, contact.p, f, no_moment, tau.data());
    AddForceAt(world_.model(), ws, contact.geometry.body_b, contact.p, -f, no_moment, tau.data());
  }
}

double CompliantContacts::ElasticEnergy() const {
  double twice = 0.0;
  for (const CompliantContact& contact : contacts_) {
    if (!contact.result.pushing) continue;
    const Vec3<double>& stretch = contact.result.stretch;
    twice +=
        contact.material->stiffness * (contact.input.delta * contact.input.delta + Dot(stretch, stretch));
  }
  return 0.5 * twice;
}

}  // namespace slipstick
