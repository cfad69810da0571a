#include "scene/controller_parts.h"

#include <fmt/core.h>

#include <algorithm>

#include "core/suggest.h"
#include "model/parse_numbers.h"

namespace slipstick {
namespace {

const std::vector<std::string> kFeedbackBy = {"stepper", "controller"};
const std::vector<std::string> kSample = {"start", "middle", "end"};

bool Slides(const Joint& joint) { return joint.kind == JointKind::kPrismatic; }

}  // namespace

std::vector<std::string> NamesOf(const std::vector<OptionInfo>& keys) {
  std::vector<std::string> names;
  for (const OptionInfo& key : keys) names.push_back(key.name);
  return names;
}

std::vector<OptionInfo> DescribeJointFeedback() {
  std::vector<OptionInfo> list = DescribeNumbers(DescribeParameters<JointFeedbackOptions>());
  list.push_back({"feedback_by", "stepper|controller", "stepper", "", "",
                  "who evaluates the springs and dampers of joints"});
  list.push_back({"effort_limits", "flag", "true", "", "", "keep torques within the limits of the motors"});
  return list;
}

std::vector<OptionInfo> DescribeNumbers(const std::vector<ParameterInfo>& parameters) {
  std::vector<OptionInfo> list;
  for (const ParameterInfo& info : parameters)
    list.push_back({info.name, "number", fmt::format("{:g}", info.default_value), info.unit,
                    Text(Range{info.lower, info.upper}), info.meaning});
  return list;
}

ParameterValues ReadParameters(TableReader& table, const std::vector<ParameterInfo>& parameters) {
  ParameterValues values;
  for (const ParameterInfo& info : parameters) {
    const Value* value = table.Find(info.name.c_str());
    if (value) values[info.name] = ReadParameter(*value, info);
  }
  return values;
}

double ReadParameter(const Value& value, const ParameterInfo& info) {
  const double number = ReadNumber(value, info.name, info.unit);
  if (!(number >= info.lower && number <= info.upper)) RefuseParameter(value.place.text(), info, number);
  return number;
}

JointFeedbackOptions ReadJointFeedback(TableReader& table) {
  JointFeedbackOptions options;
  ReadParameters(table, options);
  options.by = static_cast<FeedbackBy>(table.ChoiceOr("feedback_by", kFeedbackBy, 0));
  options.respect_effort_limits = table.FlagOr("effort_limits", true);
  return options;
}

OptionInfo DescribeSample() {
  return {
      "sample", "start|middle|end", "start", "", "", "instant of the control period at which it is taken"};
}

double ReadSample(const ControllerContext& context) {
  return 0.5 * context.table.ChoiceOr("sample", kSample, 0) * context.control_period;
}

int FindDrivenJoint(const std::string& name, const Place& place, const Model& model) {
  std::vector<std::string> names, in_robots;
  for (const Joint& joint : model.joints) {
    if (joint.nv != 1) continue;
    if (joint.name == name) return model.joint(name);
    if (joint.name.ends_with("/" + name)) in_robots.push_back(joint.name);
    names.push_back(joint.name);
  }
  if (in_robots.size() == 1) return model.joint(in_robots[0]);
  Refuse(place,
         fmt::format("there is {} joint {} with one axis; {}", in_robots.empty() ? "no" : "more than one",
                     Quote(name), Suggest(name, in_robots.empty() ? names : in_robots)));
}

std::optional<double> ReadGain(TableReader& table, const char* name, const Joint& joint) {
  const Value* value = table.Find(name);
  if (!value) return std::nullopt;
  const std::vector<ParameterInfo> gains = DescribeParameters<JointFeedbackOptions>();
  ParameterInfo info =
      *std::find_if(gains.begin(), gains.end(), [&](const auto& gain) { return gain.name == name; });
  if (Slides(joint)) info.unit = info.name == "kp" ? "N/m" : "N s/m";
  return ReadParameter(*value, info);
}

const char* PositionUnit(const Joint& joint) { return Slides(joint) ? "m" : "rad"; }
const char* ForceUnit(const Joint& joint) { return Slides(joint) ? "N" : "N m"; }

}  // namespace slipstick
