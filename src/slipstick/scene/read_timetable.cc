// [controller] kind = "timetable".
#include <fmt/core.h>

#include <algorithm>

#include "slipstick/control/schedules/timetable_controller.h"
#include "slipstick/scene/controller_parts.h"

namespace slipstick {
namespace {

const std::vector<OptionInfo> kTimeKeys = {
    {"at", "number", "", "s", ">= 0", "when joints leave"},
    {"over", "number", "that of all", "s", ">= 0", "how long they take"},
    {"joints", "table", "", "rad or m", "", "where they go, by the name of the joint; the others stay"},
};

double ReadDuration(TableReader& table, double fallback) {
  const double over = table.NumberOr("over", "s", fallback);
  if (over < 0.0)
    Refuse(table.Find("over")->place, fmt::format("over is {:g} s; it must not be below 0.", over));
  return over;
}

/// The entries of a table by joint: { index_bend_1 = ..., ... }.
const std::vector<Entry>& ReadJointTable(const Value& value, const std::string& name) {
  if (value.kind != Value::Kind::kTable)
    Refuse(value.place,
           fmt::format("{} is {}; expected is a table by joint: {{ elbow = ... }}.", name, Describe(value)));
  return value.entries;
}

double ReadTarget(const Entry& entry, const Model& model, const Joint& joint) {
  const double target = ReadNumber(entry.value, entry.key, PositionUnit(joint));
  const Dof& dof = model.dofs[joint.v];
  if (target < dof.lower || target > dof.upper)
    Refuse(entry.value.place, fmt::format("joint '{}' shall go to {:.4g}; its limits are {:.4g} and {:.4g}.",
                                          entry.key, target, dof.lower, dof.upper));
  return target;
}

/// What joints do at one time.
void ReadMoves(const Value& value, const Model& model, double over, std::vector<JointMove>& moves) {
  TableReader table(value, "[[controller.times]]", NamesOf(kTimeKeys));
  const double at = ReadNumber(table.Require("at", "when joints leave"), "at", "s");
  if (at < 0.0 || (!moves.empty() && at < moves.back().at))
    Refuse(
        table.Find("at")->place,
        fmt::format(
            "at is {:g} s; it must not be before {:g} s, the entry above: put entries in the order of time.",
            at, moves.empty() ? 0.0 : moves.back().at));
  const double own_over = ReadDuration(table, over);
  for (const Entry& entry : ReadJointTable(table.Require("joints", "where they go"), "joints")) {
    const int joint = FindDrivenJoint(entry.key, entry.place, model);
    moves.push_back({joint, at, own_over, ReadTarget(entry, model, model.joints[joint])});
  }
}

std::vector<JointGains> ReadGains(const Value* value, const Model& model, const JointFeedbackOptions& all) {
  std::vector<JointGains> gains;
  if (!value) return gains;
  for (const Entry& entry : ReadJointTable(*value, "gains")) {
    const int joint = FindDrivenJoint(entry.key, entry.place, model);
    TableReader table(entry.value, fmt::format("the gains of '{}'", entry.key), {"kp", "kd"});
    gains.push_back({joint, ReadGain(table, "kp", model.joints[joint]).value_or(all.kp),
                     ReadGain(table, "kd", model.joints[joint]).value_or(all.kd)});
  }
  return gains;
}

}  // namespace

ControllerInfo DescribeTimetable() {
  ControllerInfo info{"timetable", "leads joints from place to place by the clock", DescribeJointFeedback()};
  info.parameters.push_back(
      {"gains", "table", "", "", "", "kp and kd by joint, where they differ: { elbow = { kp = 2 } }"});
  info.parameters.push_back(
      {"over", "number", "0", "s", ">= 0", "how long moves take, smoothly; 0: they jump"});
  info.parameters.push_back(DescribeSample());
  info.list = "times";
  info.entries = kTimeKeys;
  return info;
}

MadeController MakeTimetable(const ControllerContext& context) {
  const Model& model = context.world.model();
  const double over = ReadDuration(context.table, 0.0);
  std::vector<JointMove> moves;
  for (const Value* entry : ReadTables(context.table.Find("times"), "controller.times"))
    ReadMoves(*entry, model, over, moves);
  if (moves.empty())
    Refuse(context.table.place(), fmt::format("{} lacks 'times', when joints move; add [[controller.times]].",
                                              context.table.what()));
  const JointFeedbackOptions options = ReadJointFeedback(context.table);
  const std::vector<JointGains> gains = ReadGains(context.table.Find("gains"), model, options);
  return std::make_shared<TimetableController>(model, context.initial.q, moves, options, gains,
                                               ReadSample(context));
}

}  // namespace slipstick
