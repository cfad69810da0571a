#include "slipstick/measure/contact_quality.h"

#include <algorithm>
#include <cmath>

namespace slipstick::measure {

void ContactQuality::AddToCone(const ContactReport& contact) {
  const ContactMaterial& material = world_.material(contact.shape_a, contact.shape_b);
  const double mu = contact.mode == ContactMode::kSlip ? material.mu_kinetic : material.mu_static;
  const double normal = Dot(contact.force, contact.normal);
  const double excess = Length(Across(contact.force, contact.normal)) - mu * normal;
  largest_excess_ = std::max(largest_excess_, excess);
  largest_normal_force_ = std::max(largest_normal_force_, std::abs(normal));
}

/// Reports have the velocity at the beginning of their step, which is that at the end of the previous step.
void ContactQuality::ContinuePhase(const ContactReport& contact, double h, StickPhase& phase) const {
  const Vec3<double> velocity = Across(contact.velocity, contact.normal);
  if (phase.since >= kSettling) {
    phase.displacement = phase.displacement + 0.5 * phase.h * (phase.velocity + velocity);
    phase.counted += phase.h;
  }
  phase.since += phase.h;
  phase.velocity = velocity;
  phase.h = h;
}

void ContactQuality::Close(const StickPhase& phase) {
  crept_ += Length(phase.displacement);
  stuck_ += phase.counted;
}

/// Both lists are sorted by id, so one pass matches contacts with their phases.
void ContactQuality::Add(const StepReport& report, double h) {
  next_.clear();
  size_t k = 0;
  for (const ContactReport& contact : report.contacts) {
    if (contact.mode == ContactMode::kOpen) continue;
    AddToCone(contact);
    if (contact.mode != ContactMode::kStick) continue;
    while (k < phases_.size() && phases_[k].id < contact.id) Close(phases_[k++]);
    if (k < phases_.size() && phases_[k].id == contact.id) {
      next_.push_back(phases_[k++]);
      ContinuePhase(contact, h, next_.back());
    } else {
      next_.push_back({contact.id, 0.0, Across(contact.velocity, contact.normal), h, {}, 0.0});
    }
  }
  while (k < phases_.size()) Close(phases_[k++]);
  phases_.swap(next_);
}

double ContactQuality::creep_speed() const {
  ContactQuality closed = *this;
  for (const StickPhase& phase : phases_) closed.Close(phase);
  return closed.stuck_ > 0.0 ? closed.crept_ / closed.stuck_ : 0.0;
}

double ContactQuality::cone_violation() const {
  return largest_normal_force_ > 0.0 ? largest_excess_ / largest_normal_force_ : 0.0;
}

}  // namespace slipstick::measure
