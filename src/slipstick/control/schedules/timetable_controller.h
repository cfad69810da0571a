// Scheduled joint targets, followed by PD feedback.
#pragma once

#include <string>
#include <vector>

#include "slipstick/control/controller.h"
#include "slipstick/control/joint_feedback.h"
#include "slipstick/control/motion_primitives.h"
#include "slipstick/core/fields.h"

namespace slipstick::control {

/// A move of a single-axis joint to a target position.
struct JointMove {
  int joint;
  double at = 0.0;      ///< start, s
  double over = 0.0;    ///< duration, s; a quintic from rest to rest; 0: a jump
  double target = 0.0;  ///< rad or m

  /// Without joint and target, which scene files give as a table.
  void Visit(FieldVisitor& visit) {
    visit.Number("at", at, kNotNegative, "s", "when the motion starts");
    visit.Number("over", over, kNotNegative, "s", "duration of the motion; 0: a step of the target");
  }
};

/// Gains of one joint, instead of the common ones.
struct JointGains {
  int joint;
  double kp, kd;
};

/// The target of one joint over time.
class JointTrack {
 public:
  JointTrack(const Joint& joint, double start) : q_(joint.q), dof_(joint.v), start_(start) {}

  /// InputError if the previous move has not ended.
  void Add(const JointMove& move, const std::string& name);

  ScalarMotion At(double t) const;
  int q() const { return q_; }
  int dof() const { return dof_; }

 private:
  struct Segment {
    double at, from, over, to;
  };
  int q_, dof_;
  double start_;
  std::vector<Segment> segments_;
};

class TimetableController : public Controller {
 public:
  /// The model must outlive the controller. Moves are in order of time. Joints without moves get no torque;
  /// the others are held at their position in `start` until their first move. `preview`: the timetable is
  /// evaluated this long after the time of the update, s.
  TimetableController(const Model& model, const Eigen::VectorXd& start, const std::vector<JointMove>& moves,
                      const JointFeedbackOptions& options = {}, const std::vector<JointGains>& gains = {},
                      double preview = 0.0);

  void Update(const State& state, Actuation& actuation) override;

 private:
  std::vector<JointTrack> tracks_;
  JointFeedback feedback_;
  double preview_;
  Eigen::VectorXd no_force_, q_ref_, v_ref_;
};

}  // namespace slipstick::control
