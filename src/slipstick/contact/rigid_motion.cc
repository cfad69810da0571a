#include "slipstick/contact/rigid_motion.h"

#include <algorithm>
#include <cmath>

#include "slipstick/contact/approach_margin.h"
#include "slipstick/contact/contact_memory.h"
#include "slipstick/contact/external_wrenches.h"
#include "slipstick/dynamics/articulated_bodies.h"
#include "slipstick/dynamics/body_frame.h"
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

RigidMotion::RigidMotion(const World& world, InertiaAlgorithm algorithm)
    : world_(world),
      articulated_(algorithm == InertiaAlgorithm::kArticulated ||
                   (algorithm == InertiaAlgorithm::kAuto && TreeDepth(world.model()) >= kDeepTree)),
      ws_(world.model()),
      finder_(world.geometry()),
      points_(world),
      joints_(world) {
  const Eigen::VectorXd zero = Eigen::VectorXd::Zero(world.model().nv());
  for (auto* vector :
       {&added_inertia_, &external_, &v_free_, &v_end_, &contact_impulse_, &dq_, &dv_, &mean_v_})
    *vector = zero;
  const int expected = std::min(kExpectedContacts, world.geometry().num_shapes());
  points_.Reserve(expected);
  contacts_.reserve(expected);
  for (auto* vector : {&b_, &impulses_}) vector->reserve(3 * expected);
  for (auto* matrix : {&W_, &world_W_}) matrix->reserve(9 * expected * expected);
  ws_.ReservePoints(world.model(), 2 * expected);
}

// --- linearisation

void RigidMotion::Linearize(const LinearizationPoint& linearization_point) {
  const Model& model = world_.model();
  at_ = linearization_point;
  contacts_.clear();
  points_.Clear();
  dynamics::BeginEvaluate<double>(model, *at_.q, *at_.v, ws_);
  is_accumulated_ = false;
  joints_.Evaluate(*at_.actuation, q_start(), v_start(), at_.state->q_held);
  external_.setZero();
  AddExternalWrenches(model, ws_, *at_.actuation, external_.data());
}

View<const ContactPoint> RigidMotion::Find(double margin) {
  return finder_.Find(world_.model(), ws_, margin);
}

double RigidMotion::ApproachMargin() const { return contact::ApproachMargin(world_, ws_, at_.h); }

void RigidMotion::Add(const ContactPoint& contact) {
  const Model& model = world_.model();
  const Vec3<double> half_gap = (0.5 * contact.gap) * contact.normal;
  Add(contact, dynamics::ToBody(model, ws_, contact.body_a, contact.p + half_gap),
      dynamics::ToBody(model, ws_, contact.body_b, contact.p - half_gap));
}

void RigidMotion::Add(const ContactPoint& contact, const Vec3<double>& p_A, const Vec3<double>& p_B) {
  const Model& model = world_.model();
  RigidContact added{};
  added.geometry = contact;
  added.material = &world_.material(contact.shape_a, contact.shape_b);
  added.frame = ContactFrame(contact.normal);
  added.p_A = p_A;
  added.p_B = p_B;
  LoadMemory(added);
  contacts_.push_back(added);
  points_.Add(contact, dynamics::ToWorld(model, ws_, contact.body_a, p_A),
              dynamics::ToWorld(model, ws_, contact.body_b, p_B), ws_);
}

bool RigidMotion::Has(uint64_t id) const {
  return std::any_of(contacts_.begin(), contacts_.end(),
                     [&](const RigidContact& contact) { return contact.geometry.id == id; });
}

double RigidMotion::NormalSpeed(const ContactPoint& contact) const {
  const Model& model = world_.model();
  return Dot(contact.normal, dynamics::VelocityAt(model, ws_, contact.body_a, contact.p) -
                                 dynamics::VelocityAt(model, ws_, contact.body_b, contact.p));
}

bool RigidMotion::IsRemembered(uint64_t id) const { return FindMemory(at_.state->contacts, id) != nullptr; }

