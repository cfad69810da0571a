#include "slipstick/steppers/expo/dof_motion.h"

#include <algorithm>

#include "slipstick/contact/external_wrenches.h"
#include "slipstick/dynamics/configuration.h"
#include "slipstick/dynamics/inverse_dynamics.h"
#include "slipstick/dynamics/mass_matrix.h"

namespace slipstick::expo {

DofMotion::DofMotion(contact::StepProblem& problem, const contact::ContactPoints& points,
                     ContactMotion& contacts)
    : problem_(problem),
      points_(points),
      contacts_(contacts),
      end_ws_(problem.world().model()),
      lanes_(problem.world().model().nv()) {
  const Model& model = problem.world().model();
  for (auto* vector : {&free_, &correction_, &double_correction_, &growth_, &a_, &double_a_, &dq_, &dv_,
                       &v_end_, &start_defect_, &end_defect_, &change_, &whitened_a_})
    vector->setZero(model.nv());
  q_end_ = model.neutral();
}

void DofMotion::FindFreeMotion() {
  const Workspace<double>& ws = problem_.workspace();
  free_ = problem_.free_force();
  dynamics::WhitenForces<double>(problem_.world().model(), ws, free_);
  correction_.setZero();
  double_correction_.setZero();
  for (size_t i = 0; i < contacts_.phases.size(); ++i) {
    const int c = static_cast<int>(i);
    contacts_.phases[i].b = points_.WhitenedVelocity(c, free_.data(), ws) + points_.Bias(c, ws);
    contacts_.phases[i].b_rate = Vec3<double>::Zero();
  }
}

void DofMotion::Find(double tau) {
  const Workspace<double>& ws = problem_.workspace();
  const Eigen::VectorXd& v = *problem_.instant().v;
  const auto lanes = [](double mean, double double_mean) {
    return Pack(Pack::Lanes{mean, double_mean, 0.0, 0.0});
  };
  std::fill(lanes_.begin(), lanes_.end(), Pack(0.0));
  for (size_t c = 0; c < contacts_.phases.size(); ++c) {
    ContactPhase& phase = contacts_.phases[c];
    if (!phase.exerts_force()) continue;
    if (!bilateral) {
      phase.clipped = ProjectOnCone(phase.normal(), phase.material(), phase.mean);
      ProjectOnCone(phase.normal(), phase.material(), phase.double_mean);
    }
    const Vec3<double>&f = phase.mean, &g = phase.double_mean;
    points_.AddWhitenedForces(static_cast<int>(c), {lanes(f.x, g.x), lanes(f.y, g.y), lanes(f.z, g.z)}, ws,
                              lanes_.data());
  }
  for (int k = 0; k < a_.size(); ++k) {
    lanes_[k] += lanes(free_[k] + correction_[k], free_[k] + double_correction_[k]);
    whitened_a_[k] = lanes_[k][0];  // (S7), or (S11) after Correct
  }
  dynamics::UnwhitenVelocities<Pack>(problem_.world().model(), ws, lanes_);
  for (int k = 0; k < a_.size(); ++k) {
    a_[k] = lanes_[k][0], double_a_[k] = lanes_[k][1];
    dv_[k] = tau * a_[k];
    dq_[k] = tau * (v[k] + 0.5 * tau * double_a_[k]);
  }
}

/// (S7)-(S12). The acceleration is corrected by a defect that grows linearly from start_defect_ to
/// end_defect_, (S9).
void DofMotion::Correct(double tau) {
  const Workspace<double>& ws = problem_.workspace();
  Find(tau);
  FindDefects(tau);
  for (int k = 0; k < growth_.size(); ++k)
    lanes_[k] = Pack(Pack::Lanes{correction_[k], growth_[k], 0.0, 0.0});
  dynamics::WhitenForces<Pack>(problem_.world().model(), ws, lanes_);
  for (int k = 0; k < growth_.size(); ++k) {
    correction_[k] = lanes_[k][0], growth_[k] = lanes_[k][1];
    double_correction_[k] = correction_[k] - (1.0 / 6.0) * growth_[k];  // (S10), (S11)
    change_[k] = growth_[k] - whitened_a_[k];
  }
  for (size_t i = 0; i < contacts_.phases.size(); ++i) {
    const int c = static_cast<int>(i);
    // (S12): b_rate = (κ + J M̂⁻¹ g) / τ, κ = the change of J ā + J̇ v over the step
    contacts_.phases[i].b_rate = (1.0 / tau) * (points_.AccelerationIn(c, end_ws_) - points_.Bias(c, ws) +
                                                points_.WhitenedVelocity(c, change_.data(), ws));
  }
  change_ = correction_ - 0.5 * growth_;  // (S12): value at the start of the linear function
  ChangeFreeAcceleration();
  contacts_.SolveAgain(tau);
  if (problem_.joints().has_added_inertia()) CorrectForJoints(tau);
}

/// correction_ and growth_ := c and g of (S11). With ā and the mean contact forces kept, inverse dynamics at
/// the predicted end give the generalised force that is missing there (end_defect_); start_defect_ is the one
/// missing at the start, because of the implicit joints.
void DofMotion::FindDefects(double tau) {
  const Model& model = problem_.world().model();
  const contact::StepProblem::Instant& at = problem_.instant();
  dynamics::Integrate<double>(model, *at.q, dq_, View<double>(q_end_));
  v_end_ = *at.v + dv_;
  dynamics::InverseDynamics<double>(model, q_end_, v_end_, a_, end_ws_);
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
    end_defect_[k] += joint_force - end_ws_.tau[k];                            // e and s of (S8)
    const double theta = joints.theta(k);
    start_defect_[k] = joints.added_inertia()[k] * a_[k] - theta * tau * j.by_q[k] * (*at.v)[k];
    // for linear joint forces alone c = 0
    correction_[k] = 0.5 * (end_defect_[k] + (1.0 / theta - 1.0) * start_defect_[k]);
    growth_[k] = end_defect_[k] - start_defect_[k];
  }
}

/// (S13). The trapezoidal rule evaluates joint dampers at v + (τ/2) ā and springs at half the displacement.
/// Their means over the step are v + (τ/2) ā̄, which differs where contacts change velocities early in the
/// step, and slightly less than half the displacement.
void DofMotion::CorrectForJoints(double tau) {
  Find(tau);
  const contact::JointStep& joints = problem_.joints();
  for (int k = 0; k < change_.size(); ++k)
    change_[k] = 2.0 * (1.0 - joints.theta(k)) *
                 (0.5 * tau * joints.forces().by_v[k] * (double_a_[k] - a_[k]) -
                  tau * tau / 12.0 * joints.forces().by_q[k] * double_a_[k]);
  dynamics::WhitenForces<double>(problem_.world().model(), problem_.workspace(), change_);
  correction_ += change_;
  double_correction_ += change_;
  ChangeFreeAcceleration();
  contacts_.SolveAgain(tau);
}

/// b += Yᵀ change_ for all contacts.
void DofMotion::ChangeFreeAcceleration() {
  for (size_t c = 0; c < contacts_.phases.size(); ++c)
    contacts_.phases[c].b +=
        points_.WhitenedVelocity(static_cast<int>(c), change_.data(), problem_.workspace());
}

}  // namespace slipstick::expo
