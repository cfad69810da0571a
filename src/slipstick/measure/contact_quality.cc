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

void ContactQuality::ContinuePhase(const ContactReport& contact, double h, StickPhase& phase) const {
  if (phase.since >= kSettling) {
    phase.displacement += h * Across(contact.velocity, contact.normal);
    phase.counted += h;
  }
  phase.since += h;
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
    const bool continues = k < phases_.size() && phases_[k].id == contact.id;
    next_.push_back(continues ? phases_[k++] : StickPhase{.id = contact.id});
    ContinuePhase(contact, h, next_.back());
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
