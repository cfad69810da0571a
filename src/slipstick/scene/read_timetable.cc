#include "slipstick/scene/read_timetable.h"

#include <fmt/core.h>

#include <algorithm>

#include "slipstick/control/schedules/timetable_controller.h"

namespace slipstick::scene {
namespace {

/// 'over' of the controller, for all motions.
FieldInfo CommonOver() { return FindField(DescribeFields<control::JointMove>(), "over"); }

const std::vector<FieldInfo>& TimeKeys() {
  static const std::vector<FieldInfo> keys = {
      FieldWithDefault(DescribeFields<control::JointMove>(), "at", ""),
      FieldWithDefault(DescribeFields<control::JointMove>(), "over", "as above"),
      {"joints", "table", "", "rad or m", {}, "target positions by joint; other joints stay"},
  };
  return keys;
}

/// The entries of a table by joint: { index_bend_1 = ..., ... }.
const std::vector<toml::Entry>& ReadJointTable(const toml::Value& value, const std::string& name) {
  if (value.kind != toml::Value::Kind::kTable)
    toml::Refuse(value.place, fmt::format("{} is {}; expected a table by joint: {{ elbow = ... }}.", name,
                                          toml::Describe(value)));
  return value.entries;
}

double ReadTarget(const toml::Entry& entry, const Model& model, const Joint& joint) {
  const double target = toml::ReadNumber(entry.value, entry.key, PositionUnit(joint));
  const model::Dof& dof = model.dofs()[joint.v];
  if (target < dof.lower || target > dof.upper)
    toml::Refuse(entry.value.place,
                 fmt::format("the target of joint '{}' is {:.4g}; its limits are {:.4g} and {:.4g}.",
                             entry.key, target, dof.lower, dof.upper));
  return target;
}

/// The joint motions of one entry; `move` holds the defaults.
void ReadMoves(const toml::Value& value, const Model& model, control::JointMove move,
               std::vector<control::JointMove>& moves) {
  toml::TableReader table(value, "[[controller.times]]", NamesOf(TimeKeys()));
  const toml::Value& at = table.Require("at", "when the motion starts");
  ReadFields(table, move);
  if (!moves.empty() && move.at < moves.back().at)
    toml::Refuse(
        at.place,
        fmt::format(
            "at is {:g} s; it must not be before {:g} s, the entry above: put entries in the order of time.",
            move.at, moves.back().at));
  for (const toml::Entry& entry : ReadJointTable(table.Require("joints", "the target positions"), "joints")) {
    move.joint = FindSingleDofJoint(entry.key, entry.place, model);
    move.target = ReadTarget(entry, model, model.joints()[move.joint]);
    moves.push_back(move);
  }
}

std::vector<control::JointGains> ReadGains(const toml::Value* value, const Model& model,
                                           const control::JointFeedbackOptions& all) {
  std::vector<control::JointGains> gains;
  if (!value) return gains;
  for (const toml::Entry& entry : ReadJointTable(*value, "gains")) {
    const int joint = FindSingleDofJoint(entry.key, entry.place, model);
    toml::TableReader table(entry.value, fmt::format("the gains of '{}'", entry.key), {"kp", "kd"});
    gains.push_back({joint, ReadGain(table, "kp", model.joints()[joint]).value_or(all.kp),
                     ReadGain(table, "kd", model.joints()[joint]).value_or(all.kd)});
  }
  return gains;
}

}  // namespace

ControllerInfo DescribeTimetable() {
  ControllerInfo info{"timetable", "moves joints to target positions at given times",
                      DescribeFields<control::JointFeedbackOptions>()};
  info.parameters.push_back(
      {"gains", "table", "", "", {}, "kp and kd of single joints: { elbow = { kp = 2 } }"});
  info.parameters.push_back(CommonOver());
  info.parameters.push_back(DescribeSample());
  info.list = "times";
  info.entries = TimeKeys();
  return info;
}

std::shared_ptr<Controller> MakeTimetable(const ControllerContext& context) {
  const Model& model = context.world.model();
  control::JointMove defaults;
  if (const toml::Value* over = context.table.Find("over"))
    defaults.over = ReadNumberField(*over, CommonOver());
  std::vector<control::JointMove> moves;
  for (const toml::Value* entry : toml::ReadTables(context.table.Find("times"), "controller.times"))
    ReadMoves(*entry, model, defaults, moves);
  if (moves.empty())
    toml::Refuse(
        context.table.place(),
        fmt::format("{} lacks 'times', when joints move; add [[controller.times]].", context.table.what()));
  const control::JointFeedbackOptions options = ReadJointFeedback(context.table);
  const std::vector<control::JointGains> gains = ReadGains(context.table.Find("gains"), model, options);
  return std::make_shared<control::TimetableController>(model, context.initial.q, moves, options, gains,
                                                        ReadSample(context));
}

}  // namespace slipstick::scene
