#include "slipstick/contact/compliant_contacts.h"

#include <algorithm>

#include "slipstick/dynamics/body_frame.h"

namespace slipstick::contact {

CompliantContacts::CompliantContacts(StepProblem& problem, const laws::CompliantOptions& options)
    : problem_(problem),
      options_(options),
      generalized_force_(Eigen::VectorXd::Zero(problem.world().model().nv())) {
  const int expected = std::min(kExpectedContacts, problem.world().geometry().num_shapes());
  contacts_.reserve(expected);
  outcomes_.reserve(expected);
}

void CompliantContacts::Collect(double margin) {
  contacts_.clear();
  for (const ContactPoint& point : problem_.Find(margin)) AddContact(point);
}

void CompliantContacts::Evaluate() {
  const Model& model = problem_.world().model();
  const Workspace<double>& ws = problem_.workspace();
  Collect(0.0);
  generalized_force_.setZero();
  for (CompliantContact& contact : contacts_) {
    contact.result = laws::EvaluateLaw(contact.input, *contact.material, options_);
    if (!contact.result.closed) continue;
    const Vec3<double>&f = contact.result.force, none = Vec3<double>::Zero();
    double* tau = generalized_force_.data();
    dynamics::AddForceAt(model, ws, contact.geometry.body_a, contact.p_a, f, none, tau);
    dynamics::AddForceAt(model, ws, contact.geometry.body_b, contact.p_b, -f, none, tau);
  }
}

void CompliantContacts::AddContact(const ContactPoint& point) {
  const Model& model = problem_.world().model();
  const Workspace<double>& ws = problem_.workspace();
  CompliantContact& contact = contacts_.emplace_back();
  problem_.SetContact(point, contact);
  const ContactMemory* memory = contact.memory;
  const bool has_anchors = options_.law == laws::ContactLaw::kAnchor;
  const bool from_touchdown = has_anchors && options_.anchor.normal == laws::NormalAnchor::kTouchdown;
  contact.rest_depth = memory != nullptr ? memory->rest_depth : from_touchdown ? -point.gap : 0.0;
  laws::CompliantInput& in = contact.input;
  in.normal = point.normal;
  in.velocity = contact.velocity;
  in.depth = -point.gap;
  in.delta = in.depth - contact.rest_depth;
  in.anchored = memory != nullptr;
  in.has_normal_stiffness = in.anchored || !from_touchdown;
  in.slipping = in.anchored && memory->slipping;
  in.stretch = Vec3<double>::Zero();
  if (in.anchored && has_anchors)
    in.stretch = Across(dynamics::ToWorld(model, ws, point.body_a, memory->p_A) -
                            dynamics::ToWorld(model, ws, point.body_b, memory->p_B),
                        point.normal);
}

View<const ContactOutcome> CompliantContacts::FindOutcomes(const Motion& motion) {
  const bool at_end = problem_.instant().evaluated_at == laws::EvaluatedAt::kEnd;
  const bool has_anchors = options_.law == laws::ContactLaw::kAnchor;
  const Vec3<double> zero = Vec3<double>::Zero();
  const auto along = [&](const CompliantContact& contact, In<double> x) {
    return x.empty() ? zero : problem_.VelocityOf(contact, x);
  };
  outcomes_.clear();
  for (const CompliantContact& contact : contacts_) {
    const Vec3<double>& normal = contact.geometry.normal;
    const Vec3<double> dv = along(contact, motion.dv), since_start = along(contact, motion.since_start);
    const Vec3<double> displacement = motion.h * (contact.velocity + motion.phi * dv);
    const Vec3<double> v_start = at_end ? contact.velocity - dv : contact.velocity;
    const Vec3<double> remaining_slide = at_end && has_anchors ? zero : Across(displacement, normal);
    const Vec3<double> anchored_stretch = contact.input.stretch + remaining_slide;
    const Vec3<double> stretch = StretchAtEnd(contact, motion.h, anchored_stretch, since_start);
    outcomes_.push_back({.point = contact.geometry,
                         .p = contact.p_a,
                         .gap = contact.geometry.gap - Dot(since_start, normal),
                         .force = contact.result.force,
                         .displacement = displacement,
                         .remaining = at_end ? zero : displacement,
                         .slip = anchored_stretch - stretch,
                         .work = ImpulseWork(motion.h * contact.result.force, v_start, v_start + dv),
                         .at_friction_limit = contact.result.slipping,
                         .stretch = stretch,
                         .rest_depth = contact.rest_depth});
  }
  return outcomes_;
}

/// The elastic stretch at the end of the step; `anchored`: with the anchor where it is. Anchors of slipping
/// contacts move as if spring and damper together exerted the friction force. `since_start`: displacement
/// from the start of the step to the instant.
Vec3<double> CompliantContacts::StretchAtEnd(const CompliantContact& contact, double h,
                                             const Vec3<double>& anchored,
                                             const Vec3<double>& since_start) const {
  const laws::CompliantForce& result = contact.result;
  const ContactMaterial& m = *contact.material;
  if (options_.law != laws::ContactLaw::kAnchor) return Vec3<double>::Zero();
  if ((result.closed && !result.slipping) || h == 0.0) return anchored;
  if (options_.anchor.slip == laws::SlipAnchor::kJump) return (-1.0 / m.stiffness) * result.friction;
  // A new contact is anchored at the instant.
  Vec3<double> start = contact.input.stretch;
  if (contact.input.anchored) start += -Across(since_start, contact.input.normal);
  return laws::Relax(start, result.friction, m.stiffness, m.damping, h);
}

void CompliantContacts::ReportEnergy(EnergyReport& energy) const {
  problem_.ReportEnergy(energy);
  for (const CompliantContact& contact : contacts_) {
    // A contact that separates faster than its damper allows the surface to follow exerts no force, but its
    // spring is still compressed.
    const double delta = std::max(0.0, contact.input.delta);
    const Vec3<double>& stretch = contact.input.stretch;
    energy.elastic += 0.5 * contact.material->stiffness * (delta * delta + Dot(stretch, stretch));
  }
}

}  // namespace slipstick::contact
