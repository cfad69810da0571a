// What the controllers of a scene have in common when they are read, and those that have a file of their own.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "slipstick/control/controller.h"
#include "slipstick/control/joint_feedback.h"
#include "slipstick/control/plans/motions.h"
#include "slipstick/scene/controllers.h"
#include "slipstick/scene/read_fields.h"
#include "slipstick/scene/scene_parts.h"

namespace slipstick::scene {

struct ControllerContext {
  toml::TableReader& table;
  const World& world;
  const State& initial;
  const std::vector<Actor>& actors;
  double control_period;  ///< s
};

using MadeController = std::shared_ptr<Controller>;

// --- joints
// ---------------------------------------------------------------------------------------------------------

/// Springs and dampers on joints.
control::JointFeedbackOptions ReadJointFeedback(toml::TableReader& table);

/// The joint with one axis that is called so in the model, or in the file of the only robot that has one.
int FindDrivenJoint(const std::string& name, const toml::Place& place, const Model& model);
/// "kp" or "kd" of one joint, if the table has it.
std::optional<double> ReadGain(toml::TableReader& table, const char* name, const Joint& joint);
/// "m" or "rad", "N" or "N m".
const char* PositionUnit(const Joint& joint);
const char* ForceUnit(const Joint& joint);

// --- robots on feet
// -------------------------------------------------------------------------------------------------

void Append(const std::vector<FieldInfo>& more, std::vector<FieldInfo>& list);
/// Those of the motion, and which feet of which robot move so.
std::vector<FieldInfo> MotionParameters(const control::MotionEntry& motion);
/// "robot", or the only one.
const Actor& FindRobot(const ControllerContext& context);
/// "feet", frames of the model, or the contacts of the robot.
std::vector<std::string> ReadFeet(const ControllerContext& context);

// --- time
// -----------------------------------------------------------------------------------------------------------

/// "sample": which instant of the control period counts for what is held over it. Returns how much later than
/// the update it is, s.
FieldInfo DescribeSample();
double ReadSample(const ControllerContext& context);

// --- controllers
// ----------------------------------------------------------------------------------------------------

/// Waves on joints (read_waves.cc).
ControllerInfo DescribeWaves();
MadeController MakeWaves(const ControllerContext& context);

/// Places for joints by the clock (read_timetable.cc).
ControllerInfo DescribeTimetable();
MadeController MakeTimetable(const ControllerContext& context);

/// A motion followed by task-space inverse dynamics (read_task_space.cc).
ControllerInfo DescribeTaskSpace(const control::MotionEntry& motion);
MadeController MakeTaskSpace(const control::MotionEntry& motion, const ControllerContext& context);

/// A hand that moves through places (read_keyframes.cc).
ControllerInfo DescribeKeyframes();
MadeController MakeKeyframes(const ControllerContext& context);

}  // namespace slipstick::scene
