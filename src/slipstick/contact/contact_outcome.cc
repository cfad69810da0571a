#include "slipstick/contact/contact_outcome.h"

#include <algorithm>

#include "slipstick/dynamics/body_frame.h"

namespace slipstick::contact {
namespace {

ContactMode ModeOf(const World& world, const ContactOutcome& outcome, double h) {
  if (!outcome.is_closed()) return ContactMode::kOpen;
  const ContactMaterial& material = world.material(outcome.point.shape_a, outcome.point.shape_b);
  return Length(outcome.slip) > h * material.stiction_speed ? ContactMode::kSlip : ContactMode::kStick;
}

/// The entry with this id in a list sorted by id, or the place where to insert it.
template <class List>
auto PlaceOf(uint64_t id, List& list) {
  if (list.empty() || list.back().id < id) return list.end();  // contacts usually come in the order of ids
  const auto by_id = [](const auto& entry, uint64_t wanted) { return entry.id < wanted; };
  return std::lower_bound(list.begin(), list.end(), id, by_id);
}

}  // namespace

const ContactMemory* FindMemory(const std::vector<ContactMemory>& memory, uint64_t id) {
  const auto at = PlaceOf(id, memory);
  return at != memory.end() && at->id == id ? &*at : nullptr;
}

void AddToReport(const World& world, const ContactOutcome& outcome, double h, double fraction,
                 StepReport& report, double weight) {
  const ContactPoint& point = outcome.point;
  report.energy.contact_work += weight * outcome.work;
  AddContact({.id = point.id,
              .shape_a = point.shape_a,
              .shape_b = point.shape_b,
              .body_a = point.body_a,
              .body_b = point.body_b,
              .p = outcome.p,
              .normal = point.normal,
              .gap = outcome.gap,
              .gap_end = outcome.gap + weight * Dot(point.normal, outcome.displacement),
              .force = (weight * fraction) * outcome.force,
              .velocity = (weight * fraction / h) * outcome.displacement,
              .mode = ModeOf(world, outcome, h)},
             report.contacts);
}

void AddContact(const ContactReport& contact, std::vector<ContactReport>& contacts) {
  const auto at = PlaceOf(contact.id, contacts);
  if (at == contacts.end() || at->id != contact.id) {
    contacts.insert(at, contact);
    return;
  }
  at->gap_end += contact.gap_end - contact.gap;
  at->force += contact.force;
  at->velocity += contact.velocity;
  at->mode = std::max(at->mode, contact.mode);
}

void StoreContacts(const World& world, View<const ContactOutcome> outcomes, const Workspace<double>& ws,
                   std::vector<ContactMemory>& memory) {
  for (const ContactOutcome& outcome : outcomes) {
    if (!outcome.is_closed() && outcome.gap_end() > kTouching) continue;
    const ContactPoint& point = outcome.point;
    const Vec3<double> other_end = outcome.p + Across(outcome.remaining, point.normal) - outcome.stretch;
    const ContactMemory entry{.id = point.id,
                              .p_A = dynamics::ToBody(world.model(), ws, point.body_a, outcome.p),
                              .p_B = dynamics::ToBody(world.model(), ws, point.body_b, other_end),
                              .rest_depth = outcome.rest_depth,
                              .slipping = outcome.at_friction_limit,
                              .force = outcome.force};
    const auto at = PlaceOf(point.id, memory);
    if (at != memory.end() && at->id == point.id)
      *at = entry;
    else
      memory.insert(at, entry);
  }
}

}  // namespace slipstick::contact
