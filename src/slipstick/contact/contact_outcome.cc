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

}  // namespace

void AddToReport(const World& world, const ContactOutcome& outcome, double h, double fraction,
                 StepReport& report) {
  const ContactPoint& point = outcome.point;
  report.energy.contact_work += outcome.work;
  AddContact({.id = point.id,
              .shape_a = point.shape_a,
              .shape_b = point.shape_b,
              .body_a = point.body_a,
              .body_b = point.body_b,
              .p = outcome.p,
              .normal = point.normal,
              .gap = outcome.gap,
              .gap_end = outcome.gap_end(),
              .force = fraction * outcome.force,
              .velocity = (fraction / h) * outcome.displacement,
              .mode = ModeOf(world, outcome, h)},
             report.contacts);
}

void AddContact(const ContactReport& contact, std::vector<ContactReport>& contacts) {
  const auto by_id = [](const ContactReport& known, uint64_t id) { return known.id < id; };
  auto at = contacts.end();
  if (!contacts.empty() && contacts.back().id >= contact.id)  // contacts usually come in the order of ids
    at = std::lower_bound(contacts.begin(), contacts.end(), contact.id, by_id);
  if (at != contacts.end() && at->id == contact.id) {
    at->gap_end = contact.gap_end;
    at->force += contact.force;
    at->velocity += contact.velocity;
    at->mode = std::max(at->mode, contact.mode);
  } else {
    contacts.insert(at, contact);
  }
}

ContactMemory MemoryOf(const World& world, const ContactOutcome& outcome, const Workspace<double>& ws,
                       const Vec3<double>& p, const Vec3<double>& left, const Vec3<double>& stretch,
                       double rest_depth) {
  const ContactPoint& point = outcome.point;
  const Vec3<double> end_of_spring = p + Across(left, point.normal) - stretch;
  return {.id = point.id,
          .p_A = dynamics::ToBody(world.model(), ws, point.body_a, p),
          .p_B = dynamics::ToBody(world.model(), ws, point.body_b, end_of_spring),
          .rest_depth = rest_depth,
          .slipping = outcome.at_friction_limit,
          .force = outcome.force};
}

}  // namespace slipstick::contact
