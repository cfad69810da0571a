// The motion of the dofs over a sub-step under mean contact forces, with the second-order correction.
//
//   a  = v̄̇ + M̂⁻¹ Jᵀ λ_pr  + correction,    v⁺ = v + τ a                              (14), (24), (S7)
//   a₂ = v̄̇ + M̂⁻¹ Jᵀ λ_pr2 + correction₂,   q⁺ = integrate(q, τ v + τ²/2 a₂)           (15), (26), (S10)
//
// With order=2 inverse dynamics at the predicted end give the generalised force that is missing there, and
// the corrections follow from it, (S8)-(S13). Equations of Hammoud et al. 2022 (expo) as printed; (S..) in
// README.md.
#pragma once

#include <vector>

#include "slipstick/contact/step_problem.h"
#include "slipstick/core/pack.h"
#include "slipstick/steppers/expo/contact_motion.h"

namespace slipstick::expo {

class DofMotion {
 public:
  /// The arguments must outlive the object. `points` are those of the contacts of `contacts`.
  DofMotion(contact::StepProblem& problem, const contact::ContactPoints& points, ContactMotion& contacts);

  bool bilateral = false;  ///< no friction cones

  /// v̄̇ of the problem, and b = J v̄̇ + J̇ v of all contacts. Removes the correction.
  void FindFreeMotion();
  /// Projects the mean forces onto the friction cones, (24) and (26), and finds the motion over tau.
  void Find(double tau);
  /// Corrects v̄̇ and b to second order over tau, with the motion that the mean forces give, unless the
  /// correction is too large; and solves the contacts again.
  void Correct(double tau);

  const Eigen::VectorXd& dq() const { return dq_; }
  const Eigen::VectorXd& dv() const { return dv_; }

 private:
  void FindDefects(double tau);
  bool IsSmall(const std::vector<Pack>& correction, double tau) const;
  void CorrectForJoints(double tau);

  contact::StepProblem& problem_;
  const contact::ContactPoints& points_;
  ContactMotion& contacts_;
  Workspace<double> end_ws_;  ///< at the predicted end
  // For a mean and a double mean in the lanes 0 and 1. Accelerations M̂⁻¹ f are stored whitened, as D⁻¹ L⁻ᵀ f
  // (dynamics::WhitenForces).
  std::vector<Pack> free_;      ///< v̄̇ and the correction, M̂⁻¹ c and M̂⁻¹ (c - g/6) of (S11)
  std::vector<Pack> whitened_;  ///< ā and ā̄, (S11)
  std::vector<Pack> a_;         ///< the same, not whitened
  std::vector<Pack> change_;    ///< of free_ and of the accelerations of contacts
  Eigen::VectorXd mean_a_, dq_, dv_;
  Eigen::VectorXd q_end_, v_end_, end_defect_;  ///< (S8)
};

}  // namespace slipstick::expo
