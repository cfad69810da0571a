// Joint forces and external wrenches over one step, for all steppers. (S1)-(S6) are the equations of
// steppers/README.md: joint forces j follow their linearisation to the fraction θ of the step,
//
//   M (v⁺ - v) = h (j + θ (j_q Δq + j_v (v⁺ - v)) + f_ext - bias) + contact impulses
//   Δq = h v + φ h (v⁺ - v)
//   M̂ (v⁺ - v) = h (j + θ h j_q v + f_ext - bias) + contact impulses,   M̂ = M - θ (h j_v + φ h² j_q)
//
// so stiff feedback, damping and limits are neither unstable nor delayed. At a kink of the joint law (a limit
// is reached or left, dry friction begins to slip) the step is solved again on the other branch. θ = 0 keeps
// the forces as evaluated, for explicit steppers and for those that evaluate them at the end.
#pragma once

#include "slipstick/contact/step_report.h"
#include "slipstick/dynamics/workspace.h"
#include "slipstick/laws/joint_forces.h"

namespace slipstick::contact {

enum class JointTreatment {
  kExplicit,     ///< θ = 0
  kImplicit,     ///< θ = 1
  kSecondOrder,  ///< θ of (S6): 1/2 (trapezoidal rule), tends to 1 for stiff joints; 1 at limits
};

/// tau += Jᵀ (force, moment) for the external wrenches of the actuation; ws holds poses.
void AddExternalWrenches(const Model& model, const Workspace<double>& ws, const Actuation& actuation,
                         double* tau);

class JointStep {
 public:
  /// `phi`: φ, the fraction of the velocity change that moves the joints within the step.
  JointStep(const World& world, JointTreatment treatment, double phi = 1.0);

  /// Evaluates forces at (q, v), the start or the end of a step of h; q_held are the anchors of dry friction,
  /// and ws holds poses. The arguments must stay valid until the step ends.
  void Begin(const Actuation& actuation, double h, In<double> q, In<double> v, const Eigen::VectorXd& q_held,
             laws::EvaluatedAt at, const Workspace<double>& ws);
  /// Changes h of a step that has begun. Undoes Revise.
  void SetLength(double h);

  /// M̂ - M of (S3), a diagonal.
  const Eigen::VectorXd& added_inertia() const { return added_inertia_; }
  bool has_added_inertia() const { return has_added_inertia_; }
  double theta(int k) const { return theta_[k]; }
  /// force := j + θ h j_q v + f_ext - bias, the right side of (S3) without contacts; ws holds the bias.
  void FindFreeForce(const Workspace<double>& ws, Eigen::VectorXd& force) const;

  /// Checks the branches of dry friction and limits against a step that moves the joints by dq and changes
  /// their velocities by dv. True if a branch has changed: then the step must be solved again. Returns false
  /// after a few calls at the latest.
  bool Revise(In<double> dq, In<double> dv);
  /// Revise has returned true as often as it may: the branches may still be wrong.
  bool is_undecided() const;

  /// Moves the joint forces to their means over the step, by (S1).
  void MoveToMean(In<double> dq, In<double> dv);
  /// Adds `weight` times the work of joint forces and external wrenches along dq.
  void AddWork(In<double> dq, double weight, EnergyReport& energy) const;
  /// Stores the anchors of dry friction after a step with this mean velocity.
  void StoreAnchors(In<double> mean_v, Eigen::VectorXd& q_held);

  const laws::JointForces& forces() const { return joints_; }
  /// The sum of all forces on a dof except contacts.
  double total(int k) const { return joints_.active[k] + joints_.passive[k] + external_[k]; }

 private:
  void FindAddedInertia();

  const World& world_;
  JointTreatment treatment_;
  double phi_;
  laws::JointForces joints_;
  const Actuation* actuation_ = nullptr;
  View<const double> q_, v_;
  const Eigen::VectorXd* q_held_ = nullptr;
  double h_ = 0.0;
  laws::EvaluatedAt at_ = laws::EvaluatedAt::kStart;
  int revisions_ = 0;
  bool has_added_inertia_ = false;
  Eigen::VectorXd theta_, added_inertia_, external_, theta_dq_, theta_dv_;
};

}  // namespace slipstick::contact
