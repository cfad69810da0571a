#include "slipstick/steppers/baseline/implicit_dynamics.h"

#include <algorithm>

#include "slipstick/core/convert.h"
#include "slipstick/core/error.h"
#include "slipstick/dynamics/body_frame.h"
#include "slipstick/dynamics/mass_matrix.h"

namespace slipstick::baseline {

Eigen::VectorXd InertiaOfDofs(const World& world) {
  Eigen::VectorXd inertia(world.model().nv());
  for (int k = 0; k < inertia.size(); ++k) inertia[k] = world.joint_laws()[k].inertia;
  return inertia;
}

void CheckLineSearch(const NewtonOptions& newton, const laws::CompliantOptions& contact) {
  if (newton.line_search != LineSearch::kTransition || contact.law == laws::ContactLaw::kRegularized) return;
  throw InputError(
      "stepper option line_search = 'transition' needs the stiction speed of law = 'regularized', but law = "
      "'anchor' has none; set law = 'regularized' or line_search = 'merit'.");
}

ImplicitDynamics::ImplicitDynamics(const World& world, const laws::CompliantOptions& contact)
    : by_q(world.model().nv() * world.model().nv()),
      by_v(by_q.size()),
      world_(world),
      problem_(world, {.joints = contact::JointTreatment::kExplicit,
                       .force_point = contact::ForcePointOf(contact.law)}),
      contacts_(problem_, contact),
      stiffness_(world, contact),
      derivatives_(world.model()),
      M_(problem_.workspace().M.size()) {}

void ImplicitDynamics::EvaluateStart(const Actuation& actuation, double h, const State& state) {
  problem_.Evaluate({&actuation, h, &state, &state.q, &state.v});
  contacts_.Evaluate();
}

bool ImplicitDynamics::Accelerate(Eigen::VectorXd& a) {
  if (!problem_.Factor()) return false;
  problem_.Accelerate(contacts_.generalized_force(), a);
  return true;
}

void ImplicitDynamics::Evaluate(const Start& start, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                const Eigen::VectorXd& a, double* residual) {
  const steppers::ScopedPhase timing(start.timer, steppers::Phase::kContacts);
  problem_.Evaluate(
      {&start.actuation, start.h, &start.state, &q, &v, nullptr, nullptr, laws::EvaluatedAt::kEnd, &a});
  contacts_.Evaluate();
  for (int k = 0; k < world_.model().nv(); ++k)
    residual[k] = problem_.workspace().tau[k] - problem_.joints().total(k) - contacts_.generalized_force()[k];
}

void ImplicitDynamics::Differentiate() {
  const contact::StepProblem::Instant& at = problem_.instant();
  const Model& model = world_.model();
  const int nv = model.nv();
  std::fill(by_q.begin(), by_q.end(), 0.0);
  std::fill(by_v.begin(), by_v.end(), 0.0);
  Workspace<double>& ws = problem_.workspace();
  dynamics::InverseDynamicsDerivatives<double>(model, *at.q, *at.v, *at.a, ws, derivatives_);
  std::copy(ws.M.begin(), ws.M.end(), M_.begin());
  // derivatives of the forces first
  stiffness_.Add(ws, *at.v, contacts_.contacts(), by_q.data(), by_v.data());
  for (const ExternalWrench& wrench : at.actuation->wrenches)
    stiffness_.AddWrench(ws, wrench.body, dynamics::ToWorld(model, ws, wrench.body, FromEigen(wrench.p_B)),
                         FromEigen(wrench.force), FromEigen(wrench.moment), by_q.data());
  const laws::JointForces& joints = problem_.joints().forces();
  for (int k = 0; k < nv; ++k) {
    by_q[k * nv + k] += joints.by_q[k];
    by_v[k * nv + k] += joints.by_v[k];
  }
  for (int i = 0; i < nv * nv; ++i) {
    by_q[i] = derivatives_.tau_by_q[i] - by_q[i];
    by_v[i] = derivatives_.tau_by_v[i] - by_v[i];
  }
}

void ImplicitDynamics::AddMass(double seconds, int columns, double* rows) const {
  for (int k = 0; k < world_.model().nv(); ++k)
    dynamics::VisitMassMatrix(world_.model(), M_.data(), k,
                              [&](int i, int j, double M) { rows[i * columns + j] += M / seconds; });
}

double ImplicitDynamics::LimitTransitions(In<double> dv, const solvers::TransitionLimits& limits) const {
  double alpha = 1.0;
  for (const contact::CompliantContact& contact : contacts_.contacts()) {
    if (!contact.result.closed) continue;
    const Vec3<double>& normal = contact.geometry.normal;
    alpha = std::min(alpha, solvers::LimitTransition(Across(contact.velocity, normal),
                                                     Across(problem_.VelocityOf(contact, dv), normal),
                                                     contact.material->stiction_speed, limits));
  }
  return alpha;
}

}  // namespace slipstick::baseline
