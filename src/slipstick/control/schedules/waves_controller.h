// Sinusoidal joint forces, or sinusoidal joint positions followed by PD feedback.
//
//   x(t) = mean + amplitude sin(2 pi frequency t + phase)
#pragma once

#include <optional>
#include <vector>

#include "slipstick/control/controller.h"
#include "slipstick/control/joint_feedback.h"
#include "slipstick/control/motion_primitives.h"
#include "slipstick/core/fields.h"

namespace slipstick::control {

struct Wave {
  double mean = 0.0, amplitude = 0.0;  ///< of a force or a position
  double frequency = 0.0;              ///< Hz
  double phase = 0.0;                  ///< rad, at t = 0

  ScalarMotion At(double t) const;

  /// Without the mean, which scene files call 'force' or 'position'.
  void Visit(FieldVisitor& visit) {
    visit.Number("amplitude", amplitude, {}, "as the mean", "amplitude of the sine");
    visit.Number("frequency", frequency, {}, "Hz", "frequency of the sine");
    visit.Number("phase", phase, {}, "rad", "phase of the sine at t = 0; 90 deg makes it a cosine");
  }
};

/// A wave applied to a single-axis joint.
struct JointWave {
  enum class Quantity {
    kForce,     ///< the wave is the joint force, N or N m
    kPosition,  ///< the wave is the position target of joint feedback, m or rad
  };
  int joint;
  Quantity quantity;
  Wave wave = {};
  std::optional<double> kp = {}, kd = {};  ///< of this joint, instead of those of the options
};

class WavesController : public Controller {
 public:
  /// The model must outlive the controller. Forces on one joint add up; it may have one position wave. Joints
  /// without a wave get no torque. `preview`: waves are evaluated this long after the time of the update, s.
  WavesController(const Model& model, const std::vector<JointWave>& waves,
                  const JointFeedbackOptions& options = {}, double preview = 0.0);

  void Update(const State& state, Actuation& actuation) override;

 private:
  struct Term {
    Wave wave;
    int q, dof;
  };

  std::vector<Term> forces_, positions_;
  JointFeedback feedback_;
  double preview_;
  Eigen::VectorXd tau_, q_ref_, v_ref_;
};

}  // namespace slipstick::control
