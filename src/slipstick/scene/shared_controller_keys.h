// Keys that several kinds of controllers have in common.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "slipstick/control/controller.h"
#include "slipstick/control/joint_feedback.h"
#include "slipstick/control/plans/motions.h"
#include "slipstick/scene/actor.h"
#include "slipstick/scene/controller_info.h"
#include "slipstick/scene/read_fields.h"
#include "slipstick/world/world.h"

namespace slipstick::scene {

struct ControllerContext {
  toml::TableReader& table;
  const World& world;
  const State& initial;
  const std::vector<Actor>& actors;
  double control_period;  ///< s
};

// --- joints ---

/// Springs and dampers on joints.
control::JointFeedbackOptions ReadJointFeedback(toml::TableReader& table);

/// The joint of this name with one degree of freedom: a name of the model (ROBOT/joint with several robots),
/// or of the only robot that has such a joint.
int FindSingleDofJoint(const std::string& name, const toml::SourcePosition& place, const Model& model);
/// "kp" or "kd" of one joint; the default is the value of the controller.
FieldInfo DescribeGain(const char* name);
/// The same, if the table has it.
std::optional<double> ReadGain(toml::TableReader& table, const char* name, const Joint& joint);
/// "m" or "rad", "N" or "N m".
const char* PositionUnit(const Joint& joint);
const char* ForceUnit(const Joint& joint);

// --- legged robots ---

/// Appends `more` to the list.
void Append(std::vector<FieldInfo>& list, const std::vector<FieldInfo>& more);
/// Parameters of the motion, "feet" and "robot".
std::vector<FieldInfo> MotionParameters(const control::MotionEntry& motion);
/// "robot", or the only one.
const Actor& FindRobot(const ControllerContext& context);
/// "feet", frames of the model, or the contacts of the robot.
std::vector<std::string> ReadFeet(const ControllerContext& context);

// --- time ---

/// "sample": the instant of the control period at which references are sampled. Returns its delay after the
/// update, s.
FieldInfo DescribeSample();
double ReadSample(const ControllerContext& context);

}  // namespace slipstick::scene