void RigidMotion::LoadMemory(RigidContact& contact) const {
  const Model& model = world_.model();
  const ContactMemory* memory = FindMemory(at_.state->contacts, contact.geometry.id);
  if (memory == nullptr) return;
  contact.in_memory = true;
  contact.slipping = memory->slipping;
  contact.previous_impulse = at_.h * TransposeTimes(contact.frame, memory->force);
  contact.stretch =
      TransposeTimes(contact.frame, dynamics::ToWorld(model, ws_, contact.geometry.body_a, memory->p_A) -
                                        dynamics::ToWorld(model, ws_, contact.geometry.body_b, memory->p_B));
}

// --- equations

bool RigidMotion::Prepare() {
  const Model& model = world_.model();
  ws_.ReservePoints(model, points_.points().size());
  FindAddedInertia();
  if (is_accumulated_) dynamics::BeginEvaluate<double>(model, *at_.q, *at_.v, ws_);
  is_accumulated_ = true;
  if (articulated_)
    dynamics::FinishEvaluateArticulated<double>(model, points_.points(), ws_, added_inertia_);
  else if (!dynamics::FinishEvaluate<double>(model, points_.points(), ws_, added_inertia_))
    return false;

  const Eigen::VectorXd& v = v_start();
  for (int k = 0; k < model.nv(); ++k) {
    double force = joints_.active[k] + joints_.passive[k] + external_[k] - ws_.bias[k];
    if (at_.implicit_joints) force += at_.h * joints_.by_q[k] * v[k];
    v_free_[k] = at_.h * force;
  }
  Solve(v_free_);
  v_free_ += v;  // (S4)

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

void RigidMotion::FindAddedInertia() {
  if (!at_.implicit_joints) return;
  for (int k = 0; k < world_.model().nv(); ++k)
    added_inertia_[k] = -at_.h * (joints_.by_v[k] + at_.h * joints_.by_q[k]);  // M̂ - M of (S3)
}

void RigidMotion::Solve(Eigen::VectorXd& x) {
  if (articulated_)
    dynamics::SolveArticulated<double>(world_.model(), ws_, View<double>(x));
  else
    dynamics::SolveMassMatrix<double>(world_.model(), ws_, View<double>(x));
}

/// W_ := world_W_, rotated to the frames of the contacts.
void RigidMotion::RotateInertia() {
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
      const Mat3<double>& axes = contacts_[d].frame;
      const Vec3<double> responses[3] = {block * axes.x, block * axes.y, block * axes.z};
      for (int j = 0; j < 3; ++j) {
        const Vec3<double> turned = TransposeTimes(contacts_[c].frame, responses[j]);
        const double entries[3] = {turned.x, turned.y, turned.z};
        for (int i = 0; i < 3; ++i) {
          column(W_, c, d, j)[i] = entries[i];
          column(W_, d, c, i)[j] = entries[i];
        }
      }
    }
}

Vec3<double> RigidMotion::ContactVelocity(int c, const Eigen::VectorXd& v) const {
  return TransposeTimes(contacts_[c].frame, points_.Velocity(c, v.data(), ws_));
}

void RigidMotion::Respond(const double* impulses) {
  impulses_.assign(impulses, impulses + 3 * contacts_.size());
  contact_impulse_.setZero();
  for (int c = 0; c < size(); ++c) points_.AddForce(c, ImpulseInWorld(c), ws_, contact_impulse_.data());
  v_end_ = contact_impulse_;
  Solve(v_end_);
  v_end_ += v_free_;  // (S4)
}

Vec3<double> RigidMotion::ImpulseInWorld(int c) const {
  return contacts_[c].frame * Vec3<double>{impulses_[3 * c], impulses_[3 * c + 1], impulses_[3 * c + 2]};
}

Vec3<double> RigidMotion::EndVelocity(int c) const { return ContactVelocity(c, v_end_); }

// --- after the step

