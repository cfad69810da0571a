#include "slipstick/scene/read_controller.h"

#include <fmt/core.h>

#include <algorithm>
#include <functional>

#include "slipstick/control/followers/gait_controller.h"
#include "slipstick/control/followers/tracking_controller.h"
#include "slipstick/control/plans/motions.h"
#include "slipstick/control/schedules/hold_controller.h"
#include "slipstick/core/error.h"
#include "slipstick/core/quote.h"
#include "slipstick/core/suggest.h"
#include "slipstick/scene/read_keyframes.h"
#include "slipstick/scene/read_task_space.h"
#include "slipstick/scene/read_timetable.h"
#include "slipstick/scene/read_waves.h"

namespace slipstick::scene {
namespace {

// --- describing ---

/// Parameters of the motion and of the controller that follows it.
std::vector<FieldInfo> TrackingParameters(const control::MotionEntry& motion) {
  std::vector<FieldInfo> list = MotionParameters(motion);
  Append(list, DescribeFields<control::TrackingOptions>());
  return list;
}

std::vector<FieldInfo> GaitParameters(const control::MotionEntry& gait) {
  std::vector<FieldInfo> list = MotionParameters(gait);
  Append(list, DescribeFields<control::JointFeedbackOptions>());
  list.push_back(DescribeSample());
  return list;
}

// --- reading ---

std::shared_ptr<Controller> MakeHold(const ControllerContext& context) {
  return std::make_shared<control::HoldController>(context.world.model(), context.initial.q,
                                                   ReadJointFeedback(context.table));
}

/// The motion starts from the initial configuration.
std::shared_ptr<Controller> MakeTracking(const control::MotionEntry& motion,
                                         const ControllerContext& context) {
  const FieldValues values = ReadFields(context.table, motion.parameters);
  control::TrackingOptions options;
  ReadFields(context.table, options);
  const Model& model = context.world.model();
  const control::LeggedRobot robot(model, ReadFeet(context), context.initial.q);
  auto reference =
      std::make_shared<const control::ReferenceMotion>(robot, motion.make(robot, values), options.forces);
  return std::make_shared<control::TrackingController>(std::move(reference), options);
}

std::shared_ptr<Controller> MakeGait(const control::MotionEntry& gait, const ControllerContext& context) {
  const FieldValues values = ReadFields(context.table, gait.parameters);
  const control::JointFeedbackOptions options = ReadJointFeedback(context.table);
  const Model& model = context.world.model();
  const control::LeggedRobot robot(model, ReadFeet(context), context.initial.q);
  return std::make_shared<control::GaitController>(robot, *gait.make(robot, values), options,
                                                   ReadSample(context));
}

struct Kind {
  ControllerInfo info;
  std::function<std::shared_ptr<Controller>(const ControllerContext&)> make;
};

std::vector<Kind> MakeKinds() {
  std::vector<Kind> kinds = {
      {{"none", "no joint torques", {}},
       [](const ControllerContext&) -> std::shared_ptr<Controller> { return nullptr; }},
      {{"hold", "PD feedback holds the joints at their initial positions",
        DescribeFields<control::JointFeedbackOptions>()},
       MakeHold},
      {DescribeWaves(), MakeWaves},
      {DescribeTimetable(), MakeTimetable},
      {DescribeKeyframes(), MakeKeyframes},
  };
  for (const control::MotionEntry& motion : control::Motions())
    kinds.push_back({{motion.name, motion.summary, TrackingParameters(motion)},
                     [&motion](const ControllerContext& context) { return MakeTracking(motion, context); }});
  for (const control::MotionEntry& motion : control::TaskSpaceMotions())
    kinds.push_back({DescribeTaskSpace(motion),
                     [&motion](const ControllerContext& context) { return MakeTaskSpace(motion, context); }});
  for (const control::MotionEntry& gait : control::Gaits())
    kinds.push_back({{gait.name, gait.summary, GaitParameters(gait)},
                     [&gait](const ControllerContext& context) { return MakeGait(gait, context); }});
  return kinds;
}

const std::vector<Kind>& Kinds() {
  static const std::vector<Kind> kinds = MakeKinds();
  return kinds;
}

const Kind& FindKind(const toml::Value& value) {
  std::vector<std::string> names;
  const toml::Value* kind = value.Find("kind");
  for (const Kind& known : Kinds()) {
    if (kind && kind->text == known.info.name) return known;
    names.push_back(known.info.name);
  }
  if (!kind) toml::Refuse(value.place, "[controller] lacks 'kind'; " + Suggest("", names));
  const std::string word = toml::ReadText(*kind, "kind");
  toml::Refuse(kind->place, fmt::format("there is no controller {}; {}", Quote(word), Suggest(word, names)));
}

}  // namespace

const std::vector<ControllerInfo>& Controllers() {
  static const std::vector<ControllerInfo> infos = [] {
    std::vector<ControllerInfo> list;
    for (const Kind& kind : Kinds()) list.push_back(kind.info);
    return list;
  }();
  return infos;
}

std::shared_ptr<Controller> ReadController(const toml::Value* value, const World& world, const State& initial,
                                           const std::vector<Actor>& actors, double control_period,
                                           std::string& name) {
  name = "none";
  if (!value) return nullptr;
  if (value->kind != toml::Value::Kind::kTable)
    toml::Refuse(value->place,
                 fmt::format("controller is {}; expected a table [controller].", toml::Describe(*value)));
  const Kind& kind = FindKind(*value);
  std::vector<std::string> keys = NamesOf(kind.info.parameters);
  keys.push_back("kind");
  if (!kind.info.list.empty()) keys.push_back(kind.info.list);
  toml::TableReader table(*value, fmt::format("the controller '{}'", kind.info.name), keys);
  name = kind.info.name;
  try {
    return kind.make({table, world, initial, actors, control_period});
  } catch (const InputError& error) {
    const std::string message = error.what();
    if (message.starts_with(value->place.source)) throw;  // it names a place already
    toml::Refuse(value->place, message);
  }
}

}  // namespace slipstick::scene
