// Moves a hand through places given over time, and grips what is between its fingers no harder than what they
// feel asks for.
//
// The arm follows joint positions found beforehand by inverse kinematics, with feedback on accelerations and
// inverse dynamics of the arm and its hand:
//
//   tau = M (a_ref + kp (q_ref - q) + kd (v_ref - v)) + bias - Jᵀ w
//
// where w is the weight that the fingers feel: without it, kp is all that carries what is held. The fingers
// are a pair that opens as wide as the keys say. A closing force u squeezes, and they are kept opposite each
// other:
//
//   u = finger_kp (width - opening) + finger_kd d/dt (width - opening),   at most the grip
//   grip = grip_ratio times the load that each finger carries, between grip and grip_limit
//
// What they hold is let go only when something else carries it: as long as it hangs, they squeeze.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "slipstick/control/controller.h"
#include "slipstick/control/hands/finger_touch.h"
#include "slipstick/control/hands/hand_path.h"
#include "slipstick/control/joint_spline.h"
#include "slipstick/core/fields.h"
#include "slipstick/dynamics/workspace.h"
#include "slipstick/world/world.h"

namespace slipstick::control {

struct KeyframeOptions {
  double kp = 100.0;           ///< 1/s²
  double kd = 20.0;            ///< 1/s
  double load_feedback = 1.0;  ///< share of the felt weight
  double finger_kp = 1000.0;   ///< N/m
  double finger_kd = 10.0;     ///< N s/m
  double middle_kp = 2000.0;   ///< N/m
  double middle_kd = 5.0;      ///< N s/m
  double grip = 5.0;           ///< N
  double grip_ratio = 3.0;
  double grip_limit = 20.0;  ///< N

  void Visit(FieldVisitor& visit);
};

/// What moves, and along what.
struct HandTask {
  int frame = 0;                  ///< that follows the keys
  std::vector<int> fingers = {};  ///< dofs of two that slide, and open as their coordinates grow; or none
  std::vector<HandKey> keys = {};
};

class KeyframeController : public Controller {
 public:
  /// From q at t = 0 on. The world must outlive it. InputError for keys out of reach and for fingers that do
  /// not slide.
  KeyframeController(const World& world, const Eigen::VectorXd& q, const HandTask& task,
                     const KeyframeOptions& options = {});

  void Update(const State& state, Actuation& actuation) override;

  /// What it felt at the last update, and the force with which it let each finger close, N.
  const TouchReading& touch() const { return reading_; }
  double grip() const { return grip_; }

 private:
  void DriveArm(const State& state, Actuation& actuation);
  void CarryWeight(Actuation& actuation);
  void DriveFingers(const State& state, Actuation& actuation);
  void LimitEfforts(Actuation& actuation) const;

  const World& world_;
  KeyframeOptions options_;
  int frame_;
  std::vector<int> arm_;  ///< dofs between the world and the frame
  std::vector<int> fingers_;
  HandPath hand_;
  JointSpline joints_;
  std::optional<FingerTouch> touch_;
  TouchReading reading_;
  double grip_ = 0.0;
  Workspace<double> ws_;
  JointMotion now_;
  Eigen::VectorXd a_;
};

}  // namespace slipstick::control
