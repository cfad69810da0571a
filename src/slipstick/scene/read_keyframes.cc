#include "slipstick/scene/read_keyframes.h"

#include <fmt/core.h>

#include <algorithm>

#include "slipstick/control/hands/keyframe_controller.h"
#include "slipstick/core/quote.h"
#include "slipstick/core/suggest.h"
#include "slipstick/dynamics/kinematics.h"

namespace slipstick::scene {
namespace {

/// The keys of a [[controller.keys]] entry.
const std::vector<FieldInfo>& HandKeyFields() {
  const std::vector<FieldInfo> scalars = DescribeFields<control::HandKey>();
  static const std::vector<FieldInfo> fields = {
      FieldWithDefault(scalars, "time", ""),
      {"position", "list of three", "as before", "m", {}, "of the frame, in world axes"},
      {"rpy", "list of three", "as before", "rad", {}, "orientation: roll, pitch, yaw about fixed axes"},
      FieldWithDefault(scalars, "opening", "as before"),
      {"shake", "list of three", "none", "m", {}, "amplitude of the oscillation during the motion"},
      FieldWithDefault(scalars, "shakes", "none"),
  };
  return fields;
}

int ReadFrame(toml::TableReader& table, const Model& model) {
  const toml::Value& value =
      table.Require("frame", "the frame that follows the keys, such as a link between the fingers");
  const std::string wanted = toml::ReadText(value, "frame");
  std::vector<std::string> names;
  for (const Frame& frame : model.frames()) names.push_back(frame.name);
  const auto found = std::find(names.begin(), names.end(), wanted);
  if (found == names.end())
    toml::Refuse(value.place,
                 fmt::format("there is no frame or link {}; {}", Quote(wanted), Suggest(wanted, names)));
  return static_cast<int>(found - names.begin());
}

std::vector<int> ReadFingers(toml::TableReader& table, const Model& model) {
  const toml::Value* value = table.Find("fingers");
  if (!value) return {};
  std::vector<int> dofs;
  for (const std::string& name : toml::ReadTexts(*value, "fingers")) {
    const toml::SourcePosition& place = value->items[dofs.size()].place;
    dofs.push_back(model.joints()[FindSingleDofJoint(name, place, model)].v);
  }
  return dofs;
}

/// Pose and opening that are not given stay as in the entry before.
control::HandKey ReadKey(const toml::Value& value, const control::HandKey& before, bool has_fingers) {
  toml::TableReader table(value, "[[controller.keys]]", NamesOf(HandKeyFields()));
  if (table.Has("opening") && !has_fingers)
    toml::Refuse(table.place(), "'opening' needs fingers; name two joints as 'fingers' of the controller.");
  table.Require("time", "when the hand arrives");
  control::HandKey key;
  key.opening = before.opening;
  ReadFields(table, key);
  key.pose.p = table.VectorOr("position", "m", before.pose.p);
  key.pose.R = before.pose.R;
  if (table.Has("rpy"))
    key.pose.R =
        Pose::FromRpy(table.VectorOr("rpy", "rad", Eigen::Vector3d::Zero()), Eigen::Vector3d::Zero()).R;
  key.shake = table.VectorOr("shake", "m", key.shake);
  if (table.Has("shake") != table.Has("shakes"))
    toml::Refuse(
        table.place(),
        "'shake', the amplitude, and 'shakes', the number of oscillations, belong together; give both.");
  return key;
}

/// The hand in the initial configuration.
control::HandKey StartOf(const Model& model, const State& initial, const control::HandTask& task) {
  Workspace<double> ws(model);
  dynamics::ForwardKinematics<double>(model, initial.q, ws);
  control::HandKey start{0.0, dynamics::FramePose(model, ws, task.frame), 0.0};
  for (const int dof : task.fingers) start.opening += initial.q[model.joints()[model.dofs()[dof].joint].q];
  return start;
}

}  // namespace

ControllerInfo DescribeKeyframes() {
  ControllerInfo info{
      "keyframes", "a hand moves through poses; grip force from the measured load of its fingers", {}};
  info.parameters = {
      {"frame", "name", "", "", {}, "frame that follows the keys; with several robots, ROBOT/frame"},
      {"fingers",
       "list of joints",
       "",
       "",
       {},
       "two prismatic joints that open with increasing position; or none"},
  };
  Append(info.parameters, DescribeFields<control::KeyframeOptions>());
  info.list = "keys";
  info.entries = HandKeyFields();
  return info;
}

std::shared_ptr<Controller> MakeKeyframes(const ControllerContext& context) {
  const Model& model = context.world.model();
  control::HandTask task;
  task.frame = ReadFrame(context.table, model);
  task.fingers = ReadFingers(context.table, model);
  control::HandKey before = StartOf(model, context.initial, task);
  for (const toml::Value* key : toml::ReadTables(context.table.Find("keys"), "controller.keys"))
    task.keys.push_back(before = ReadKey(*key, before, !task.fingers.empty()));
  control::KeyframeOptions options;
  ReadFields(context.table, options);
  return std::make_shared<control::KeyframeController>(context.world, context.initial.q, task, options);
}

}  // namespace slipstick::scene
