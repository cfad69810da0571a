// Joint forces and external wrenches over one step. (S1)-(S4) are the equations of steppers/README.md, here
// with θ = φ = 1: joint forces j follow their linearisation to the end of the step,
//
//   M (v⁺ - v) = h (j + j_q h v⁺ + j_v (v⁺ - v) + f_ext - bias) + contact impulses         (S1), (S2)
//   M̂ (v⁺ - v) = impulse + contact impulses,    M̂ = M - h j_v - h² j_q                     (S3), (S4)
//   impulse = h (j + h j_q v + f_ext - bias)
//
// so stiff feedback, damping and limits are neither unstable nor delayed. At a kink of the joint law the step
// is solved again on the other branch. With explicit joints (θ = 0) the forces keep their values at the start
// of the step, for baselines.
#pragma once

#include <vector>

#include "slipstick/contact/step_report.h"
#include "slipstick/dynamics/workspace.h"
#include "slipstick/laws/joint_forces.h"

namespace slipstick::contact {

enum class JointTreatment { kExplicit, kImplicit };

class JointStep {
 public:
  explicit JointStep(const World& world, JointTreatment treatment = JointTreatment::kImplicit);

  /// Begins a step of length h; ws holds poses at q. The arguments must stay valid until Finish.
  void Begin(const Actuation& actuation, double h, const State& start, const Workspace<double>& ws);

  /// M̂ - M of (S3), a diagonal.
  const Eigen::VectorXd& added_inertia() const { return added_inertia_; }
  /// The impulse of (S4) without contacts; ws holds the bias.
  void FindImpulse(const Workspace<double>& ws, Eigen::VectorXd& impulse) const;

  /// Checks the branches of dry friction and limits against a step that ends with v_end. True if a branch has
  /// changed: then the step must be solved again. Returns false after a few calls at the latest.
  bool Revise(const Eigen::VectorXd& v_end);

  /// Ends the step: moves the joint forces to its end, adds their works along h v_end, and stores the anchors
  /// of dry friction; all for the dofs that move (nv flags).
  void Finish(const Eigen::VectorXd& v_end, View<const char> moves, EnergyReport& energy, State& state);

 private:
  void FindAddedInertia();
  void FindMove(const Eigen::VectorXd& v_end);

  const World& world_;
  bool is_implicit_;
  laws::JointForces joints_;
  const Actuation* actuation_ = nullptr;
  const State* start_ = nullptr;
  double h_ = 0.0;
  int revisions_ = 0;
  Eigen::VectorXd added_inertia_, external_, dq_, dv_, held_;
};

}  // namespace slipstick::contact
