// Follows a reference motion: whole-body inverse dynamics for the base, springs and dampers for the joints.
//
// The wanted acceleration of the base is that of the reference plus a spring and a damper towards it,
//
//   a_base = a_ref + kp (pose_ref - pose) + kd (v_ref - v),
//
// and of swinging feet likewise; both are turned into forces of the standing feet and torques at the state as
// it is (whole_body.h). These gains are rates: they suit robots of any size. Joint feedback
// (joint_feedback.h), whose gains are torques, adds damping close to the joints.
#pragma once

#include <memory>

#include "slipstick/control/controller.h"
#include "slipstick/control/followers/reference_motion.h"
#include "slipstick/control/followers/whole_body.h"
#include "slipstick/control/joint_feedback.h"

namespace slipstick::control {

struct TrackingOptions {
  double base_kp = 100.0;  ///< 1/s², of the position of the base
  double base_kd = 20.0;   ///< 1/s
  double turn_kp = 200.0;  ///< 1/s², of its direction
  double turn_kd = 20.0;   ///< 1/s
  double foot_kp = 100.0;  ///< 1/s², of the position of a swinging foot, in the world
  double foot_kd = 20.0;   ///< 1/s
  /// s; the reference is taken this much ahead. Half a control period makes up for holding torques that long.
  double preview = 0.0;
  bool base_feedback =
      true;  ///< false: plays back the torques of the reference, joint feedback alone corrects
  JointFeedbackOptions joints;
  ForceDistributionOptions forces;

  void Visit(FieldVisitor& visit);
};

class TrackingController : public Controller {
 public:
  /// The model of the reference must outlive the controller.
  TrackingController(std::shared_ptr<const ReferenceMotion> reference, const TrackingOptions& options = {});

  void Update(const State& state, Actuation& actuation) override;

  const ReferenceMotion& reference() const { return *reference_; }
  /// Of the last update: what the feed-forward is made of. Empty forces without base feedback.
  const WholeBodyForces& forces() const { return *forces_; }

 private:
  void WantBase(const State& state);
  void WantFeet(const State& state, double t);
  void WantSwing(const PointMotion& wanted, int foot);

  std::shared_ptr<const ReferenceMotion> reference_;
  TrackingOptions options_;
  WholeBody whole_body_;
  JointFeedback joints_;
  ReferenceSample now_;
  WholeBodyTask task_;
  Workspace<double> ws_;
  Eigen::VectorXd error_;  ///< of the configuration
  WholeBodyForces none_;
  const WholeBodyForces* forces_;
};

}  // namespace slipstick::control
