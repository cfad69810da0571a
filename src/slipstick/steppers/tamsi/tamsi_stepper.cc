#include "slipstick/steppers/tamsi/tamsi_stepper.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "slipstick/contact/approach_margin.h"
#include "slipstick/contact/contact_reports.h"
#include "slipstick/contact/gyroscopic_impulse.h"
#include "slipstick/dynamics/body_frame.h"
#include "slipstick/dynamics/configuration.h"
#include "slipstick/dynamics/contact_space.h"
#include "slipstick/dynamics/energy.h"
#include "slipstick/dynamics/mass_matrix.h"

namespace slipstick::tamsi {
namespace {

/// Steps of fall: what is nearer than that may touch.
constexpr double kWatchedFallOfTamsi = 2.0;

/// Of all islands so far and one more.
const char* AlgorithmOf(NewtonSpace space, const char* so_far) {
  constexpr std::string_view kJoints = "joint space", kContacts = "contact space";
  const std::string_view algorithm = space == NewtonSpace::kJoints ? kJoints : kContacts;
  return so_far == algorithm || *so_far == 0 ? algorithm.data() : "both spaces";
}

}  // namespace

TamsiOptions TamsiOptions::SemiImplicit() {
  TamsiOptions options;
  options.newton.coupling = Coupling::kOneWay;
  return options;
}

TamsiStepper::TamsiStepper(const World& world, const Options& options)
    : Stepper(world),
      options_(options),
      ws_(world.model()),
      finder_(world.geometry()),
      joints_(world),
      contacts_(world),
      islands_(world.model()),
      newton_(world.model(), options.newton),
      moves_(world.model().nv()),
      is_left_(world.model().nv()) {
  for (auto* vector : {&impulse_, &x_, &v_end_, &displacement_}) vector->setZero(world.model().nv());
}

/// Everything at once; then, in parts, what could not be solved so.
void TamsiStepper::Advance(const Actuation& actuation, double h, State& state, StepReport& report) {
  std::fill(moves_.begin(), moves_.end(), true);
  report.substeps = 0;
  steppers::AdvanceInSubsteps(options_.max_substeps, [&](double weight, bool is_smallest) {
    return AdvanceSubstep({actuation, weight * h, weight, is_smallest}, state, report);
  });
  if (contact::Advanced(report.status)) Remember(h, report.contacts, state);
}

steppers::SubstepResult TamsiStepper::AdvanceSubstep(const Part& part, State& state, StepReport& report) {
  SolveSubstep(part, state, report);
  if (!contact::Advanced(report.status)) return steppers::SubstepResult::kGiveUp;
  const bool is_whole = part.weight == 1.0;
  if (is_any_left_ && !is_whole) return steppers::SubstepResult::kTooLong;  // what is left stays together
  for (size_t k = 0; k < moves_.size(); ++k) moves_[k] = moves_[k] && !is_left_[k];
  Finish(part, state, report);
  if (is_any_left_) {
    moves_ = is_left_;
    return steppers::SubstepResult::kTooLong;
  }
  ++report.substeps;
  return steppers::SubstepResult::kDone;
}

/// v_end_ and forces of contacts := those of the part; is_left_ := what could not be solved.
void TamsiStepper::SolveSubstep(const Part& part, const State& state, StepReport& report) {
  Look(part, state);
  if (part.weight == 1.0) ReportEnergy(state, report.energy);
  const StepStatus so_far = report.status;
  do {
    report.status = so_far;  // what is solved again is judged again
    if (!Prepare(part.h, state)) {
      report.status = part.weight == 1.0 ? StepStatus::kSingularMass : StepStatus::kDiverged;
      return;
    }
    SolveIslands(part, report);
    if (!contact::Advanced(report.status)) return;
    v_end_ = state.v + x_;
    if (!(v_end_.array().abs() < steppers::kAbsurdSpeed)
             .all()) {  // also if one is not a number: nothing must be placed there
      report.status = StepStatus::kDiverged;
      return;
    }
  } while (joints_.Revise(v_end_));
}

/// Poses, velocities, contacts and joint forces at the start of the part.
void TamsiStepper::Look(const Part& part, const State& state) {
  const steppers::ScopedPhase phase(timer(), steppers::Phase::kContacts);
  dynamics::BeginEvaluate<double>(world().model(), state.q, state.v, ws_);
  is_summed_up_ = false;
  joints_.Begin(part.actuation, part.h, state, ws_);
  CollectContacts(part.h);
}

/// Contacts that overlap, and those that might at the end.
void TamsiStepper::CollectContacts(double h) {
  const Model& model = world().model();
  const double fall = kWatchedFallOfTamsi * h * h * model.gravity().norm();
  contacts_.Clear();
  for (const ContactPoint& point :
       finder_.Find(model, ws_, options_.predict ? contact::ApproachMargin(world(), ws_, h) : 0.0)) {
    if (!Moves(point.body_a) || !Moves(point.body_b)) continue;
    const double separation = Dot(point.normal, dynamics::VelocityAt(model, ws_, point.body_a, point.p) -
                                                    dynamics::VelocityAt(model, ws_, point.body_b, point.p));
    if (point.gap <= 0.0 || point.gap + h * separation < fall) contacts_.Add(point, ws_);
  }
  islands_.Find(contacts_.bodies());
}

/// M̂, the impulse of all but contacts, and what it does where nothing touches. False if M̂ is singular.
bool TamsiStepper::Prepare(double h, const State& state) {
  const steppers::ScopedPhase phase(timer(), steppers::Phase::kDynamics);
  const Model& model = world().model();
  if (is_summed_up_) dynamics::BeginEvaluate<double>(model, state.q, state.v, ws_);
  is_summed_up_ = true;
  if (!dynamics::FinishEvaluate<double>(model, {}, ws_, joints_.added_inertia())) return false;
  joints_.FindImpulse(ws_, impulse_);
  contact::MakeGyroscopicImpulsesImplicit(model, ws_, h, state.v, impulse_);
  x_ = impulse_;
  dynamics::SolveMassMatrix<double>(model, ws_, View<double>(x_));
  return true;
}

void TamsiStepper::SolveIslands(const Part& part, StepReport& report) {
  const steppers::ScopedPhase phase(timer(), steppers::Phase::kSolve);
  std::fill(is_left_.begin(), is_left_.end(), false);
  is_any_left_ = false;
  int most = 0;
  for (int i = 0; i < islands_.size(); ++i) {
    const contact::ContactIslands::Island island = islands_[i];
    const NewtonResult result =
        newton_.Solve({part.h, ws_, impulse_, contacts_, island.pairs, island.trees}, x_);
    most = std::max(most, result.iterations);
    if (result.converged || part.keep_unsolved) report.residual = std::max(report.residual, result.residual);
    report.algorithm = AlgorithmOf(result.space, report.algorithm);
    if (result.converged) continue;
    if (!part.keep_unsolved)
      LeaveBehind(island);
    else if (!std::isfinite(result.residual))
      report.status = StepStatus::kDiverged;
    else if (report.status == StepStatus::kOk)
      report.status = StepStatus::kNotConverged;
  }
  report.iterations += most;
}

void TamsiStepper::LeaveBehind(const contact::ContactIslands::Island& island) {
  is_any_left_ = true;
  for (const int root : island.trees) {
    const DofRange dofs = DofsOfTree(world().model(), root);
    std::fill(is_left_.begin() + dofs.first, is_left_.begin() + dofs.end, true);
    x_.segment(dofs.first, dofs.end - dofs.first).setZero();
  }
}

/// What moves in the part is where it leads to.
void TamsiStepper::Finish(const Part& part, State& state, StepReport& report) {
  joints_.Finish(v_end_, moves_, report.energy, state);
  ReportContacts(part, report);
  const Model& model = world().model();
  displacement_ = part.h * v_end_;
  q_end_ = state.q;
  dynamics::Integrate<double>(model, state.q, displacement_, View<double>(q_end_));  // (10)
  for (const Joint& joint : model.joints()) {
    if (!moves_[joint.v]) continue;
    state.v.segment(joint.v, joint.nv) = v_end_.segment(joint.v, joint.nv);
    state.q.segment(joint.q, joint.nq) = q_end_.segment(joint.q, joint.nq);
  }
}

// --- what is said about it
// ----------------------------------------------------------------------------------------------

void TamsiStepper::ReportEnergy(const State& state, EnergyReport& energy) {
  energy.kinetic = dynamics::KineticEnergy<double>(world().model(), state.v, ws_);
  energy.potential = dynamics::PotentialEnergy<double>(world().model(), ws_);
  for (const RegularizedContact& contact : contacts_.contacts()) {
    const double depth = std::max(0.0, -contact.geometry.gap);
    energy.elastic += 0.5 * contact.material->stiffness * depth * depth;
  }
}

/// Adds the contacts of what moves in a part; what is in the list already gets the mean force.
void TamsiStepper::ReportContacts(const Part& part, StepReport& report) {
  for (const RegularizedContact& contact : contacts_.contacts()) {
    const ContactPoint& point = contact.geometry;
    if (!Moves(point.body_a)) continue;
    report.energy.contact_work += part.h * Dot(contact.force, contact.velocity);
    const double slip = Length(Across(contact.velocity, point.normal));
    const ContactMode mode = !(Dot(contact.force, point.normal) > 0.0) ? ContactMode::kOpen
                             : slip > contact.material->stiction_speed ? ContactMode::kSlip
                                                                       : ContactMode::kStick;
    contact::AddContact({point.id, point.shape_a, point.shape_b, point.body_a, point.body_b, point.p,
                         point.normal, point.gap, part.weight * contact.force, contact.velocity, mode},
                        report.contacts);
  }
}

/// The method has no memory; but what contacts exert is there for controllers to feel, and a spring that
/// another stepper may go on with would be relaxed where they are now.
void TamsiStepper::Remember(double h, const std::vector<ContactReport>& contacts, State& state) {
  const Model& model = world().model();
  state.contacts.clear();
  for (const ContactReport& contact : contacts) {
    if (contact.mode == ContactMode::kOpen) continue;
    const Vec3<double> on_b = contact.p + h * Across(contact.velocity, contact.normal);
    state.contacts.push_back({contact.id, dynamics::ToBody(model, ws_, contact.body_a, contact.p),
                              dynamics::ToBody(model, ws_, contact.body_b, on_b), 0.0,
                              contact.mode == ContactMode::kSlip, contact.force});
  }
}

}  // namespace slipstick::tamsi
