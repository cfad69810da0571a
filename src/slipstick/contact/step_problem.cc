#include "slipstick/contact/step_problem.h"

#include <algorithm>
#include <cmath>

#include "slipstick/contact/approach_margin.h"
#include "slipstick/contact/contact_memory.h"
#include "slipstick/dynamics/articulated_bodies.h"
#include "slipstick/dynamics/body_frame.h"
#include "slipstick/dynamics/configuration.h"
#include "slipstick/dynamics/energy.h"
#include "slipstick/dynamics/mass_matrix.h"
#include "slipstick/geometry/tangent_basis.h"

namespace slipstick::contact {
namespace {

/// Depth of the tree, in dofs, from which on articulated bodies are cheaper than the factor. Measured on
/// chains: 42 with one contact, 50 with four (bench_contact_growth), 60 with 16.
constexpr int kDeepTree = 50;

int TreeDepth(const Model& model) {
  return model.depth().empty() ? 0 : 1 + *std::max_element(model.depth().begin(), model.depth().end());
}

Mat3<double> ContactFrame(const Vec3<double>& normal) {
  const Mat3<double> basis = geometry::TangentBasis(normal);
  return {basis.z, basis.x, basis.y};
}

}  // namespace

StepProblem::StepProblem(const World& world, JointTreatment joints, InertiaAlgorithm algorithm)
    : world_(world),
      articulated_(algorithm == InertiaAlgorithm::kArticulated ||
                   (algorithm == InertiaAlgorithm::kAuto && TreeDepth(world.model()) >= kDeepTree)),
      ws_(world.model()),
      finder_(world.geometry()),
      points_(world),
      joints_(world, joints) {
  const Eigen::VectorXd zero = Eigen::VectorXd::Zero(world.model().nv());
  for (auto* vector : {&v_free_, &v_end_, &dq_, &dv_}) *vector = zero;
  const int expected = std::min(kExpectedContacts, world.geometry().num_shapes());
  points_.Reserve(expected);
  contacts_.reserve(expected);
  for (auto* vector : {&b_, &impulses_}) vector->reserve(3 * expected);
  for (auto* matrix : {&W_, &world_W_}) matrix->reserve(9 * expected * expected);
  ws_.ReservePoints(world.model(), 2 * expected);
}

// --- one instant

void StepProblem::Evaluate(const LinearizationPoint& linearization_point) {
  at_ = linearization_point;
  contacts_.clear();
  points_.Clear();
  dynamics::BeginEvaluate<double>(world_.model(), *at_.q, *at_.v, ws_);
  has_subtree_sums_ = false;
  joints_.Begin(*at_.actuation, at_.h, q_start(), v_start(), at_.state->q_held, ws_);
}

View<const ContactPoint> StepProblem::Find(double margin) {
  return finder_.Find(world_.model(), ws_, margin);
}

double StepProblem::ApproachMargin() const { return contact::ApproachMargin(world_, ws_, at_.h); }

double StepProblem::NormalSpeed(const ContactPoint& contact) const {
  const Model& model = world_.model();
  return Dot(contact.normal, dynamics::VelocityAt(model, ws_, contact.body_a, contact.p) -
                                 dynamics::VelocityAt(model, ws_, contact.body_b, contact.p));
}

bool StepProblem::IsInMemory(uint64_t id) const { return FindMemory(at_.state->contacts, id) != nullptr; }

void StepProblem::Add(const ContactPoint& contact) {
  const Model& model = world_.model();
  const Vec3<double> half_gap = (0.5 * contact.gap) * contact.normal;
  Add(contact, dynamics::ToBody(model, ws_, contact.body_a, contact.p + half_gap),
      dynamics::ToBody(model, ws_, contact.body_b, contact.p - half_gap));
}

void StepProblem::Add(const ContactPoint& point, const Vec3<double>& p_A, const Vec3<double>& p_B) {
  const Model& model = world_.model();
  Contact contact{};
  contact.geometry = point;
  contact.material = &world_.material(point.shape_a, point.shape_b);
  contact.memory = FindMemory(at_.state->contacts, point.id);
  contact.R_WC = ContactFrame(point.normal);
  contact.p_A = p_A;
  contact.p_B = p_B;
  if (const ContactMemory* memory = contact.memory; memory != nullptr) {
    contact.previous_impulse = at_.h * TransposeTimes(contact.R_WC, memory->force);
    contact.stretch =
        TransposeTimes(contact.R_WC, dynamics::ToWorld(model, ws_, point.body_a, memory->p_A) -
                                         dynamics::ToWorld(model, ws_, point.body_b, memory->p_B));
  }
  contacts_.push_back(contact);
  points_.Add(point, dynamics::ToWorld(model, ws_, point.body_a, p_A),
              dynamics::ToWorld(model, ws_, point.body_b, p_B), ws_);
}

bool StepProblem::Has(uint64_t id) const {
  return std::any_of(contacts_.begin(), contacts_.end(),
                     [&](const Contact& contact) { return contact.geometry.id == id; });
}

// --- equations

bool StepProblem::Factor() {
  const Model& model = world_.model();
  ws_.ReservePoints(model, points_.points().size());
  if (has_subtree_sums_) dynamics::BeginEvaluate<double>(model, *at_.q, *at_.v, ws_);
  has_subtree_sums_ = true;
  if (articulated_)
    dynamics::FinishEvaluateArticulated<double>(model, points_.points(), ws_, joints_.added_inertia());
  else if (!dynamics::FinishEvaluate<double>(model, points_.points(), ws_, joints_.added_inertia()))
    return false;

  joints_.FindFreeForce(ws_, v_free_);
  Solve(v_free_);
  v_free_ = v_start() + at_.h * v_free_;  // (S4)

  if (articulated_)
    dynamics::ContactInertiaByUnitForces(model, ws_);
  else
    dynamics::ContactInertiaByFactor(model, ws_);
  points_.GatherInertia(ws_, world_W_);
  RotateInertia();
  b_.resize(3 * contacts_.size());
  for (int c = 0; c < size(); ++c) {
    const Vec3<double> b = ContactVelocity(c, v_free_);
    b_[3 * c] = b.x, b_[3 * c + 1] = b.y, b_[3 * c + 2] = b.z;
  }
  return true;
}

void StepProblem::Solve(Eigen::VectorXd& x) {
  if (articulated_)
    dynamics::SolveArticulated<double>(world_.model(), ws_, View<double>(x));
  else
    dynamics::SolveMassMatrix<double>(world_.model(), ws_, View<double>(x));
}

/// W_ := world_W_, rotated to the axes of the contacts.
void StepProblem::RotateInertia() {
  const int m = size(), rows = 3 * m;
  W_.resize(static_cast<size_t>(rows) * rows);
  const auto column = [&](std::vector<double>& W, int c, int d, int j) {
    return &W[static_cast<size_t>(3 * d + j) * rows + 3 * c];
  };
  const auto vector = [](const double* x) { return Vec3<double>{x[0], x[1], x[2]}; };
  for (int d = 0; d < m; ++d)
    for (int c = 0; c <= d; ++c) {
      const Mat3<double> block{vector(column(world_W_, c, d, 0)), vector(column(world_W_, c, d, 1)),
                               vector(column(world_W_, c, d, 2))};
      const Mat3<double>& axes = contacts_[d].R_WC;
      const Vec3<double> responses[3] = {block * axes.x, block * axes.y, block * axes.z};
      for (int j = 0; j < 3; ++j) {
        const Vec3<double> turned = TransposeTimes(contacts_[c].R_WC, responses[j]);
        const double entries[3] = {turned.x, turned.y, turned.z};
        for (int i = 0; i < 3; ++i) {
          column(W_, c, d, j)[i] = entries[i];
          column(W_, d, c, i)[j] = entries[i];
        }
      }
    }
}

Vec3<double> StepProblem::ContactVelocity(int c, const Eigen::VectorXd& v) const {
  return TransposeTimes(contacts_[c].R_WC, points_.Velocity(c, v.data(), ws_));
}

void StepProblem::Respond(const double* impulses) {
  impulses_.assign(impulses, impulses + 3 * contacts_.size());
  v_end_.setZero();
  for (int c = 0; c < size(); ++c) points_.AddForce(c, ImpulseInWorld(c), ws_, v_end_.data());
  Solve(v_end_);
  v_end_ += v_free_;  // (S4)
}

Vec3<double> StepProblem::ImpulseInWorld(int c) const {
  return contacts_[c].R_WC * Vec3<double>{impulses_[3 * c], impulses_[3 * c + 1], impulses_[3 * c + 2]};
}

Vec3<double> StepProblem::EndVelocity(int c) const { return ContactVelocity(c, v_end_); }

void StepProblem::FindJointMotion() {
  dq_ = at_.h * v_end_;  // (S2)
  dv_ = v_end_ - v_start();
}

bool StepProblem::Revise() {
  FindJointMotion();
  return joints_.Revise(dq_, dv_);
}

// --- after the step

void StepProblem::ReportEnergy(EnergyReport& energy) const {
  const Model& model = world_.model();
  energy.kinetic = dynamics::KineticEnergy<double>(model, *at_.v, ws_);
  energy.potential = dynamics::PotentialEnergy<double>(model, ws_);
}

void StepProblem::Commit(View<const ContactEnd> ends, State& state, StepReport& report) {
  FindJointMotion();
  joints_.MoveToMean(dq_, dv_);
  joints_.AddWork(dq_, 1.0, report.energy);
  for (int c = 0; c < size(); ++c) AddToReport(world_, OutcomeOf(c, ends[c]), at_.h, 1.0, report);
  StoreContacts(ends, state.contacts);
  joints_.StoreAnchors(v_end_, state.q_held);
  dynamics::Integrate<double>(world_.model(), state.q, dq_, View<double>(state.q));
  state.v = v_end_;
}

void StepProblem::ReportStage(View<const ContactEnd> ends, double weight, StepReport& report) {
  joints_.AddWork(*at_.v, weight * at_.h, report.energy);
  for (int c = 0; c < size(); ++c) {
    ContactOutcome outcome = OutcomeOf(c, ends[c]);
    outcome.work = weight * Dot(at_.h * outcome.force, contacts_[c].R_WC * ContactVelocity(c, *at_.v));
    AddToReport(world_, outcome, at_.h, weight, report);
  }
}

void StepProblem::StoreMemory(View<const ContactEnd> ends, State& state) {
  StoreContacts(ends, state.contacts);
  joints_.StoreAnchors(v_start(), state.q_held);
}

ContactOutcome StepProblem::OutcomeOf(int c, const ContactEnd& end) const {
  const Contact& contact = contacts_[c];
  const Vec3<double> impulse = ImpulseInWorld(c), v_end = EndVelocity(c);
  const Vec3<double> v_start = ContactVelocity(c, this->v_start());
  const double approach = is_at_start() ? 0.0 : ContactVelocity(c, *at_.displaced).x;
  return {.point = contact.geometry,
          .p = dynamics::ToWorld(world_.model(), ws_, contact.geometry.body_a, contact.p_A),
          .gap = contact.geometry.gap - at_.h * approach,
          .force = (1.0 / at_.h) * impulse,
          .displacement = contact.R_WC * (at_.h * v_end),
          .slip = contact.R_WC * Vec3<double>{0.0, at_.h * v_end.y - end.stretch_change[0],
                                              at_.h * v_end.z - end.stretch_change[1]},
          .work = ImpulseWork(impulse, contact.R_WC * v_start, contact.R_WC * v_end),
          .at_friction_limit = end.at_friction_limit};
}

void StepProblem::StoreContacts(View<const ContactEnd> ends, std::vector<ContactMemory>& memories) const {
  memories.clear();
  for (int c = 0; c < size(); ++c) {
    const ContactOutcome outcome = OutcomeOf(c, ends[c]);
    if (!IsRemembered(outcome)) continue;
    const Mat3<double>& R_WC = contacts_[c].R_WC;
    Vec3<double> left = outcome.displacement;  // from the poses in ws_
    if (!is_at_start()) left = left - R_WC * (at_.h * ContactVelocity(c, *at_.displaced));
    const Vec3<double> stretch = R_WC * Vec3<double>{0.0, ends[c].stretch[0], ends[c].stretch[1]};
    memories.push_back(MemoryOf(world_, outcome, ws_, outcome.p, left, stretch, 0.0));
  }
  const auto by_id = [](const ContactMemory& a, const ContactMemory& b) { return a.id < b.id; };
  std::sort(memories.begin(), memories.end(), by_id);
}

}  // namespace slipstick::contact
