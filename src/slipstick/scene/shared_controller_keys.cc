#include "slipstick/scene/shared_controller_keys.h"

#include <fmt/format.h>

#include <algorithm>

#include "slipstick/core/quote.h"
#include "slipstick/core/suggest.h"

namespace slipstick::scene {
namespace {

const std::vector<std::string>& SampleChoices() {
  static const std::vector<std::string> choices = {"start", "middle", "end"};
  return choices;
}

bool IsPrismatic(const Joint& joint) { return joint.kind == JointKind::kPrismatic; }

FieldInfo FindGain(const std::string& name) {
  return FieldWithDefault(DescribeFields<control::JointFeedbackOptions>(), name, "as above");
}
std::string PrismaticGainUnit(const std::string& name) { return name == "kp" ? "N/m" : "N s/m"; }

}  // namespace

control::JointFeedbackOptions ReadJointFeedback(toml::TableReader& table) {
  control::JointFeedbackOptions options;
  ReadFields(table, options);
  return options;
}

void Append(std::vector<FieldInfo>& list, const std::vector<FieldInfo>& more) {
  list.insert(list.end(), more.begin(), more.end());
}

std::vector<FieldInfo> MotionParameters(const control::MotionEntry& motion) {
  std::vector<FieldInfo> list = motion.parameters;
  list.push_back(
      {"feet", "list of frames", "contacts", "", {}, "frames of the feet; default: the robot's contacts"});
  list.push_back({"robot", "name", "", "", {}, "name of the robot, if there are several"});
  return list;
}

const Actor& FindRobot(const ControllerContext& context) {
  toml::TableReader& table = context.table;
  std::vector<std::string> names;
  const Actor* first = nullptr;
  const toml::Value* value = table.Find("robot");
  for (const Actor& actor : context.actors)
    if (!actor.robot.empty()) {
      if (!first) first = &actor;
      if (value && value->text == actor.robot) return actor;
      names.push_back(actor.robot);
    }
  if (value)
    toml::Refuse(value->place, fmt::format("there is no robot {}; {}", Quote(toml::ReadText(*value, "robot")),
                                           Suggest(value->text, names)));
  if (!first)
    toml::Refuse(table.place(), fmt::format("{} needs a robot; add one ([[robots]]).", table.what()));
  if (names.size() > 1)
    toml::Refuse(table.place(),
                 fmt::format("{} needs 'robot', the name of one of the robots.", table.what()));
  return *first;
}

std::vector<std::string> ReadFeet(const ControllerContext& context) {
  toml::TableReader& table = context.table;
  const Model& model = context.world.model();
  const Actor& robot = FindRobot(context);
  const toml::Value* value = table.Find("feet");
  if (!value && robot.contacts.empty())
    toml::Refuse(table.place(),
                 fmt::format("{} lacks 'feet', the frames of the feet of {}.", table.what(), robot.what));
  if (!value) return robot.contacts;
  std::vector<std::string> frames, feet = toml::ReadTexts(*value, "feet");
  for (const Frame& frame : model.frames()) frames.push_back(frame.name);
  for (size_t i = 0; i < feet.size(); ++i) {
    feet[i] = robot.prefix + feet[i];
    if (std::find(frames.begin(), frames.end(), feet[i]) == frames.end())
      toml::Refuse(value->items[i].place,
                   fmt::format("there is no frame or link {}; {}", Quote(feet[i]), Suggest(feet[i], frames)));
  }
  return feet;
}

FieldInfo DescribeSample() {
  return {"sample",
          fmt::format("{}", fmt::join(SampleChoices(), "|")),
          SampleChoices()[0],
          "",
          {},
          "instant of the control period at which references are sampled"};
}

double ReadSample(const ControllerContext& context) {
  return 0.5 * context.table.ChoiceOr("sample", SampleChoices(), 0) * context.control_period;
}

int FindSingleDofJoint(const std::string& name, const toml::SourcePosition& place, const Model& model) {
  std::vector<std::string> names, in_robots;  // in_robots: ROBOT/name
  for (const Joint& joint : model.joints()) {
    if (joint.nv != 1) continue;
    if (joint.name == name) return model.joint(name);
    if (joint.name.ends_with("/" + name)) in_robots.push_back(joint.name);
    names.push_back(joint.name);
  }
  if (in_robots.size() == 1) return model.joint(in_robots[0]);
  if (in_robots.empty())
    toml::Refuse(place,
                 fmt::format("there is no joint {} with one axis; {}", Quote(name), Suggest(name, names)));
  toml::Refuse(place, fmt::format("several robots have a joint {} with one axis; {}", Quote(name),
                                  Suggest(name, in_robots)));
}

FieldInfo DescribeGain(const char* name) {
  FieldInfo info = FindGain(name);
  info.unit = PrismaticGainUnit(name) + " or " + info.unit;
  return info;
}

std::optional<double> ReadGain(toml::TableReader& table, const char* name, const Joint& joint) {
  const toml::Value* value = table.Find(name);
  if (!value) return std::nullopt;
  FieldInfo info = FindGain(name);
  if (IsPrismatic(joint)) info.unit = PrismaticGainUnit(name);
  return ReadNumberField(*value, info);
}

const char* PositionUnit(const Joint& joint) { return IsPrismatic(joint) ? "m" : "rad"; }
const char* ForceUnit(const Joint& joint) { return IsPrismatic(joint) ? "N" : "N m"; }

}  // namespace slipstick::scene
