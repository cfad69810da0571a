#include "slipstick/steppers/expo/dof_motion.h"

#include <algorithm>
#include <cmath>

#include "slipstick/contact/joint_step.h"
#include "slipstick/dynamics/configuration.h"
#include "slipstick/dynamics/energy.h"
#include "slipstick/dynamics/inverse_dynamics.h"
#include "slipstick/dynamics/mass_matrix.h"

namespace slipstick::expo {
namespace {

/// Largest correction that is applied, relative to the motion (README.md). For Solo in 2 ms steps it is up to
/// 0.001, in robosimian-walk 0.1.
constexpr double kLargestCorrection = 0.15;

Pack InLanes(double mean, double double_mean) { return Pack(Pack::Lanes{mean, double_mean, 0.0, 0.0}); }
Vec3<double> Lane(const Vec3<Pack>& packs, int lane) { return {packs.x[lane], packs.y[lane], packs.z[lane]}; }

}  // namespace

DofMotion::DofMotion(contact::StepProblem& problem, const contact::ContactPoints& points,
                     ContactMotion& contacts)
    : problem_(problem), points_(points), contacts_(contacts), end_ws_(problem.world().model()) {
  const Model& model = problem.world().model();
  for (auto* packs : {&free_, &whitened_, &a_, &change_}) packs->resize(model.nv());
  for (auto* vector : {&mean_a_, &dq_, &dv_, &v_end_, &end_defect_}) vector->setZero(model.nv());
  q_end_ = model.neutral();
}

void DofMotion::FindFreeMotion() {
  const Workspace<double>& ws = problem_.workspace();
  std::copy(problem_.free_force().begin(), problem_.free_force().end(), free_.begin());
  dynamics::WhitenForces<Pack>(problem_.world().model(), ws, free_);
  for (size_t i = 0; i < contacts_.phases.size(); ++i) {
    const int c = static_cast<int>(i);
    contacts_.phases[i].b = Lane(points_.WhitenedVelocity(c, free_.data(), ws), 0) + points_.Bias(c, ws);
    contacts_.phases[i].b_rate = Vec3<double>::Zero();
  }
}

void DofMotion::Find(double tau) {
  const Workspace<double>& ws = problem_.workspace();
  const Eigen::VectorXd& v = *problem_.instant().v;
  whitened_ = free_;
  for (size_t c = 0; c < contacts_.phases.size(); ++c) {
    ContactPhase& phase = contacts_.phases[c];
    if (!phase.exerts_force()) continue;
    if (!bilateral) {
      phase.clipped = ProjectOnCone(phase.normal(), phase.material(), phase.mean);
      ProjectOnCone(phase.normal(), phase.material(), phase.double_mean);
    }
    const Vec3<double>&f = phase.mean, &g = phase.double_mean;
    points_.AddWhitenedForces(static_cast<int>(c), {InLanes(f.x, g.x), InLanes(f.y, g.y), InLanes(f.z, g.z)},
                              ws, whitened_.data());
  }
  a_ = whitened_;
  dynamics::UnwhitenVelocities<Pack>(problem_.world().model(), ws, a_);  // (S7), or (S11) after Correct
  for (int k = 0; k < v.size(); ++k) {
    mean_a_[k] = a_[k][0];
    dv_[k] = tau * a_[k][0];
    dq_[k] = tau * (v[k] + 0.5 * tau * a_[k][1]);
  }
}

/// (S7)-(S12). The acceleration is corrected by a defect that grows linearly, (S9).
void DofMotion::Correct(double tau) {
  const Workspace<double>& ws = problem_.workspace();
  Find(tau);
  FindDefects(tau);
  dynamics::WhitenForces<Pack>(problem_.world().model(), ws, change_);
  if (!IsSmall(change_, tau)) return contacts_.SolveAgain(tau);
  for (size_t k = 0; k < change_.size(); ++k) {
    const double c = change_[k][0], g = change_[k][1];
    free_[k] += InLanes(c, c - (1.0 / 6.0) * g);  // (S10), (S11)
    change_[k] =
        InLanes(c - 0.5 * g, g - whitened_[k][0]);  // (S12): start of the linear function; its growth - ā
  }
  for (size_t i = 0; i < contacts_.phases.size(); ++i) {
    const int c = static_cast<int>(i);
    ContactPhase& phase = contacts_.phases[i];
    const Vec3<Pack> change = points_.WhitenedVelocity(c, change_.data(), ws);
    phase.b += Lane(change, 0);
    // b_rate = (κ + J M̂⁻¹ g) / τ, κ = the change of J ā + J̇ v over the step
    phase.b_rate = (1.0 / tau) * (points_.AccelerationIn(c, end_ws_) - points_.Bias(c, ws) + Lane(change, 1));
  }
  contacts_.SolveAgain(tau);
  if (problem_.joints().has_added_inertia()) CorrectForJoints(tau);
}

/// The change of velocities by the correction is small, in the norm of the kinetic energy, compared with the
/// velocity at the start and its change in the step. Otherwise the terms that the correction neglects are
/// large, too, and it may create energy.
bool DofMotion::IsSmall(const std::vector<Pack>& correction, double tau) const {
  const Workspace<double>& ws = problem_.workspace();
  const auto norm = [&](const std::vector<Pack>& whitened) {
    double sum = 0.0;
    for (size_t k = 0; k < whitened.size(); ++k) sum += whitened[k][0] * whitened[k][0] / ws.D_inv[k];
    return std::sqrt(sum);
  };
  const double size = norm(correction), with_contacts = norm(whitened_);
  if (size <= kLargestCorrection * with_contacts) return true;
  const double energy = dynamics::KineticEnergy<double>(problem_.world().model(), *problem_.instant().v, ws);
  return size <= kLargestCorrection * (with_contacts + norm(free_) + std::sqrt(2.0 * energy) / tau);
}

/// change_ := c and g of (S11). With ā and the mean contact forces kept, inverse dynamics at the predicted
/// end give the generalised force e that is missing there; s is the one missing at the start, because of the
/// implicit joints.
void DofMotion::FindDefects(double tau) {
  const Model& model = problem_.world().model();
  const contact::StepProblem::Instant& at = problem_.instant();
  dynamics::Integrate<double>(model, *at.q, dq_, View<double>(q_end_));
  v_end_ = *at.v + dv_;
  dynamics::InverseDynamics<double>(model, q_end_, v_end_, mean_a_, end_ws_);
  end_defect_.setZero();
  contact::AddExternalWrenches(model, end_ws_, *at.actuation, end_defect_.data());
  for (size_t c = 0; c < contacts_.phases.size(); ++c)
    if (contacts_.phases[c].exerts_force())
      points_.AddForceIn(static_cast<int>(c), contacts_.phases[c].mean, end_ws_, end_defect_.data());
  const contact::JointStep& joints = problem_.joints();
  const laws::JointForces& j = joints.forces();
  for (int k = 0; k < model.nv(); ++k) {
    const double joint_force =
        j.active[k] + j.passive[k] + j.by_q[k] * dq_[k] + j.by_v[k] * dv_[k];  // linearised
    const double theta = joints.theta(k);
    const double e = end_defect_[k] + joint_force - end_ws_.tau[k];  // (S8)
    const double s = joints.added_inertia()[k] * mean_a_[k] - theta * tau * j.by_q[k] * (*at.v)[k];
    // for linear joint forces alone c = 0
    change_[k] = InLanes(0.5 * (e + (1.0 / theta - 1.0) * s), e - s);
  }
}

/// (S13). The trapezoidal rule evaluates joint dampers at v + (τ/2) ā and springs at half the displacement.
/// Their means over the step are v + (τ/2) ā̄, which differs where contacts change velocities early in the
/// step, and slightly less than half the displacement.
void DofMotion::CorrectForJoints(double tau) {
  const Workspace<double>& ws = problem_.workspace();
  const contact::JointStep& joints = problem_.joints();
  Find(tau);
  for (size_t i = 0; i < change_.size(); ++i) {
    const int k = static_cast<int>(i);
    const double a = a_[k][0], double_a = a_[k][1];
    change_[k] = 2.0 * (1.0 - joints.theta(k)) *
                 (0.5 * tau * joints.forces().by_v[k] * (double_a - a) -
                  tau * tau / 12.0 * joints.forces().by_q[k] * double_a);
  }
  dynamics::WhitenForces<Pack>(problem_.world().model(), ws, change_);
  for (size_t k = 0; k < change_.size(); ++k) free_[k] += change_[k];
  for (size_t c = 0; c < contacts_.phases.size(); ++c)
    contacts_.phases[c].b += Lane(points_.WhitenedVelocity(static_cast<int>(c), change_.data(), ws), 0);
  contacts_.SolveAgain(tau);
}

}  // namespace slipstick::expo
