#include "slipstick/contact/step_problem.h"

#include <algorithm>

#include "slipstick/contact/approach_islands.h"
#include "slipstick/dynamics/articulated_bodies.h"
#include "slipstick/dynamics/body_frame.h"
#include "slipstick/dynamics/configuration.h"
#include "slipstick/dynamics/contact_space.h"
#include "slipstick/dynamics/energy.h"
#include "slipstick/dynamics/gyroscopic_force.h"
#include "slipstick/dynamics/inverse_dynamics.h"
#include "slipstick/dynamics/kinematics.h"
#include "slipstick/dynamics/mass_matrix.h"

namespace slipstick::contact {
namespace {

/// Depth of the tree, in dofs, from which on articulated bodies are cheaper than the factor. Measured on
/// chains: 42 with one contact, 50 with four (bench_contact_growth), 60 with 16.
constexpr int kDeepTree = 50;
/// Times h² g: contacts with a smaller predicted gap may penetrate.
constexpr double kMaxPredictedGap = 2.0;

int TreeDepth(const Model& model) {
  return model.depth().empty() ? 0 : 1 + *std::max_element(model.depth().begin(), model.depth().end());
}

}  // namespace

StepProblem::StepProblem(const World& world, const Settings& settings)
    : world_(world),
      settings_(settings),
      articulated_(settings.inertia == InertiaAlgorithm::kArticulated ||
                   (settings.inertia == InertiaAlgorithm::kAuto && TreeDepth(world.model()) >= kDeepTree)),
      ws_(world.model()),
      finder_(world.geometry()),
      joints_(world, settings.joints, settings.phi) {
  for (auto* vector : {&diagonal_, &free_force_, &mean_v_}) vector->setZero(world.model().nv());
  touching_.reserve(std::min(kExpectedContacts, world.geometry().num_shapes()));
}

// --- one instant

void StepProblem::BeginJoints() {
  stage_ = Stage::kPoses;
  const Eigen::VectorXd& q = at_.q_joints != nullptr ? *at_.q_joints : *at_.q;
  const Eigen::VectorXd& v = at_.v_joints != nullptr ? *at_.v_joints : *at_.v;
  joints_.Begin(*at_.actuation, at_.h, q, v, at_.state->q_held, at_.evaluated_at, ws_);
}

void StepProblem::Evaluate(const Instant& instant) {
  at_ = instant;
  if (at_.a != nullptr)
    dynamics::InverseDynamics<double>(world_.model(), *at_.q, *at_.v, *at_.a, ws_);
  else
    dynamics::BeginEvaluate<double>(world_.model(), *at_.q, *at_.v, ws_);
  BeginJoints();
}

void StepProblem::EvaluatePoses(const Instant& instant) {
  at_ = instant;
  dynamics::ForwardKinematics<double>(world_.model(), *at_.q, ws_);
  BeginJoints();
}

double StepProblem::ApproachMargin() const { return contact::ApproachMargin(world_, ws_, at_.h); }

double StepProblem::NormalSpeed(const ContactPoint& contact) const {
  const Model& model = world_.model();
  return Dot(contact.normal, dynamics::VelocityAt(model, ws_, contact.body_a, contact.p) -
                                 dynamics::VelocityAt(model, ws_, contact.body_b, contact.p));
}

View<const ContactPoint> StepProblem::FindTouching(bool predict) {
  const double fall = kMaxPredictedGap * at_.h * at_.h * world_.model().gravity().norm();
  touching_.clear();
  for (const ContactPoint& point : Find(predict ? ApproachMargin() : 0.0))
    if (point.gap <= 0.0 || point.gap + at_.h * NormalSpeed(point) < fall) touching_.push_back(point);
  return touching_;
}

void StepProblem::SetContact(const ContactPoint& point, Contact& contact) const {
  const bool on_surface = settings_.force_point == ForcePoint::kSurfaceOfA && point.body_b == model::kWorld;
  const Vec3<double> p = on_surface ? point.p + (0.5 * point.gap) * point.normal : point.p;
  SetContact(point, p, p, contact);
}

void StepProblem::SetContact(const ContactPoint& point, const Vec3<double>& p_a, const Vec3<double>& p_b,
                             Contact& contact) const {
  contact.geometry = point;
  contact.material = &world_.material(point.shape_a, point.shape_b);
  contact.memory = FindMemory(at_.state->contacts, point.id);
  contact.p_a = p_a, contact.p_b = p_b;
  contact.velocity = dynamics::VelocityAt(world_.model(), ws_, point.body_a, p_a) -
                     dynamics::VelocityAt(world_.model(), ws_, point.body_b, p_b);
}

Vec3<double> StepProblem::VelocityOf(const Contact& contact, In<double> x) const {
  const Model& model = world_.model();
  return dynamics::VelocityAt(model, ws_, contact.geometry.body_a, contact.p_a, x) -
         dynamics::VelocityAt(model, ws_, contact.geometry.body_b, contact.p_b, x);
}

// --- equations of motion without contact forces

bool StepProblem::Factor(View<const dynamics::BodyPoint<double>> points) {
  const Model& model = world_.model();
  if (stage_ == Stage::kFactored && !articulated_ && points.size() == ws_.num_points) return FactorAgain();
  if (stage_ == Stage::kFactored) dynamics::BeginEvaluate<double>(model, *at_.q, *at_.v, ws_);
  stage_ = Stage::kFactored;
  inertia_changed_ = true;
  joints_respond_ = joints_.has_added_inertia();
  const Eigen::VectorXd& added = joints_.added_inertia();
  const bool may_change = settings_.joints != JointTreatment::kExplicit;
  if (!points.empty()) ws_.ReservePoints(model, points.size());
  if (articulated_) {
    dynamics::FinishEvaluateArticulated<double>(model, points, ws_, added);
  } else {
    if (!dynamics::FinishEvaluate<double>(model, points, ws_, may_change ? In<double>(added) : In<double>{}))
      return false;
    for (int k = 0; may_change && k < model.nv(); ++k)
      diagonal_[k] = ws_.M[model.diagonal_entry(k)] - added[k];
  }
  FindFreeForce();
  return true;
}

/// After a change of the joint response.
bool StepProblem::FactorAgain() {
  const Model& model = world_.model();
  inertia_changed_ = joints_respond_ || joints_.has_added_inertia();
  joints_respond_ = joints_.has_added_inertia();
  FindFreeForce();
  if (!inertia_changed_) return true;
  for (int k = 0; k < model.nv(); ++k)
    ws_.M[model.diagonal_entry(k)] = diagonal_[k] + joints_.added_inertia()[k];
  return dynamics::FactorMassMatrix(model, ws_);
}

void StepProblem::SetLength(double h) {
  at_.h = h;
  joints_.SetLength(h);
}

void StepProblem::FindFreeForce() {
  joints_.FindFreeForce(ws_, free_force_);
  if (settings_.implicit_rotation)
    dynamics::MakeGyroscopicForceImplicit(world_.model(), ws_, at_.h, *at_.v, free_force_);
}

void StepProblem::Accelerate(const Eigen::VectorXd& force, Eigen::VectorXd& a) {
  a = free_force_ + force;
  Solve(a);
}

void StepProblem::AccelerateFreely(Eigen::VectorXd& a) {
  a = free_force_;
  Solve(a);
}

void StepProblem::Solve(Eigen::VectorXd& x) {
  if (articulated_)
    dynamics::SolveArticulated<double>(world_.model(), ws_, View<double>(x));
  else
    dynamics::SolveMassMatrix<double>(world_.model(), ws_, View<double>(x));
}

void StepProblem::FindInertia(const ContactPoints& points, std::vector<double>& W) {
  if (articulated_)
    dynamics::ContactInertiaByUnitForces(world_.model(), ws_);
  else
    dynamics::ContactInertiaByFactor(world_.model(), ws_);
  points.GatherInertia(ws_, W);
}

// --- after the step

void StepProblem::ReportEnergy(EnergyReport& energy) const {
  const auto [kinetic, potential] = dynamics::FindEnergy(world_.model(), *at_.v, ws_);
  energy.kinetic = kinetic, energy.potential = potential;
}

void StepProblem::Commit(View<const ContactOutcome> outcomes, const Motion& motion, State& state,
                         StepReport& report) {
  if (joints_.is_undecided()) report.status = StepStatus::kNotConverged;
  joints_.MoveToMean(motion.dq, motion.dv);
  joints_.AddWork(motion.dq, 1.0, report.energy);
  for (const ContactOutcome& outcome : outcomes) AddToReport(world_, outcome, at_.h, motion.fraction, report);
  StoreMemory(outcomes, motion.dq, state);
  dynamics::Integrate<double>(world_.model(), state.q, motion.dq, View<double>(state.q));
  state.v += motion.dv;
}

void StepProblem::ReportStage(View<const ContactOutcome> outcomes, const Eigen::VectorXd& v, double weight,
                              StepReport& report, double fraction) const {
  joints_.AddWork(v, weight * at_.h, report.energy);
  for (const ContactOutcome& outcome : outcomes)
    AddToReport(world_, outcome, at_.h, fraction, report, weight);
}

void StepProblem::StoreMemory(View<const ContactOutcome> outcomes, const Eigen::VectorXd& dq, State& state) {
  state.contacts.clear();
  StoreContacts(world_, outcomes, ws_, state.contacts);
  if (!world_.has_dry_friction()) return;
  mean_v_ = (1.0 / at_.h) * dq;
  joints_.StoreAnchors(mean_v_, state.q_held);
}

}  // namespace slipstick::contact
