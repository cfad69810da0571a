#include "slipstick/steppers/tamsi/island_newton.h"

#include <algorithm>
#include <cmath>

namespace slipstick::tamsi {
namespace {

/// Number of Newton steps assumed when the costs of the two spaces are compared.
constexpr double kExpectedNewtonSteps = 3.0;
constexpr int kMaxHalvings = 20;

}  // namespace

IslandNewton::IslandNewton(const Model& model, const IslandNewtonOptions& options)
    : options_(options), joints_(model), contacts_(model) {}

NewtonResult IslandNewton::Solve(const IslandProblem& island, Eigen::VectorXd& x) {
  StartContacts(island);
  joints_.Begin(island);
  NewtonResult result;
  NewtonSpace space = ChooseSpace(island);
  if (space == NewtonSpace::kJoints) {
    result = Iterate(joints_, island, x);
  } else {
    contacts_.Begin(island, joints_.dofs(), x);
    result = Iterate(contacts_, island, x);
  }
  if (!result.converged && options_.line_search != NewtonLineSearch::kNone &&
      std::isfinite(result.residual)) {
    const int iterations = result.iterations;
    StartContacts(island);
    joints_.Restart();
    result = Iterate(joints_, island, x, true);
    result.iterations += iterations;
    space = NewtonSpace::kJoints;
  }
  result.space = space;
  return result;
}

NewtonSpace IslandNewton::ChooseSpace(const IslandProblem& island) const {
  if (options_.space != NewtonSpace::kAuto) return options_.space;
  const ContactSpaceSystem::Cost cost = contacts_.EstimateCost(island, joints_.dofs());
  const bool is_cheaper =
      cost.once + kExpectedNewtonSteps * cost.per_step < kExpectedNewtonSteps * joints_.cost();
  return is_cheaper ? NewtonSpace::kContacts : NewtonSpace::kJoints;
}

template <class System>
NewtonResult IslandNewton::Iterate(System& system, const IslandProblem& island, Eigen::VectorXd& x,
                                   bool backtracks) {
  NewtonResult result{};
  while (!result.converged && result.iterations < options_.max_iterations) {
    ++result.iterations;
    Linearize<System>(island);  // (5) - (7), (16), (22)
    const double momentum_error = backtracks ? joints_.MomentumError(island, 0.0) : 0.0;
    if (!system.Solve(island, responses_)) break;         // (21) = 0 linearised by (23)
    const StepPreview preview = Preview(system, island);  // section III-A
    const bool searches = backtracks && !preview.converged;
    const double alpha = searches ? BacktrackAlpha(island, preview.alpha, momentum_error) : preview.alpha;
    if (trace_ != nullptr) trace_->push_back({preview.residual, alpha});
    result.residual = preview.residual;
    result.converged = preview.converged;
    if (!(alpha > 0.0)) break;
    system.TakeStep(alpha);
    UpdateContacts(alpha, island);
  }
  system.FindVelocityChanges(island, x);
  return result;
}

/// The largest of alpha, alpha / 2, alpha / 4, ... that decreases the momentum error; 0 if none does.
double IslandNewton::BacktrackAlpha(const IslandProblem& island, double alpha, double momentum_error) {
  double tried = alpha;
  for (int halvings = 0; halvings <= kMaxHalvings; ++halvings, tried *= 0.5) {
    for (int p = 0; p < island.pairs.size(); ++p)
      for (RegularizedContact& contact : island.contacts.contacts(island.pair(p)))
        contact.trial_force = ForceAt(island.h, contact, contact.v_c + tried * contact.Delta_v);
    if (joints_.MomentumError(island, tried) < momentum_error) return tried;
  }
  return 0.0;
}

// --- contact forces ---

void IslandNewton::StartContacts(const IslandProblem& island) {
  for (int p = 0; p < island.pairs.size(); ++p)
    for (RegularizedContact& contact : island.contacts.contacts(island.pair(p)))
      contact.v_c = contact.velocity;
}

/// responses_ := the linearised wrenches of all pairs at the iterate, as far as the system needs them.
template <class System>
void IslandNewton::Linearize(const IslandProblem& island) {
  responses_.assign(island.pairs.size(), {});
  for (int p = 0; p < island.pairs.size(); ++p) {
    PairResponse& response = responses_[p];
    const bool needs_moments = System::NeedsMoments(island.pair(p));
    for (RegularizedContact& contact : island.contacts.contacts(island.pair(p))) {
      EvaluateContact(island.h, contact);
      if (contact.is_open) continue;
      response.is_active = true;
      const Vec3<double> f = contact.force - contact.df_dv * (contact.v_c - contact.velocity);
      response.at_start.lin += f;
      response.by_motion.ll += contact.df_dv;
      if (!needs_moments) continue;
      response.at_start.ang += Cross(contact.r, f);
      response.by_motion.AddMoments(contact.df_dv, contact.r);
    }
  }
}

/// π and ∂π/∂v_n, (5) and (16); with one-way coupling those of the start of the step.
IslandNewton::Normal IslandNewton::EvalNormalForce(double h, const RegularizedContact& contact,
                                                   double v_n) const {
  if (options_.coupling == Coupling::kOneWay) return {contact.pi_0, 0.0};
  const laws::NormalForce force =
      laws::HuntCrossley(-contact.geometry.gap - h * v_n, -v_n, *contact.material);  // (19)
  return {force.force, -(h * force.by_depth + force.by_rate)};
}

/// Contact force at a trial velocity.
Vec3<double> IslandNewton::ForceAt(double h, const RegularizedContact& contact,
                                   const Vec3<double>& velocity) const {
  const Vec3<double>& normal = contact.geometry.normal;
  const double v_n = Dot(velocity, normal);
  return laws::RegularizedFriction(EvalNormalForce(h, contact, v_n).pi, normal, velocity - v_n * normal,
                                   options_.rise, *contact.material)
      .force;
}

/// Contact force and its derivative at the iterate, (5)-(7), (16), (22).
void IslandNewton::EvaluateContact(double h, RegularizedContact& contact) const {
  const Vec3<double>& normal = contact.geometry.normal;
  const double v_n = Dot(contact.v_c, normal);
  const Vec3<double> vt = contact.v_c - v_n * normal;
  const auto [pi, dpi_dvn] = EvalNormalForce(h, contact, v_n);
  contact.is_open = pi == 0.0 && dpi_dvn == 0.0;
  if (contact.is_open) {
    contact.force = contact.trial_force = Vec3<double>::Zero();
    contact.df_dv = Mat3<double>::Zero();
    return;
  }
  const laws::RegularizedForce force =
      laws::RegularizedFriction(pi, normal, vt, options_.rise, *contact.material);
  const Vec3<double> df_dvn = dpi_dvn * force.by_normal_force;
  contact.force = contact.trial_force = force.force;
  contact.df_dv = {force.by_slip.x + normal.x * df_dvn, force.by_slip.y + normal.y * df_dvn,
                   force.by_slip.z + normal.z * df_dvn};
}

// --- line search ---

/// Delta_v of all contacts for the Newton step of the system, convergence, and alpha of the line search.
template <class System>
IslandNewton::StepPreview IslandNewton::Preview(const System& system, const IslandProblem& island) const {
  StepPreview preview{0.0, true, 1.0};
  for (int p = 0; p < island.pairs.size(); ++p) {
    const Motion<double> motion = system.RelativeMotion(island, p);
    for (RegularizedContact& contact : island.contacts.contacts(island.pair(p))) {
      contact.Delta_v = contact.velocity + PointVelocity(motion, contact.r) - contact.v_c;
      const double size = Length(contact.Delta_v), v_s = contact.material->stiction_speed;
      preview.residual = std::isfinite(size) ? std::max(preview.residual, size) : size;
      if (!(size <= options_.tolerance * v_s)) preview.converged = false;  // also if NaN
    }
  }
  if (!preview.converged && options_.line_search == NewtonLineSearch::kTransition)
    preview.alpha = LimitAlpha(island);
  return preview;
}

/// α = min αᵢ over the contacts that are not open.
double IslandNewton::LimitAlpha(const IslandProblem& island) const {
  double alpha = 1.0;
  for (int p = 0; p < island.pairs.size(); ++p)
    for (const RegularizedContact& contact : island.contacts.contacts(island.pair(p))) {
      if (contact.is_open) continue;
      const Vec3<double>& normal = contact.geometry.normal;
      alpha = std::min(alpha,
                       solvers::LimitTransition(Across(contact.v_c, normal), Across(contact.Delta_v, normal),
                                                contact.material->stiction_speed, options_.limits));
    }
  return alpha;
}

void IslandNewton::UpdateContacts(double alpha, const IslandProblem& island) const {
  for (int p = 0; p < island.pairs.size(); ++p)
    for (RegularizedContact& contact : island.contacts.contacts(island.pair(p))) {
      contact.v_c += alpha * contact.Delta_v;
      contact.force += alpha * (contact.df_dv * contact.Delta_v);
    }
}

}  // namespace slipstick::tamsi
