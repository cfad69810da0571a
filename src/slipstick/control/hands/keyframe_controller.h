// Moves a hand along keyframes and grips with a force proportional to the measured load.
//
// The arm follows joint positions precomputed by inverse kinematics, with computed-torque control of arm and
// hand:
//
//   tau = M (a_ref + kp (q_ref - q) + kd (v_ref - v)) + bias - Jᵀ w
//
// where w is the load measured by the fingers: without it, only kp would carry the held object. The two
// fingers follow the opening of the keys. A closing force u acts on both, and a second loop keeps them
// centred:
//
//   u = finger_kp (width - opening) + finger_kd d/dt (width - opening),   at most the grip
//   grip = grip_ratio times the load that each finger carries, between grip and grip_limit
//
// A held object is released only when something else supports it: while it hangs, the fingers keep closing.
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
  double load_feedback = 1.0;  ///< fraction of the measured load that the arm compensates
  double finger_kp = 1000.0;   ///< N/m
  double finger_kd = 10.0;     ///< N s/m
  double middle_kp = 2000.0;   ///< N/m
  double middle_kd = 5.0;      ///< N s/m
  double grip = 5.0;           ///< N
  double grip_ratio = 3.0;
  double grip_limit = 20.0;  ///< N

  void Visit(FieldVisitor& visit);
};

/// Frame, fingers and keyframes.
struct HandTask {
  int frame = 0;  ///< the frame that follows the keys
  /// Dofs of two prismatic fingers that open as their coordinates grow; or empty.
  std::vector<int> fingers = {};
  std::vector<HandKey> keys = {};
};

class KeyframeController : public Controller {
 public:
  /// Starts from q at t = 0. The world must outlive it. InputError for keys out of reach and for fingers that
  /// are not prismatic.
  KeyframeController(const World& world, const Eigen::VectorXd& q, const HandTask& task,
                     const KeyframeOptions& options = {});

  void Update(const State& state, Actuation& actuation) override;

  /// The finger forces measured at the last update.
  const TouchReading& touch() const { return reading_; }

 private:
  void ComputeArmTorques(const State& state, Actuation& actuation);
  void AddLoadCompensation(Actuation& actuation);
  void AddFingerForces(const State& state, Actuation& actuation);
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
  Workspace<double> ws_;
  JointMotion now_;
  Eigen::VectorXd a_;
};

}  // namespace slipstick::control
