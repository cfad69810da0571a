// Runs the scene humanoid-walk with edits and measures the walk from states and contacts, not from the plan.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "slipstick/control/followers/task_space_controller.h"
#include "slipstick/control/plans/biped_walk.h"
#include "slipstick/control/schedules/disturbed_controller.h"
#include "slipstick/core/convert.h"
#include "slipstick/dynamics/kinematics.h"
#include "slipstick/run/simulation.h"
#include "support/edited_scene.h"
#include "support/numbers.h"

namespace slipstick::support {

/// The controller of a scene, unwrapped if it is inside a DisturbedController.
inline const control::TaskSpaceController& TaskSpaceControllerOf(const Scene& scene) {
  const auto* disturbed = dynamic_cast<const control::DisturbedController*>(scene.controls.get());
  return dynamic_cast<const control::TaskSpaceController&>(disturbed ? *disturbed->inner() : *scene.controls);
}

inline const control::BipedWalk& WalkOf(const Scene& scene) {
  return dynamic_cast<const control::BipedWalk&>(TaskSpaceControllerOf(scene).plan());
}

/// Angle of the z axis of a floating base to the vertical, rad.
inline double Tilt(const Eigen::VectorXd& q) {
  return 2.0 * std::asin(std::min(1.0, q.segment<2>(3).norm()));
}

/// A swing of one foot between two footholds.
struct ObservedFootstep {
  int foot;                                          ///< 0: left, 1: right
  double lift_off, touch_down;                       ///< s
  Eigen::Vector3d from, to;                          ///< origin of its sole, m
  double length() const { return (to - from).x(); }  ///< forward
};

struct WalkResult {
  bool finished = false;  ///< no step of the simulation failed
  int updates = 0, failures = 0;
  std::string failure;                                           ///< of the last failed update
  std::vector<ObservedFootstep> steps;                           ///< with a swing of at least 0.2 s
  std::array<Pose, 2> soles;                                     ///< at the end
  double lowest_base = std::numeric_limits<double>::infinity();  ///< m, above the initial height of the soles
  double tilt = 0.0;                                             ///< of the base at the end, rad
  double least_gap = std::numeric_limits<double>::infinity();  ///< smallest lateral gap between the soles, m;
                                                               ///< < 0: they may overlap
  double foothold_error =
      0.0;  ///< largest horizontal error of a foot, 0.1 s after its planned landing and at the end, m
  double pressure_error =
      0.0;  ///< mean distance of the centre of pressure to the planned ZMP in single support, m
  double highest_sole = 0.0;  ///< largest height of a sole origin above its initial height, m
  double speed_at_end = 0.0;  ///< of the base, m/s
  State end;
};

/// Accumulates the measurements step by step.
class WalkObserver {
 public:
  static constexpr double kMinLoad = 5.0;   ///< N, of a weight of 398 N: a foot with less load is in the air
  static constexpr double kMinSwing = 0.2;  ///< s, minimum swing time of a footstep: excludes bounces

  explicit WalkObserver(const Scene& scene)
      : world_(*scene.world),
        robot_(TaskSpaceControllerOf(scene).robot()),
        walk_(WalkOf(scene)),
        points_(TaskSpaceControllerOf(scene).tasks().contacts),
        ws_(world_.model()) {
    UpdateSoles(scene.initial);
    height_ = out_.soles[0].p.z();
    for (int foot : {0, 1}) phase_[foot] = {0.0, out_.soles[foot].p, true};
  }

  void Add(const StepView& step) {
    if (step.control) {
      ++out_.updates;
      if (!step.control->solved()) ++out_.failures, out_.failure = step.control->failure;
    }
    UpdateSoles(step.after);
    out_.lowest_base = Smaller(out_.lowest_base, step.after.q[2] - height_);
    for (const Pose& sole : out_.soles) out_.highest_sole = Larger(out_.highest_sole, sole.p.z() - height_);
    out_.least_gap = Smaller(out_.least_gap, Gap());
    AddForces(step);
    AddFootholds(step.after.t);
  }

