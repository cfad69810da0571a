// Joint forces and external wrenches over one step in which they follow their linearisation to its end:
//
//   M (v⁺ - v) = h (τ + ∂τ/∂q h v⁺ + ∂τ/∂v (v⁺ - v) - bias) + contact impulses
//   M̂ (v⁺ - v) = impulse + contact impulses,    M̂ = M - h ∂τ/∂v - h² ∂τ/∂q
//
// so that stiff feedback, damping and limits neither explode nor lag. Where the law has a kink, the step is
// solved again on its other side. Or they stay as they are at its start: explicit joints, for baselines that
// are about that.
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

  /// A step of h from here; ws holds poses at q. All must live until it is done.
  void Begin(const Actuation& actuation, double h, const State& start, const Workspace<double>& ws);

  /// M̂ - M, a diagonal.
  const Eigen::VectorXd& added_inertia() const { return added_inertia_; }
  /// What the linearisation gives without contacts; ws holds the bias.
  void FindImpulse(const Workspace<double>& ws, Eigen::VectorXd& impulse) const;

  /// Is the linearisation that of the forces at the end of a step that leads to v_end? If not, it is now the
  /// other one, and the step must be solved again. Ends after few calls.
  bool Revise(const Eigen::VectorXd& v_end);

  /// Done: forces as they are at its end, works along h v_end, and what dry friction remembers; all of the
  /// dofs that move (nv flags).
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
