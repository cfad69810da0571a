// The walk of a biped, from rest to rest: footsteps are planned first, the zero-moment point p moves from
// foot to foot, and the centre of mass c follows as a linear inverted pendulum.
//
//   left   ________|  swing |______________________|...        support_time
//   right  _______________________|  swing |_______|...        |-------------|
//   p        rest  \_ right ______/¯ left ¯¯¯¯¯¯¯¯¯\_ ...          double_support: both stand, p moves
//          start_time                                   end_time
//
// In between, c is the bounded motion over p (inverted_pendulum.h). At both ends, quintics connect it to rest
// within 4.5/ω, or within start_time and end_time if these are shorter. There p follows from c,
//
//   p = c - c̈ (z - ground) / (g + z̈),
//
// and leaves the support polygon if start_time or end_time is much shorter than 3/ω.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "slipstick/control/legged_robot.h"
#include "slipstick/control/plans/inverted_pendulum.h"
#include "slipstick/control/plans/motion_plan.h"
#include "slipstick/core/fields.h"

namespace slipstick::control {

struct BipedWalkParameters {
  double step_length = 0.1;     ///< m, distance of a foothold ahead of the stance foot; negative: backward
  double steps = 4;             ///< whole number of footsteps
  double support_time = 1.2;    ///< s, of each footstep: double support, then swing
  double double_support = 0.2;  ///< s, of each footstep: both feet in stance
  double clearance = 0.05;      ///< m, of a swing foot above the ground
  double start_time = 1.0;      ///< s, from rest to the first footstep
  double end_time = 1.5;        ///< s, to come to rest after the last double support
  double sink = 0.0;            ///< m, descent of the centre of mass before the first footstep
  double closing = 0;           ///< 1: the last footstep ends beside the stance foot; 0: ahead of it
  double foot_inset = 0.0;      ///< m, offset of p from the origin of a foot, towards the other foot

  void Visit(FieldVisitor& visit);
};

struct Footstep {
  int foot;                     ///< 0: left, 1: right
  double lift_off, touch_down;  ///< s
  Eigen::Vector3d from, to;     ///< m
};

/// Forward is the x axis of the base in the standing configuration; the first support foot is the right one.
/// The ground is at the height of the foot origins. p begins below the standing centre of mass, which needs
/// the least acceleration, and ends in the middle between the feet.
class BipedWalk : public MotionPlan {
 public:
  /// InputError unless there are two feet, left and right, and gravity points down.
  explicit BipedWalk(const LeggedRobot& robot, const BipedWalkParameters& parameters = {});

  double duration() const override;
  bool moves_center_of_mass() const override { return true; }
  PointMotion Body(double t) const override;
  PointMotion Foot(int foot, double t) const override;
  bool IsInStance(int foot, double t) const override;

  Eigen::Vector2d ZeroMomentPoint(double t) const;
  const std::vector<Footstep>& footsteps() const { return footsteps_; }  ///< by time
  double omega() const { return pendulum_.omega(); }                     ///< 1/s, at walking height

 private:
  /// Transition between rest and the pendulum motion, both horizontal axes.
  struct Transition {
    Quintic x, y;
    double start;  ///< s
  };

  std::vector<Footstep> PlanFootsteps() const;
  std::vector<ZeroMomentKnot> PlanZeroMomentPoint() const;
  Transition FromRest() const;
  Transition ToRest() const;
  Eigen::Vector2d SupportPoint(int foot, const Eigen::Vector3d& p) const;
  const Footstep* LatestFootstep(int foot, double t) const;
  PlaneMotion Horizontal(double t) const;
  ScalarMotion Height(double t) const;

  BipedWalkParameters parameters_;
  std::array<Eigen::Vector3d, 2> home_;  ///< of the feet
  Eigen::Vector3d com_;                  ///< in the standing configuration
  Eigen::Vector3d forward_;
  double g_, ground_;  ///< m/s², m
  std::vector<Footstep> footsteps_;
  InvertedPendulum pendulum_;
  Transition begin_, end_;
  Quintic sink_;
};

std::shared_ptr<const MotionPlan> MakeBipedWalk(const LeggedRobot& robot,
                                                const BipedWalkParameters& parameters = {});

}  // namespace slipstick::control
