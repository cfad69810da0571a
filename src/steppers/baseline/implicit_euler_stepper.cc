#include "steppers/baseline/implicit_euler_stepper.h"

#include <algorithm>
#include <cmath>

#include "contact/body_frame.h"
#include "core/convert.h"
#include "core/rotation.h"
#include "dynamics/configuration.h"
#include "dynamics/inverse_dynamics.h"

namespace slipstick {

struct ImplicitEulerStepper::Start {
  const Actuation& actuation;
  double h;
  const State& state;
};

ImplicitEulerStepper::ImplicitEulerStepper(const World& world, const Options& options)
    : Stepper(world),
      options_(options),
      motion_(world, options.anchor),
      stiffness_(world),
      derivatives_(world.model()),
      lu_(world.model().nv),
      force_by_q_(world.model().nv * world.model().nv),
      force_by_v_(world.model().nv * world.model().nv) {
  q_ = world.model().neutral;
  v_ = best_v_ = trial_v_ = dv_ = a_ = displacement_ = residual_ = Eigen::VectorXd::Zero(world.model().nv);
}

void ImplicitEulerStepper::Advance(const Actuation& actuation, double h, State& state, StepReport& report) {
  const Start start{actuation, h, state};
  motion_.ReportEnergyAt(state, report.energy);
  v_ = best_v_ = state.v;
  EvaluateResidual(start, v_);
  best_merit_ = Merit();
  if (!std::isfinite(best_merit_)) {
    report.status = StepStatus::kDiverged;
    return;
  }
  report.status = StepStatus::kNotConverged;
  while (report.status != StepStatus::kOk && report.iterations < options_.max_iterations) {
    AssembleJacobian(start);
    ++report.iterations;
    if (!Factor()) break;
    report.residual = FindCorrection();
    if (!(report.residual <= options_.tolerance)) {
      SearchAlong(start);
      KeepIfBest();
      if (IsBalanced(h)) report.residual = FindCorrection();  // the Jacobian is good enough for what is left
    }
    if (report.residual <= options_.tolerance) report.status = StepStatus::kOk;
  }
  if (report.status == StepStatus::kOk)
    v_ += dv_;
  else
    v_ = best_v_;
  Finish(start, state, report);
}

bool ImplicitEulerStepper::Factor() {
  const ScopedPhase phase(timer(), Phase::kSolve);
  return lu_.Factor();
}

/// dv_ := the Newton step; returns its largest entry.
double ImplicitEulerStepper::FindCorrection() {
  dv_ = -residual_;
  lu_.Solve(View<double>(dv_));
  return dv_.lpNorm<Eigen::Infinity>();
}

/// Would what is unbalanced change no velocity by more than the tolerance, even if contacts and joints gave way?
bool ImplicitEulerStepper::IsBalanced(double h) const {
  for (int k = 0; k < residual_.size(); ++k)
    if (!(h * std::abs(residual_[k]) <= options_.tolerance * world().joint_laws()[k].inertia)) return false;
  return true;
}

void ImplicitEulerStepper::KeepIfBest() {
  const double merit = Merit();
  if (!(merit < best_merit_)) return;
  best_merit_ = merit;
  best_v_ = v_;
}

/// residual_ at the end-of-step velocity v; q_ is the configuration it leads to.
void ImplicitEulerStepper::EvaluateResidual(const Start& start, const Eigen::VectorXd& v) {
  const Model& model = world().model();
  displacement_ = start.h * v;
  Integrate<double>(model, start.state.q, displacement_, View<double>(q_));
  a_ = (v - start.state.v) / start.h;
  Workspace<double>& ws = motion_.workspace();
  const ScopedPhase phase(timer(), Phase::kContacts);
  InverseDynamics<double>(model, q_, v, a_, ws);
  motion_.EvaluateForces(start.actuation, q_, v, start.state);
  for (int k = 0; k < model.nv; ++k) residual_[k] = ws.tau[k] - motion_.TotalForce(k);
}

/// Half the squared residual, each entry weighed with the inertia of its dof.
double ImplicitEulerStepper::Merit() const {
  double sum = 0.0;
  for (int k = 0; k < residual_.size(); ++k)
    sum += residual_[k] * residual_[k] / world().joint_laws()[k].inertia;
  return 0.5 * sum;
}

/// lu_ := ∂r/∂v⁺ at v_, where the residual was evaluated last.
void ImplicitEulerStepper::AssembleJacobian(const Start& start) {
  const ScopedPhase phase(timer(), Phase::kDynamics);
  const double h = start.h;
  const Model& model = world().model();
  const int nv = model.nv;
  std::fill(force_by_q_.begin(), force_by_q_.end(), 0.0);
  std::fill(force_by_v_.begin(), force_by_v_.end(), 0.0);
  Workspace<double>& ws = motion_.workspace();
  InverseDynamicsDerivatives<double>(model, q_, v_, a_, ws, derivatives_);
  stiffness_.Add(ws, v_, motion_.contacts().contacts(), force_by_q_.data(), force_by_v_.data());
  for (const ExternalWrench& wrench : start.actuation.wrenches)
    stiffness_.AddWrench(ws, wrench.body, ToWorld(model, ws, wrench.body, FromEigen(wrench.p_B)),
                         FromEigen(wrench.force), FromEigen(wrench.moment), force_by_q_.data());
  for (int k = 0; k < nv; ++k) {
    force_by_q_[k * nv + k] += motion_.joints().by_q[k];
    force_by_v_[k * nv + k] += motion_.joints().by_v[k];
  }
  for (int i = 0; i < nv * nv; ++i) {  // from here on: of the residual
    force_by_q_[i] = derivatives_.tau_by_q[i] - force_by_q_[i];
    force_by_v_[i] = derivatives_.tau_by_v[i] - force_by_v_[i];
  }
  TurnColumns(h);
  View<double> A = lu_.matrix();
  for (int i = 0; i < nv * nv; ++i) A[i] = h * force_by_q_[i] + force_by_v_[i];
  for (int k = 0; k < nv; ++k) {
    const double* entry = &ws.M[model.row_start[k] + model.depth[k]];
    A[k * nv + k] += *entry / h;
    for (int i = model.dof_parent[k]; i >= 0; i = model.dof_parent[i]) {
      --entry;
      A[k * nv + i] += *entry / h;
      A[i * nv + k] += *entry / h;
    }
  }
}

/// ∂r/∂q · ∂integrate/∂(h v): where q holds a rotation, a change of h ω turns it by the left Jacobian of h ω times that.
void ImplicitEulerStepper::TurnColumns(double h) {
  const Model& model = world().model();
  for (const Joint& joint : model.joints) {
    if (joint.nq == joint.nv) continue;
    const int at = joint.v + joint.nv - 3;
    const Mat3<double> J = LeftJacobian({h * v_[at], h * v_[at + 1], h * v_[at + 2]});
    for (int k = 0; k < model.nv; ++k) {
      double* row = &force_by_q_[k * model.nv + at];
      const Vec3<double> turned = TransposeTimes(J, Vec3<double>{row[0], row[1], row[2]});
      row[0] = turned.x, row[1] = turned.y, row[2] = turned.z;
    }
  }
}

/// v_ += as much of dv_ as brings the residual down, which is evaluated there. If nothing does, a contact that opens, closes or
/// slips is in the way, and the Newton step is taken in full, to where the force law is smooth again.
void ImplicitEulerStepper::SearchAlong(const Start& start) {
  const double merit = Merit();
  double fraction = 1.0;
  for (int halvings = 0; halvings <= options_.max_halvings; ++halvings, fraction *= 0.5) {
    trial_v_ = v_ + fraction * dv_;
    EvaluateResidual(start, trial_v_);
    if (!(Merit() < merit)) continue;
    v_ = trial_v_;
    return;
  }
  v_ += dv_;
  EvaluateResidual(start, v_);
}

void ImplicitEulerStepper::Finish(const Start& start, State& state, StepReport& report) {
  EvaluateResidual(start, v_);
  motion_.AddWork(displacement_, 1.0, report.energy);
  motion_.ReportContacts(report.contacts);
  motion_.Remember(q_, v_, start.h, EvaluatedAt::kEnd, state);
  state.q = q_;
  state.v = v_;
}

}  // namespace slipstick
