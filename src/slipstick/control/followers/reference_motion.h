// A plan solved for a robot: configurations, velocities, accelerations, contact forces and torques along it.
//
// The constructor solves dense samples: inverse kinematics for q; v and a from those of the plan through the
// Jacobians; forces and torques from whole-body inverse dynamics (whole_body.h). Between samples, q is the
// cubic Hermite interpolant on the manifold, and v its derivative.
#pragma once

#include <memory>
#include <vector>

#include "slipstick/control/followers/whole_body.h"
#include "slipstick/control/plans/motion_plan.h"

namespace slipstick::control {

struct ReferenceSample {
  Eigen::VectorXd q, v, a;  ///< of the whole model; other bodies rest in the standing configuration
  Eigen::VectorXd f;        ///< feed-forward contact forces, three per foot, N
  Eigen::VectorXd tau;      ///< feed-forward torques, nv, zero on the base
  double residual = 0.0;    ///< unrealizable force on the base (WholeBodyForces), N
};

class ReferenceMotion {
 public:
  /// InputError if a foot cannot reach its position: names the foot, the time and the error.
  ReferenceMotion(const LeggedRobot& robot, std::shared_ptr<const MotionPlan> plan,
                  const ForceDistributionOptions& forces = {}, double sample_time = 2e-3);

  const LeggedRobot& robot() const { return robot_; }
  const MotionPlan& plan() const { return *plan_; }
  double duration() const { return plan_->duration(); }
  const std::vector<ReferenceSample>& samples() const { return samples_; }
  double sample_time() const { return sample_time_; }

  /// The reference at time t; before and after the motion it rests at its first and last configuration. Does
  /// not allocate once `out` has been used for this model.
  void At(double t, ReferenceSample& out) const;

 private:
  LeggedRobot robot_;
  std::shared_ptr<const MotionPlan> plan_;
  double sample_time_;
  std::vector<ReferenceSample> samples_;
};

}  // namespace slipstick::control
