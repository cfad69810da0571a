// Follows a precomputed reference motion: whole-body inverse dynamics for the base, PD feedback for the
// joints.
//
// This is the older of the two whole-body controllers: use TaskSpaceController for new work, soles or bipeds;
// use this one for point feet when joint feedback is to be evaluated inside the stepper (long control
// periods) or when the torques of a reference are to be played back without base feedback (base_feedback =
// false), which TaskSpaceController cannot do.
//
// The desired acceleration of the base is that of the reference plus proportional-derivative feedback,
//
//   a_base = a_ref + kp (pose_ref - pose) + kd (v_ref - v),
//
// and likewise for swinging feet. At the current state these accelerations give the forces of the standing
// feet and the joint torques (whole_body.h). These gains have units of 1/s² and 1/s and suit robots of any
// size. Joint feedback (control/joint_feedback.h), whose gains have units of torque, adds local damping.
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
  double turn_kp = 200.0;  ///< 1/s², of its orientation
  double turn_kd = 20.0;   ///< 1/s
  double foot_kp = 100.0;  ///< 1/s², of the position of a swing foot, in the world
  double foot_kd = 20.0;   ///< 1/s
  /// s; the reference is evaluated this long after the time of the update. Half a control period compensates
  /// the delay of torques that are held.
  double preview = 0.0;
  bool base_feedback = true;  ///< false: torques of the reference plus joint feedback only
  JointFeedbackOptions joints;
  ForceDistributionOptions forces;

  void Visit(FieldVisitor& visit);
};

class TrackingController : public Controller {
 public:
  /// The model of the reference must outlive the controller.
  TrackingController(std::shared_ptr<const ReferenceMotion> reference, const TrackingOptions& options = {});

  void Update(const State& state, Actuation& actuation) override;

 private:
  void SetBaseTask(const State& state);
  void SetFootTasks(const State& state, double t);
  void SetSwingTask(const PointMotion& desired, int foot);

  std::shared_ptr<const ReferenceMotion> reference_;
  TrackingOptions options_;
  WholeBody whole_body_;
  JointFeedback joints_;
  ReferenceSample now_;
  WholeBodyTask task_;
  Workspace<double> ws_;
  Eigen::VectorXd error_;  ///< of the configuration
};

}  // namespace slipstick::control
