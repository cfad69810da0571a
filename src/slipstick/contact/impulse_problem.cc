#include "slipstick/contact/impulse_problem.h"

#include <algorithm>

#include "slipstick/core/blocks.h"
#include "slipstick/dynamics/body_frame.h"
#include "slipstick/geometry/tangent_basis.h"

namespace slipstick::contact {
namespace {

Mat3<double> ContactFrame(const Vec3<double>& normal) {
  const Mat3<double> basis = geometry::TangentBasis(normal);
  return {basis.z, basis.x, basis.y};
}

}  // namespace

ImpulseProblem::ImpulseProblem(const World& world, JointTreatment joints, InertiaAlgorithm algorithm)
    : world_(world), problem_(world, {.joints = joints, .inertia = algorithm}), points_(world) {
  for (auto* vector : {&v_free_, &v_end_, &dq_, &dv_}) vector->setZero(world.model().nv());
  const int expected = std::min(kExpectedContacts, world.geometry().num_shapes());
  points_.Reserve(expected);
  contacts_.reserve(expected);
  end_velocities_.reserve(expected);
  outcomes_.reserve(expected);
  for (auto* vector : {&b_, &impulses_}) vector->reserve(3 * expected);
  for (auto* matrix : {&W_, &world_W_}) matrix->reserve(9 * expected * expected);
  problem_.workspace().ReservePoints(world.model(), 2 * expected);
}

// --- one instant

void ImpulseProblem::Evaluate(const LinearizationPoint& linearization_point) {
  at_ = linearization_point;
  contacts_.clear();
  points_.Clear();
  const Eigen::VectorXd& q_start = is_at_start() ? *at_.q : at_.state->q;
  problem_.Evaluate({at_.actuation, at_.h, at_.state, at_.q, at_.v, &q_start, &v_start()});
}

bool ImpulseProblem::IsInMemory(uint64_t id) const { return FindMemory(at_.state->contacts, id) != nullptr; }

void ImpulseProblem::AddTouching(bool predict) {
  for (const ContactPoint& point : problem_.FindTouching(predict)) Add(point);
}

void ImpulseProblem::Add(const ContactPoint& contact) {
  const Vec3<double> half_gap = (0.5 * contact.gap) * contact.normal;
  Add(contact, contact.p + half_gap, contact.p - half_gap);
}

void ImpulseProblem::Add(const ContactPoint& point, const Vec3<double>& p_a, const Vec3<double>& p_b) {
  const Model& model = world_.model();
  const Workspace<double>& ws = workspace();
  RigidContact& contact = contacts_.emplace_back();
  problem_.SetContact(point, p_a, p_b, contact);
  contact.R_WC = ContactFrame(point.normal);
  contact.v = TransposeTimes(contact.R_WC, contact.velocity);
  if (const ContactMemory* memory = contact.memory; memory != nullptr) {
    contact.previous_impulse = at_.h * TransposeTimes(contact.R_WC, memory->force);
    contact.stretch =
        TransposeTimes(contact.R_WC, dynamics::ToWorld(model, ws, point.body_a, memory->p_A) -
                                         dynamics::ToWorld(model, ws, point.body_b, memory->p_B));
  }
  points_.Add(point, p_a, p_b, ws);
}

bool ImpulseProblem::Has(uint64_t id) const {
  return std::any_of(contacts_.begin(), contacts_.end(),
                     [&](const RigidContact& contact) { return contact.geometry.id == id; });
}

// --- equations

bool ImpulseProblem::Factor() {
  if (!problem_.Factor(points_.points())) return false;
  problem_.AccelerateFreely(v_free_);
  v_free_ = v_start() + at_.h * v_free_;  // (S4)
  problem_.FindInertia(points_, world_W_);
  RotateInertia();
  b_.resize(3 * contacts_.size());
  for (int c = 0; c < size(); ++c) SetBlock(b_.data(), c, ContactVelocity(c, v_free_));
  return true;
}

/// W_ := world_W_, rotated to the axes of the contacts.
void ImpulseProblem::RotateInertia() {
  const int m = size(), rows = 3 * m;
  W_.resize(static_cast<size_t>(rows) * rows);
  const auto column = [&](std::vector<double>& W, int c, int d, int j) {
    return &W[static_cast<size_t>(3 * d + j) * rows + 3 * c];
  };
  for (int d = 0; d < m; ++d)
    for (int c = 0; c <= d; ++c) {
      const Mat3<double> block{Block(column(world_W_, c, d, 0), 0), Block(column(world_W_, c, d, 1), 0),
                               Block(column(world_W_, c, d, 2), 0)};
      const Mat3<double>& axes = contacts_[d].R_WC;
      const Vec3<double> responses[3] = {block * axes.x, block * axes.y, block * axes.z};
      for (int j = 0; j < 3; ++j) {
        SetBlock(column(W_, c, d, j), 0, TransposeTimes(contacts_[c].R_WC, responses[j]));
        for (int i = 0; i < 3; ++i) column(W_, d, c, i)[j] = column(W_, c, d, j)[i];
      }
    }
}

Vec3<double> ImpulseProblem::ContactVelocity(int c, const Eigen::VectorXd& v) const {
  return TransposeTimes(contacts_[c].R_WC, points_.Velocity(c, v.data(), workspace()));
}

void ImpulseProblem::Respond(const double* impulses) {
  impulses_.assign(impulses, impulses + 3 * contacts_.size());
  v_end_.setZero();
  for (int c = 0; c < size(); ++c) points_.AddForce(c, ImpulseInWorld(c), workspace(), v_end_.data());
  problem_.Solve(v_end_);
  v_end_ += v_free_;     // (S4)
  dq_ = at_.h * v_end_;  // (S2)
  dv_ = v_end_ - v_start();
}

Vec3<double> ImpulseProblem::ImpulseInWorld(int c) const {
  return contacts_[c].R_WC * Block(impulses_.data(), c);
}

bool ImpulseProblem::Revise() {
  if (problem_.Revise(dq_, dv_)) return true;
  end_velocities_.clear();
  for (int c = 0; c < size(); ++c) end_velocities_.push_back(ContactVelocity(c, v_end_));
  return false;
}

// --- after the step

void ImpulseProblem::Commit(View<const ContactEnd> ends, State& state, StepReport& report) {
  FindOutcomes(ends);
  problem_.Commit(outcomes_, {dq_, dv_}, state, report);
}

void ImpulseProblem::ReportStage(View<const ContactEnd> ends, double weight, StepReport& report) {
  FindOutcomes(ends);
  for (int c = 0; c < size(); ++c) outcomes_[c].work = Dot(ImpulseInWorld(c), contacts_[c].velocity);
  problem_.ReportStage(outcomes_, *at_.v, weight, report);
}

void ImpulseProblem::FindOutcomes(View<const ContactEnd> ends) {
  outcomes_.clear();
  for (int c = 0; c < size(); ++c) {
    const RigidContact& contact = contacts_[c];
    const ContactEnd& end = ends[c];
    const Mat3<double>& R_WC = contact.R_WC;
    const Vec3<double> impulse = ImpulseInWorld(c), v_end = EndVelocity(c), displacement = at_.h * v_end;
    const Vec3<double> displaced = is_at_start() ? Vec3<double>::Zero() : at_.h * contact.v;
    outcomes_.push_back({.point = contact.geometry,
                         .p = contact.p_a,
                         .gap = contact.geometry.gap - displaced.x,
                         .force = (1.0 / at_.h) * impulse,
                         .displacement = R_WC * displacement,
                         .remaining = R_WC * (displacement - displaced),
                         .slip = R_WC * Vec3<double>{0.0, displacement.y - end.stretch_change[0],
                                                     displacement.z - end.stretch_change[1]},
                         .work = ImpulseWork(impulse, R_WC * StartVelocity(c), R_WC * v_end),
                         .at_friction_limit = end.at_friction_limit,
                         .stretch = R_WC * Vec3<double>{0.0, end.stretch[0], end.stretch[1]}});
  }
}

}  // namespace slipstick::contact
