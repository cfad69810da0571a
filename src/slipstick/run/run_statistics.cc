#include "slipstick/run/run_statistics.h"

#include <algorithm>
#include <cmath>

#include "slipstick/core/convert.h"
#include "slipstick/dynamics/energy.h"
#include "slipstick/dynamics/kinematics.h"

namespace slipstick::run {
namespace {

// Fraction of the energy exchanged up to which contacts may seem to create energy: explicit steppers
// detect a new contact after some penetration, and integrate its spring with small errors.
constexpr double kPassivityTolerance = 0.01;

int FirstFreeBody(const Model& model) {
  const auto is_free = [](JointKind kind) {
    return kind == JointKind::kFloating || kind == JointKind::kPlanar;
  };
  for (int i = 0; i < model.num_bodies(); ++i)
    if (model.bodies()[i].parent == model::kWorld && is_free(model.joints()[i].kind)) return i;
  return -1;
}

double TangentialSpeed(const ContactReport& contact) {
  const Vec3<double> v = contact.velocity - Dot(contact.velocity, contact.normal) * contact.normal;
  return std::sqrt(Dot(v, v));
}

}  // namespace

RunStatistics::RunStatistics(const Simulation& simulation)
    : world_(simulation.world()),
      start_(simulation.state().t),
      root_(FirstFreeBody(world_.model())),
      ws_(world_.model()) {
  if (root_ < 0) return;
  summary_.base = world_.body_name(root_);
  summary_.base_start = BasePosition(simulation.state());
}

void RunStatistics::Add(const StepView& step) {
  if (step.control && step.control->solves) AddControl(*step.control);
  if (step.report.status != StepStatus::kOk) ++summary_.failures[contact::Name(step.report.status)];
  if (!contact::Advanced(step.report.status)) return;
  ++summary_.steps;
  summary_.extra_substeps += step.report.substeps - 1;
  if (*step.report.algorithm != 0) ++summary_.algorithms[step.report.algorithm];
  if (step.report.longest > 0.0) AddChosenSteps(step.report);
  AddContacts(step);
  AddEnergy(step);
  if (root_ < 0) return;
  const double rise = BasePosition(step.after).z() - summary_.base_start.z();
  summary_.base_rise = std::max(summary_.base_rise, rise);
  summary_.base_drop = std::max(summary_.base_drop, -rise);
}

void RunStatistics::AddControl(const control::ControlReport& control) {
  ++summary_.control_updates;
  summary_.control_iterations += control.iterations;
  summary_.control_residual = std::max(summary_.control_residual, control.residual);
  if (!control.solved()) ++summary_.control_failures[control.failure];
}

void RunStatistics::AddChosenSteps(const StepReport& report) {
  summary_.shortest = summary_.accepted == 0 ? report.shortest : std::min(summary_.shortest, report.shortest);
  summary_.longest = std::max(summary_.longest, report.longest);
  summary_.accepted += report.substeps;
  summary_.rejected += report.rejected;
  summary_.inaccurate += report.inaccurate;
}

void RunStatistics::AddContacts(const StepView& step) {
  int count = 0;
  size_t k = 0;
  next_paths_.clear();
  for (const ContactReport& contact : step.report.contacts) {
    if (-contact.gap > summary_.penetration_depth) {
      summary_.penetration_depth = -contact.gap;
      summary_.penetration_pair = PairName(contact);
    }
    if (contact.mode == ContactMode::kOpen) continue;
    ++count;
    AddSlip(contact, step.h, paths_, k);
  }
  paths_.swap(next_paths_);
  contact_count_ += count;
  summary_.max_contacts = std::max(summary_.max_contacts, count);
}

/// Both lists are ordered by id, so that one pass finds the path of every contact so far.
void RunStatistics::AddSlip(const ContactReport& contact, double h, const std::vector<SlipPath>& earlier,
                            size_t& k) {
  while (k < earlier.size() && earlier[k].id < contact.id) ++k;
  double path = k < earlier.size() && earlier[k].id == contact.id ? earlier[k].length : 0.0;
  if (contact.mode == ContactMode::kSlip) {
    const double speed = TangentialSpeed(contact);
    summary_.slip_speed = std::max(summary_.slip_speed, speed);
    path += speed * h;
  }
  if (path > summary_.slip_distance) {
    summary_.slip_distance = path;
    summary_.slip_pair = PairName(contact);
  }
  next_paths_.push_back({contact.id, path});
}

/// A report has the energy at the start of its step. So the balance of a step is complete only with the
/// report of the next one.
void RunStatistics::AddEnergy(const StepView& step) {
  const EnergyReport& now = step.report.energy;
  if (has_energy_) {
    summary_.energy_exchanged += std::abs(now.potential - last_.potential);
  } else {
    summary_.energy_start = now.kinetic + now.potential;
    least_balance_ = now.elastic;
  }
  const double balance = summary_.contact_work + now.elastic;  // at the start of this step
  least_balance_ = std::min(least_balance_, balance);
  largest_rise_ = std::max(largest_rise_, balance - least_balance_);
  summary_.actuation_work += now.actuation_work;
  summary_.joint_work += now.joint_work;
  summary_.contact_work += now.contact_work;
  summary_.energy_exchanged +=
      std::abs(now.actuation_work) + std::abs(now.joint_work) + std::abs(now.contact_work);
  last_ = now;
  has_energy_ = true;
}

/// Contact work plus elastic energy must never rise. The elastic energy after the last step is not known,
/// only that it is not negative.
double RunStatistics::EnergyCreatedByContacts(double energy_exchanged) const {
  const double created = std::max(largest_rise_, summary_.contact_work - least_balance_);
  return created > kPassivityTolerance * energy_exchanged ? created : 0.0;
}

double RunStatistics::MechanicalEnergy(const State& state, double& potential) const {
  dynamics::ForwardKinematics<double>(world_.model(), state.q, state.v, ws_);
  potential = dynamics::PotentialEnergy<double>(world_.model(), ws_);
  return potential + dynamics::KineticEnergy<double>(world_.model(), state.v, ws_);
}

Eigen::Vector3d RunStatistics::BasePosition(const State& state) const {
  const Joint& joint = world_.model().joints()[root_];
  const auto q = state.q.segment<3>(joint.q);
  if (joint.kind == JointKind::kFloating) return q;
  const Mat3<double>& axes = world_.model().sweep()[root_].R_PA;
  return joint.X_PJ.p + q(0) * ToEigen(axes.x) + q(1) * ToEigen(axes.y);
}

std::string RunStatistics::PairName(const ContactReport& contact) const {
  return world_.shape_name(contact.shape_a) + " and " + world_.shape_name(contact.shape_b);
}

RunSummary RunStatistics::Summarise(const Simulation& simulation) const {
  RunSummary summary = summary_;
  const State& state = simulation.state();
  summary.simulated_time = state.t - start_;
  summary.wall_time = simulation.wall_time();
  summary.real_time_factor = summary.wall_time > 0.0 ? summary.simulated_time / summary.wall_time : 0.0;
  summary.mean_contacts = summary.steps > 0 ? contact_count_ / static_cast<double>(summary.steps) : 0.0;
  summary.finished = simulation.done();
  if (summary.control_updates > 0) {
    summary.control_time = simulation.control_time();
    summary.control_iterations /= static_cast<double>(summary.control_updates);
  }
  double potential = 0.0;
  summary.energy_end = MechanicalEnergy(state, potential);
  if (!has_energy_) {
    summary.energy_start = summary.energy_end;
  } else {
    summary.energy_exchanged += std::abs(potential - last_.potential);
    summary.energy_error = summary.energy_end - summary.energy_start - summary.actuation_work -
                           summary.joint_work - summary.contact_work;
    summary.contact_energy_created = EnergyCreatedByContacts(summary.energy_exchanged);
  }
  if (root_ >= 0) summary.base_end = BasePosition(state);
  return summary;
}

}  // namespace slipstick::run
