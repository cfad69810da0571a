#include "slipstick/steppers/nmdp/mdp_stepper.h"

#include <algorithm>

#include "slipstick/dynamics/configuration.h"
#include "slipstick/dynamics/contact_space.h"
#include "slipstick/dynamics/energy.h"
#include "slipstick/dynamics/kinematics.h"

namespace slipstick::nmdp {
namespace {

/// m/s; a slower contact sticks.
constexpr double kSlipSpeed = 1e-6;

Objective ObjectiveOf(LinearObjective objective) {
  return objective == LinearObjective::kEffective ? Objective::kEffective : Objective::kPoints;
}

}  // namespace

MdpStepper::MdpStepper(const World& world, const Options& options)
    : Stepper(world),
      ws_(world.model()),
      end_ws_(world.model()),
      finder_(world.geometry()),
      joints_(world, options.joints),
      contacts_(world, options.friction, false),
      response_(world.model()),
      dissipation_(world, ObjectiveOf(options.objective)) {
  for (auto* vector : {&v_end_, &displacement_, &dv_, &dx_}) vector->setZero(world.model().nv());
}

void MdpStepper::Advance(const Actuation& actuation, double h, State& state, StepReport& report) {
  Evaluate(actuation, h, state);
  report.energy.kinetic = dynamics::KineticEnergy<double>(world().model(), state.v, ws_);
  report.energy.potential = dynamics::PotentialEnergy<double>(world().model(), ws_);
  do {
    if (!FindMotion(h, state)) {
      report.status = StepStatus::kSingularMass;
      return;
    }
    if (contacts_.size() > 0) Dissipate(h);
    displacement_ = h * v_end_;
    dv_ = v_end_ - state.v;
  } while (joints_.Revise(displacement_, dv_));
  // also if NaN: bodies must not be placed there
  if (!(v_end_.array().abs() < steppers::kDivergedSpeed).all()) {
    report.status = StepStatus::kDiverged;
    return;
  }
  Finish(h, state, report);
}

/// Poses, velocities, joint forces and contacts at the start of the step.
void MdpStepper::Evaluate(const Actuation& actuation, double h, const State& state) {
  const steppers::ScopedPhase timing(timer(), steppers::Phase::kContacts);
  dynamics::BeginEvaluate<double>(world().model(), state.q, state.v, ws_);
  has_subtree_sums_ = false;
  joints_.Begin(actuation, h, state.q, state.v, state.q_held, ws_);
  contacts_.Begin(ws_, state.contacts);
  for (const ContactPoint& contact : finder_.Find(world().model(), ws_)) contacts_.Add(contact, ws_);
  contacts_.Evaluate(ws_);
  contacts_.FindLevers(ws_);
}

/// v_end_ := the velocity at the end without contacts. False if M is singular.
bool MdpStepper::FindMotion(double h, const State& state) {
  const steppers::ScopedPhase timing(timer(), steppers::Phase::kDynamics);
  const Model& model = world().model();
  if (has_subtree_sums_) dynamics::BeginEvaluate<double>(model, state.q, state.v, ws_);
  has_subtree_sums_ = true;
  if (!dynamics::FinishEvaluate<double>(model, {}, ws_, joints_.added_inertia())) return false;
  response_.tree().SetZero();
  response_.tree().AddSymmetric(ws_.M, 1.0 / (h * h));
  if (!response_.Prepare(contacts_)) return false;
  joints_.FindFreeForce(ws_, v_end_);
  dynamics::SolveTree(model, response_.tree(), View<double>(v_end_));
  v_end_ = state.v + v_end_ / h;
  return true;
}

/// Contact forces by one quadratic program, and their effect on v_end_.
void MdpStepper::Dissipate(double h) {
  const steppers::ScopedPhase timing(timer(), steppers::Phase::kSolve);
  std::fill(contacts_.weights.begin(), contacts_.weights.end(), 0.0);
  displacement_ = h * v_end_;
  contacts_.MoveAlong(displacement_);
  dissipation_.Begin(contacts_, response_, h);
  dissipation_.Differentiate(contacts_, response_, h);
  program_.Form(contacts_, dissipation_.gradient(), dissipation_.curvature());
  program_.Solve(contacts_, 0.0);
  program_.FindForceChanges(contacts_, forces_);
  contacts_.weights = program_.next();
  response_.Move(forces_, dx_);
  v_end_ += dx_ / h;
}

void MdpStepper::Finish(double h, State& state, StepReport& report) {
  const Model& model = world().model();
  contacts_.MoveAlong(displacement_);
  joints_.MoveToMean(displacement_, dv_);
  joints_.AddWork(displacement_, 1.0, report.energy);
  joints_.StoreAnchors(v_end_, state.q_held);
  dynamics::Integrate<double>(model, state.q, displacement_, View<double>(state.q));
  dynamics::ForwardKinematics<double>(model, state.q, end_ws_);
  contacts_.Commit(h, 1.0, kSlipSpeed, end_ws_, report, state.contacts);
  state.v = v_end_;
  report.iterations = 1;
}

}  // namespace slipstick::nmdp
