#include "steppers/tamsi/tamsi_stepper.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "contact/body_frame.h"
#include "contact/reach.h"
#include "dynamics/configuration.h"
#include "dynamics/contact_space.h"
#include "dynamics/energy.h"
#include "dynamics/mass_matrix.h"

namespace slipstick {
namespace {

/// Steps of fall: what is nearer than that may touch.
constexpr double kWatchedFallOfTamsi = 2.0;

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
      newton_(world.model(), options.newton) {
  for (auto* vector : {&impulse_, &x_, &v_end_, &displacement_}) vector->setZero(world.model().nv);
}

/// The step in one part, or in as many halves of halves as Newton's method asks for. Only the parts in which it fails are cut.
void TamsiStepper::Advance(const Actuation& actuation, double h, State& state, StepReport& report) {
  const int all = static_cast<int>(std::bit_floor(static_cast<unsigned>(options_.max_parts)));
  int done = 0, size = all;
  report.substeps = 0;
  while (done < all) {
    const double weight = static_cast<double>(size) / all;
    const bool solved = AdvancePart({actuation, weight * h, weight}, size == 1, state, report);
    if (!Advanced(report.status)) return;
    if (!solved && size > 1) {
      size /= 2;
      continue;
    }
    ++report.substeps;
    done += size;
    while (size < all && done % (2 * size) == 0) size *= 2;
  }
}

/// False if Newton's method fails; then nothing happens, unless what it has is to be kept.
bool TamsiStepper::AdvancePart(const Part& part, bool keep_unsolved, State& state, StepReport& report) {
  Look(part, state);
  if (report.substeps == 0) ReportEnergy(state, report.energy);
  bool solved = true;
  do {
    if (!Prepare(state)) {
      report.status = report.substeps == 0 ? StepStatus::kSingularMass : StepStatus::kDiverged;
      return false;
    }
    solved = SolveIslands(part.h, report);
    if (!solved && !keep_unsolved) return false;
    v_end_ = state.v + x_;
  } while (joints_.Revise(v_end_));
  if (!solved) report.status = StepStatus::kNotConverged;
  Finish(part, state, report);
  return solved;
}

/// Poses, velocities, contacts and joint forces at the start of the part.
void TamsiStepper::Look(const Part& part, const State& state) {
  const ScopedPhase phase(timer(), Phase::kContacts);
  BeginEvaluate<double>(world().model(), state.q, state.v, ws_);
  is_summed_up_ = false;
  joints_.Begin(part.actuation, part.h, state, ws_);
  CollectContacts(part.h);
}

/// Contacts that overlap, and those that might at the end.
void TamsiStepper::CollectContacts(double h) {
  const Model& model = world().model();
  const double fall = kWatchedFallOfTamsi * h * h * model.gravity.norm();
  contacts_.Clear();
  for (const ContactPoint& point :
       finder_.Find(model, ws_, options_.predict ? ReachWithin(world(), ws_, h) : 0.0)) {
    const double separation = Dot(point.normal, VelocityAt(model, ws_, point.body_a, point.p) -
                                                    VelocityAt(model, ws_, point.body_b, point.p));
    if (point.gap <= 0.0 || point.gap + h * separation < fall) contacts_.Add(point, ws_);
  }
  islands_.Find(contacts_.bodies());
}

/// M̂, the impulse of all but contacts, and what it does where nothing touches. False if M̂ is singular.
bool TamsiStepper::Prepare(const State& state) {
  const ScopedPhase phase(timer(), Phase::kDynamics);
  const Model& model = world().model();
  if (is_summed_up_) BeginEvaluate<double>(model, state.q, state.v, ws_);
  is_summed_up_ = true;
  if (!FinishEvaluate<double>(model, {}, ws_, joints_.added_inertia())) return false;
  joints_.FindImpulse(ws_, impulse_);
  x_ = impulse_;
  SolveMassMatrix<double>(model, ws_, View<double>(x_));
  return true;
}

bool TamsiStepper::SolveIslands(double h, StepReport& report) {
  const ScopedPhase phase(timer(), Phase::kSolve);
  int most = 0;
  bool solved = true;
  for (int i = 0; i < islands_.size(); ++i) {
    const NewtonResult result = newton_.Solve({h, ws_, impulse_, contacts_}, islands_[i], x_);
    most = std::max(most, result.iterations);
    report.residual = std::max(report.residual, result.residual);
    solved = solved && result.converged;
  }
  report.iterations += most;
  return solved;
}

void TamsiStepper::Finish(const Part& part, State& state, StepReport& report) {
  joints_.Finish(v_end_, report.energy, state);
  ReportContacts(part, report);
  Remember(state);
  state.v = v_end_;
  displacement_ = part.h * v_end_;
  Integrate<double>(world().model(), state.q, displacement_, View<double>(state.q));  // (10)
}

// --- what is said about it ----------------------------------------------------------------------------------------------

void TamsiStepper::ReportEnergy(const State& state, EnergyReport& energy) {
  energy.kinetic = KineticEnergy<double>(world().model(), state.v, ws_);
  energy.potential = PotentialEnergy<double>(world().model(), ws_);
  for (const RegularizedContact& contact : contacts_.contacts()) {
    const double depth = std::max(0.0, -contact.geometry.gap);
    energy.elastic += 0.5 * contact.material->stiffness * depth * depth;
  }
}

/// Adds the contacts of a part; what is in the list already gets the mean force.
void TamsiStepper::ReportContacts(const Part& part, StepReport& report) {
  for (const RegularizedContact& contact : contacts_.contacts()) {
    const ContactPoint& point = contact.geometry;
    const Vec3<double> force = part.weight * contact.force;
    report.energy.contact_work += part.h * Dot(contact.force, contact.velocity);
    const double slip = Length(Across(contact.velocity, point.normal));
    const ContactMode mode = !(Dot(contact.force, point.normal) > 0.0) ? ContactMode::kOpen
                             : slip > contact.material->stiction_speed ? ContactMode::kSlip
                                                                       : ContactMode::kStick;
    const auto by_id = [](const ContactReport& known, uint64_t id) { return known.id < id; };
    auto at = report.contacts.end();
    if (!report.contacts.empty() && report.contacts.back().id >= point.id)
      at = std::lower_bound(report.contacts.begin(), report.contacts.end(), point.id, by_id);
    if (at != report.contacts.end() && at->id == point.id) {
      at->force += force;
      at->mode = std::max(at->mode, mode);
    } else {
      report.contacts.insert(at, {point.id, point.shape_a, point.shape_b, point.body_a, point.body_b, point.p,
                                  point.normal, point.gap, force, contact.velocity, mode});
    }
  }
}

/// The method has no memory; but what contacts exert is there for controllers to feel.
void TamsiStepper::Remember(State& state) {
  const Model& model = world().model();
  state.contacts.clear();
  for (const RegularizedContact& contact : contacts_.contacts()) {
    const ContactPoint& point = contact.geometry;
    if (!(Dot(contact.force, point.normal) > 0.0)) continue;
    const bool slips = Length(Across(contact.velocity, point.normal)) > contact.material->stiction_speed;
    state.contacts.push_back({point.id, ToBody(model, ws_, point.body_a, point.p),
                              ToBody(model, ws_, point.body_b, point.p), 0.0, slips, contact.force});
  }
}

}  // namespace slipstick