void RigidMotion::FindJointMotion() {
  dq_ = at_.h * v_end_;
  dv_ = v_end_ - v_start();
}

bool RigidMotion::ReleaseJoints() {
  if (!world_.has_dry_friction() || !at_.implicit_joints) return false;
  FindJointMotion();
  return joints_.ReleaseFriction(dq_, dv_);
}

void RigidMotion::ReportEnergy(EnergyReport& energy) const {
  const Model& model = world_.model();
  energy.kinetic = dynamics::KineticEnergy<double>(model, *at_.v, ws_);
  energy.potential = dynamics::PotentialEnergy<double>(model, ws_);
}

void RigidMotion::MoveJoints() {
  if (!at_.implicit_joints) return;
  FindJointMotion();
  joints_.MoveAlong(*at_.actuation, dq_, dv_);
}

void RigidMotion::AddWork(const Eigen::VectorXd& velocity, double weight, EnergyReport& energy) const {
  double active = 0.0, passive = 0.0, contact = 0.0;
  for (int k = 0; k < velocity.size(); ++k) {
    active += (joints_.active[k] + external_[k]) * velocity[k];
    passive += joints_.passive[k] * velocity[k];
    contact += contact_impulse_[k] * velocity[k];
  }
  energy.actuation_work += weight * at_.h * active;
  energy.joint_work += weight * at_.h * passive;
  energy.contact_work += weight * contact;
}

const Eigen::VectorXd& RigidMotion::MeanVelocity() {
  mean_v_ = 0.5 * (v_start() + v_end_);
  return mean_v_;
}

void RigidMotion::ReportContacts(const Workspace<double>& end, View<const ContactPoint> found,
                                 double slip_speed, std::vector<ContactReport>& reports,
                                 std::vector<ContactMemory>& memories) const {
  const Model& model = world_.model();
  reports.clear();
  memories.clear();
  for (int c = 0; c < size(); ++c) {
    const RigidContact& contact = contacts_[c];
    const ContactPoint& point = contact.geometry;
    const Vec3<double> force = (1.0 / at_.h) * ImpulseInWorld(c), velocity = EndVelocity(c);
    const bool closed = impulses_[3 * c] > 0.0, slips = std::hypot(velocity.y, velocity.z) > slip_speed;
    const ContactMode mode = !closed ? ContactMode::kOpen : slips ? ContactMode::kSlip : ContactMode::kStick;
    const Vec3<double> p = dynamics::ToWorld(model, ws_, point.body_a, contact.p_A);
    const double gap = GapAtEnd(c, found);
    reports.push_back({point.id, point.shape_a, point.shape_b, point.body_a, point.body_b, p, point.normal,
                       gap, force, contact.frame * velocity, mode});
    if (!closed && gap > kTouching) continue;
    const Vec3<double> end_p = dynamics::ToWorld(model, end, point.body_a, contact.p_A);
    memories.push_back(
        {point.id, contact.p_A, dynamics::ToBody(model, end, point.body_b, end_p), 0.0, slips, force});
  }
  const auto by_id = [](const auto& a, const auto& b) { return a.id < b.id; };
  std::sort(reports.begin(), reports.end(), by_id);
  std::sort(memories.begin(), memories.end(), by_id);
}

/// The gap that was found at the end; for a contact that was not found there, the linearised gap.
double RigidMotion::GapAtEnd(int c, View<const ContactPoint> found) const {
  const ContactPoint& point = contacts_[c].geometry;
  for (const ContactPoint& other : found)
    if (other.id == point.id) return other.gap;
  const double displaced = at_.displaced != nullptr ? ContactVelocity(c, *at_.displaced).x : 0.0;
  return std::max(0.0, point.gap + at_.h * (EndVelocity(c).x - displaced));
}

void RigidMotion::RememberJoints(State& state) {
  joints_.StoreMemory(q_start(), v_start(), at_.h, laws::EvaluatedAt::kStart, state.q_held);
}

}  // namespace slipstick::contact