  WalkResult Finish(const Simulation& simulation) {
    out_.finished = simulation.done() && !simulation.failed();
    out_.end = simulation.state();
    UpdateSoles(out_.end);
    out_.tilt = Tilt(out_.end.q);
    out_.speed_at_end = out_.end.v.head<3>().norm();
    for (int foot : {0, 1}) CompareFoothold(foot, walk_.duration());
    if (single_ > 0) out_.pressure_error /= single_;
    return out_;
  }

 private:
  struct Phase {
    double t;
    Eigen::Vector3d p;
    bool stands;
  };

  void UpdateSoles(const State& state) {
    dynamics::ForwardKinematics(world_.model(), state.q, ws_);
    for (int foot : {0, 1}) out_.soles[foot] = dynamics::FramePose(world_.model(), ws_, robot_.feet[foot]);
  }

  /// Lateral gap between the rightmost corner of the left sole and the leftmost corner of the right one.
  double Gap() const {
    double left = std::numeric_limits<double>::infinity(), right = -left;
    for (const Eigen::Vector3d& p : points_[0].points) left = Smaller(left, (out_.soles[0] * p).y());
    for (const Eigen::Vector3d& p : points_[1].points) right = Larger(right, (out_.soles[1] * p).y());
    return left - right;
  }

  void AddForces(const StepView& step) {
    std::array<double, 2> load{};
    Eigen::Vector2d moment = Eigen::Vector2d::Zero();
    for (const ContactReport& contact : step.report.contacts)
      for (int foot : {0, 1}) {
        const int body = world_.model().frames()[robot_.feet[foot]].body;
        if (contact.body_a != body && contact.body_b != body) continue;
        const double up = std::abs(contact.force.z);
        load[foot] += up;
        moment += up * Eigen::Vector2d(contact.p.x, contact.p.y);
      }
    for (int foot : {0, 1}) UpdateStance(foot, load[foot] > kMinLoad, step.after.t);
    const double t = step.after.t;
    if (walk_.IsInStance(0, std::min(t, walk_.duration())) ==
        walk_.IsInStance(1, std::min(t, walk_.duration())))
      return;
    if (!(load[0] + load[1] > 0.0)) return;  // flight
    out_.pressure_error += (moment / (load[0] + load[1]) - walk_.ZeroMomentPoint(t)).norm();
    ++single_;
  }

  void UpdateStance(int foot, bool stands, double t) {
    Phase& phase = phase_[foot];
    if (phase.stands == stands) return;
    const Eigen::Vector3d p = out_.soles[foot].p;
    if (stands && t - phase.t >= kMinSwing) out_.steps.push_back({foot, phase.t, t, phase.p, p});
    phase = {t, p, stands};
  }

  void AddFootholds(double t) {
    for (const control::Footstep& footstep : walk_.footsteps()) {
      const double check_time = footstep.touch_down + kSettling;
      if (last_ < check_time && check_time <= t) CompareFoothold(footstep.foot, t);
    }
    last_ = t;
  }
  void CompareFoothold(int foot, double t) {
    const Eigen::Vector3d error = out_.soles[foot].p - walk_.Foot(foot, std::min(t, walk_.duration())).p;
    out_.foothold_error = Larger(out_.foothold_error, error.head<2>().norm());
  }

  static constexpr double kSettling = 0.1;  ///< s after landing

  const World& world_;
  const control::LeggedRobot& robot_;
  const control::BipedWalk& walk_;
  const std::vector<control::TaskContact>& points_;
  Workspace<double> ws_;
  WalkResult out_;
  double height_ = 0.0, last_ = 0.0;
  std::array<Phase, 2> phase_;
  int single_ = 0;
};

inline WalkResult RunWalk(const SceneEdits& edits, const std::string& name = "humanoid-walk") {
  const Scene scene = EditedScene(name, edits);
  Simulation simulation(scene);
  WalkObserver observer(scene);
  simulation.Observe([&](const StepView& step) { observer.Add(step); });
  simulation.Run();
  return observer.Finish(simulation);
}

}  // namespace slipstick::support
