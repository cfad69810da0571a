#include "steppers/nmdp/nmdp_stepper.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "contact/body_frame.h"
#include "contact/contact_points.h"
#include "dynamics/energy.h"
#include "steppers/contact_reports.h"
#include "steppers/nmdp/newton_euler_equations.h"
//PBD
#include "steppers/step_parts.h"

namespace slipstick {
namespace {

/// Times that contacts are taken up where a step ends. A row of balls adds one at a time.
constexpr int kMostLooks = 20;
/// Of them, those in which contacts that are known are taken up again.
constexpr int kMostRetakes = 4;
/// m and rad: a contact that was seen elsewhere is taken up again beyond this.
constexpr double kSeenElsewhere = 1e-5, kTurnedAway = 0.01;
/// Over the tolerance of velocities: what slides faster slips.
constexpr double kSlips = 10.0;
/// Of the squared length of corners: keeps weights of redundant ones definite.
constexpr double kLeastWeight = 1e-10;

std::unique_ptr<StepEquations> MakeEquations(const World& world, StepInertia inertia) {
  if (inertia == StepInertia::kNewtonEuler) return std::make_unique<NewtonEulerEquations>(world);
  return nullptr;
}

ForceBound BoundOf(const NmdpOptions& options) {
  ForceBound bound;
  bound.power = static_cast<int>(options.bound) + 1;
  bound.reference_depth = options.reference_depth;
  bound.ghost = options.ghost_force;
  return bound;
}

const ContactMemory* MemoryOf(const State& state, uint64_t id) {
  for (const ContactMemory& memory : state.contacts)
    if (memory.id == id) return &memory;
  return nullptr;
}

double StartDepth(const StepContact& contact) {
  return -(Dot(contact.geometry.normal, contact.a.start - contact.b.start) + contact.offset);
}

}  // namespace

NmdpOptions NmdpOptions::With(StepInertia inertia, bool corner_derivatives) {
  NmdpOptions options;
  options.inertia = inertia;
  options.corner_derivatives = corner_derivatives;
  return options;
}

NmdpStepper::NmdpStepper(const World& world, const Options& options)
    : Stepper(world),
      options_(options),
      equations_(MakeEquations(world, options.inertia)),
      spaces_(world, options.directions, BoundOf(options)),
      contacts_(world, options.corner_derivatives),
      search_(world, options.search),
      finder_(world.geometry()) {
  v_ = Eigen::VectorXd::Zero(world.model().nv);
}

/// Algorithm 2.
void NmdpStepper::Advance(const Actuation& actuation, double h, State& state, StepReport& report) {
  report.substeps = 0;
  report.shortest = h;
  AdvanceInParts(options_.max_parts, [&](double weight, bool is_smallest) {
    const Part part{actuation, weight * h, weight, is_smallest};
    const bool is_done = AdvancePart(part, state, report);
    if (!Advanced(report.status)) return PartResult::kGiveUp;
    if (!is_done) {
      ++report.rejected;
      return PartResult::kTooLong;
    }
    ++report.substeps;
    report.shortest = std::min(report.shortest, part.h);
    report.longest = std::max(report.longest, part.h);
    return PartResult::kDone;
  });
  report.depth = static_cast<int>(std::lround(std::log2(h / report.shortest)));
}

/// False, and nothing has happened, if the part is too long.
bool NmdpStepper::AdvancePart(const Part& part, State& state, StepReport& report) {
  equations_->Begin(part.actuation, part.h, state);
  if (part.weight == 1.0) {
    report.energy.kinetic = KineticEnergy<double>(world().model(), state.v, equations_->beginning());
    report.energy.potential = PotentialEnergy<double>(world().model(), equations_->beginning());
  }
  TakeUpAtStart(state);
  const bool is_solved = Solve(state, report);
  const bool may_be_cut = options_.event_step > 0.0 && part.h >= 2.0 * options_.event_step;
  if (!part.is_smallest && (!is_solved || (may_be_cut && ContactsChanged()))) return false;
  if (!v_.allFinite()) {
    report.status = StepStatus::kDiverged;
    return false;
  }
  if (!is_solved) report.status = StepStatus::kNotConverged;
  Finish(part, state, report);
  return true;
}

void NmdpStepper::TakeUpAtStart(const State& state) {
  const ScopedPhase phase(timer(), Phase::kContacts);
  contacts_.Clear();
  for (const ContactPoint& contact : finder_.Find(world().model(), equations_->beginning()))
    TakeUp(contact, state, equations_->beginning());
  Guess(state);
}

/// One direction of friction is where it is likely to be needed.
void NmdpStepper::TakeUp(const ContactPoint& contact, const State& state, const Workspace<double>& ws) {
  const Model& model = world().model();
  const ContactMemory* memory = MemoryOf(state, contact.id);
  const bool slipping = memory != nullptr && memory->slipping;
  const Workspace<double>& start = equations_->beginning();
  const Vec3<double> hint = memory != nullptr && !slipping
                                ? -memory->force
                                : VelocityAt(model, start, contact.body_a, contact.p) -
                                      VelocityAt(model, start, contact.body_b, contact.p);
  contacts_.Add(contact, spaces_.Between(contact.shape_a, contact.shape_b, slipping), hint, start, ws);
}

/// Weights that give the forces of the last step.
void NmdpStepper::Guess(const State& state) {
  contacts_.Evaluate(equations_->beginning());
  for (const StepContact& contact : contacts_.contacts()) {
    const ContactMemory* memory = MemoryOf(state, contact.geometry.id);
    if (memory == nullptr) continue;
    const int n = contact.space->num_corners(), rows = contact.rows;
    const double* corners = contacts_.corners(contact);
    const Vec3<double> force = TransposeTimes(contact.R_WC, memory->force);
    const double wanted[] = {force.x, force.y, force.z};
    guess_Q_.assign(static_cast<size_t>(n) * n, 0.0);
    guess_g_.assign(n, 0.0);
    for (int j = 0; j < n; ++j) {
      for (int i = 0; i < 3; ++i) guess_g_[j] -= corners[j * rows + i] * wanted[i];
      for (int k = 0; k < n; ++k)
        for (int i = 0; i < rows; ++i) guess_Q_[j * n + k] += corners[j * rows + i] * corners[k * rows + i];
      guess_Q_[j * n + j] *= 1.0 + kLeastWeight;
    }
    const int blocks[] = {0, n};
    guess_program_.Solve(guess_Q_, guess_g_, {blocks, 2}, {&contacts_.weights[contact.weight], n});
  }
}

/// v_ and weights of the part. False if they could not be found.
bool NmdpStepper::Solve(const State& state, StepReport& report) {
  v_ = state.v;
  search_.Forget();
  if (!search_.Project(*equations_, contacts_, v_)) {  // the forces of the last step do not fit
    std::fill(contacts_.weights.begin(), contacts_.weights.end(), 0.0);
    v_ = state.v;
    search_.Forget();
    if (!search_.Project(*equations_, contacts_, v_)) return false;
  }
  int looks = 0;
  TakeUpAtEnd(state, looks);
  for (;;) {
    const ScopedPhase phase(timer(), Phase::kSolve);
    const SearchOutcome outcome = search_.Solve(*equations_, contacts_, v_);
    report.iterations += outcome.iterations;
    report.evaluations += outcome.evaluations;
    if (!outcome.solved) return false;
    report.residual = std::max(report.residual, outcome.residual);
    if (++looks == kMostLooks || !TakeUpAtEnd(state, looks)) return true;
  }
}

/// Contacts as they are where the step ends so far. False if all were known already.
bool NmdpStepper::TakeUpAtEnd(const State& state, int looks) {
  bool is_new = false;
  const Workspace<double>& end = equations_->end();
  for (const ContactPoint& contact : finder_.Find(world().model(), end)) {
    const int known = contacts_.Find(contact.id);
    if (known < 0) {
      TakeUp(contact, state, end);
      is_new = true;
      continue;
    }
    const StepContact& taken = contacts_[known];
    const bool is_elsewhere = std::abs(taken.depth + contact.gap) > kSeenElsewhere ||
                              Length(Cross(taken.geometry.normal, contact.normal)) > kTurnedAway;
    if (!is_elsewhere || looks >= kMostRetakes) continue;
    contacts_.Retake(known, contact, equations_->beginning(), end);
    is_new = true;
  }
  if (is_new) search_.Forget();
  return is_new;
}

/// One that touched at the start does not at the end, or the other way round.
bool NmdpStepper::ContactsChanged() const {
  const auto changed = [](const StepContact& contact) {
    return (StartDepth(contact) > 0.0) != (contact.depth > 0.0);
  };
  return std::any_of(contacts_.contacts().begin(), contacts_.contacts().end(), changed);
}

void NmdpStepper::Finish(const Part& part, State& state, StepReport& report) {
  const Model& model = world().model();
  const Workspace<double>& end = equations_->end();
  equations_->AddWork(report.energy);
  state.contacts.clear();
  for (const StepContact& contact : contacts_.contacts()) {
    const ContactPoint& point = contact.geometry;
    const Vec3<double> force =
        contact.R_WC * Vec3<double>{contact.force[0], contact.force[1], contact.force[2]};
    const Vec3<double> velocity =
        (1.0 / part.h) * (contact.R_WC * Vec3<double>{contact.slip[0], contact.slip[1], contact.slip[2]});
    for (int r = 0; r < contact.rows; ++r) report.energy.contact_work += contact.force[r] * contact.slip[r];
    const bool pushes = contact.force[2] > 0.0;
    const bool slips =
        std::hypot(contact.slip[0], contact.slip[1]) > kSlips * options_.search.tolerance * part.h;
    const ContactMode mode = !pushes ? ContactMode::kOpen : slips ? ContactMode::kSlip : ContactMode::kStick;
    const Vec3<double> p = contacts_.PointOf(contact);
    AddContact({point.id, point.shape_a, point.shape_b, point.body_a, point.body_b, p, point.normal,
                -contact.depth, part.weight * force, velocity, mode},
               report.contacts);
    if (!pushes && contact.depth <= 0.0) continue;
    state.contacts.push_back({point.id, ToBody(model, end, point.body_a, p),
                              ToBody(model, end, point.body_b, p), 0.0, slips, force});
  }
  const auto by_id = [](const ContactMemory& a, const ContactMemory& b) { return a.id < b.id; };
  std::sort(state.contacts.begin(), state.contacts.end(), by_id);
  equations_->Remember(state.q_held);
  state.q = equations_->q();
  state.v = v_;
}

}  // namespace slipstick
