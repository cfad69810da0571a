// Leads joints from place to place by the clock; springs and dampers follow.
#pragma once

#include <string>
#include <vector>

#include "slipstick/control/controller.h"
#include "slipstick/control/joint_feedback.h"
#include "slipstick/control/motion_primitives.h"

namespace slipstick::control {

/// A joint with one axis leaves for a place.
struct JointMove {
  int joint;
  double at;      ///< when it leaves, s
  double over;    ///< how long it takes, from rest to rest by a polynomial of fifth degree; 0: it jumps
  double target;  ///< rad or m
};

/// Of one joint, instead of those of all.
struct JointGains {
  int joint;
  double kp, kd;
};

/// The way of one joint: where it is led at every time.
class JointTrack {
 public:
  JointTrack(const Joint& joint, double start) : q_(joint.q), dof_(joint.v), start_(start) {}

  /// InputError if the joint would still be on its way.
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
  /// The model must outlive the controller. Moves are in the order of time. Joints that none names are left
  /// alone; the others are held where they are in `start` until their first one. `preview`: the timetable is
  /// read this much later than the update, s.
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
