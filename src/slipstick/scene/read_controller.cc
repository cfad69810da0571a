// [controller]: from the words of a scene to a controller of the control layer.
#include <fmt/core.h>

#include <algorithm>
#include <functional>

#include "slipstick/control/followers/gait_controller.h"
#include "slipstick/control/followers/tracking_controller.h"
#include "slipstick/control/plans/motions.h"
#include "slipstick/control/schedules/hold_controller.h"
#include "slipstick/core/error.h"
#include "slipstick/core/parse_numbers.h"
#include "slipstick/core/suggest.h"
#include "slipstick/scene/controller_parts.h"

namespace slipstick {
namespace {

// --- describing -----------------------------------------------------------------------------------------------------

/// Those of the motion, and those of the controller that follows it.
std::vector<OptionInfo> TrackingParameters(const MotionEntry& motion) {
  std::vector<OptionInfo> list = MotionParameters(motion);
  Append(DescribeNumbers(DescribeParameters<TrackingOptions>()), list);
  list.push_back({"base_feedback", "flag", "true", "", "", "correct the base at the state as it is"});
  Append(DescribeJointFeedback(), list);
  Append(DescribeNumbers(DescribeParameters<ForceDistributionOptions>()), list);
  return list;
}

std::vector<OptionInfo> GaitParameters(const MotionEntry& gait) {
  std::vector<OptionInfo> list = MotionParameters(gait);
  Append(DescribeJointFeedback(), list);
  list.push_back(DescribeSample());
  return list;
}

// --- reading --------------------------------------------------------------------------------------------------------

TrackingOptions ReadTracking(TableReader& table) {
  TrackingOptions options;
  ReadParameters(table, options);
  options.base_feedback = table.FlagOr("base_feedback", true);
  options.joints = ReadJointFeedback(table);
  ReadParameters(table, options.forces);
  return options;
}

MadeController MakeHold(const ControllerContext& context) {
  return std::make_shared<HoldController>(context.world.model(), context.initial.q,
                                          ReadJointFeedback(context.table));
}

/// The robot stands as it starts; the motion says what it does from there.
MadeController MakeTracking(const MotionEntry& motion, const ControllerContext& context) {
  const ParameterValues values = ReadParameters(context.table, motion.parameters);
  const TrackingOptions options = ReadTracking(context.table);
  const Model& model = context.world.model();
  const LeggedRobot robot(model, ReadFeet(context), context.initial.q);
  auto reference = std::make_shared<const ReferenceMotion>(robot, motion.make(robot, values), options.forces);
  return std::make_shared<TrackingController>(std::move(reference), options);
}

MadeController MakeGait(const MotionEntry& gait, const ControllerContext& context) {
  const ParameterValues values = ReadParameters(context.table, gait.parameters);
  const JointFeedbackOptions options = ReadJointFeedback(context.table);
  const Model& model = context.world.model();
  const LeggedRobot robot(model, ReadFeet(context), context.initial.q);
  return std::make_shared<GaitController>(robot, *gait.make(robot, values), options, ReadSample(context));
}

struct Kind {
  ControllerInfo info;
  std::function<MadeController(const ControllerContext&)> make;
};

std::vector<Kind> MakeKinds() {
  std::vector<Kind> kinds = {
      {{"none", "nothing drives the joints", {}},
       [](const ControllerContext&) -> MadeController { return nullptr; }},
      {{"hold", "springs and dampers hold the joints where they start", DescribeJointFeedback()}, MakeHold},
      {DescribeWaves(), MakeWaves},
      {DescribeTimetable(), MakeTimetable},
      {DescribeKeyframes(), MakeKeyframes},
  };
  for (const MotionEntry& motion : Motions())
    kinds.push_back({{motion.name, motion.summary, TrackingParameters(motion)},
                     [&motion](const ControllerContext& context) { return MakeTracking(motion, context); }});
  for (const MotionEntry& motion : TaskSpaceMotions())
    kinds.push_back({DescribeTaskSpace(motion),
                     [&motion](const ControllerContext& context) { return MakeTaskSpace(motion, context); }});
  for (const MotionEntry& gait : Gaits())
    kinds.push_back({{gait.name, gait.summary, GaitParameters(gait)},
                     [&gait](const ControllerContext& context) { return MakeGait(gait, context); }});
  return kinds;
}

const std::vector<Kind>& Kinds() {
  static const std::vector<Kind> kinds = MakeKinds();
  return kinds;
}

const Kind& FindKind(const Value& value) {
  std::vector<std::string> names;
  const Value* kind = value.Find("kind");
  for (const Kind& known : Kinds()) {
    if (kind && kind->text == known.info.name) return known;
    names.push_back(known.info.name);
  }
  if (!kind) Refuse(value.place, "[controller] lacks 'kind'; " + Suggest("", names));
  const std::string word = ReadText(*kind, "kind");
  Refuse(kind->place, fmt::format("there is no controller {}; {}", Quote(word), Suggest(word, names)));
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

std::shared_ptr<Controller> ReadController(const Value* value, const World& world, const State& initial,
                                           const std::vector<Actor>& actors, double control_period,
                                           std::string& name) {
  name = "none";
  if (!value) return nullptr;
  if (value->kind != Value::Kind::kTable)
    Refuse(value->place,
           fmt::format("controller is {}; expected is a table [controller].", Describe(*value)));
  const Kind& kind = FindKind(*value);
  std::vector<std::string> keys = NamesOf(kind.info.parameters);
  keys.push_back("kind");
  if (!kind.info.list.empty()) keys.push_back(kind.info.list);
  TableReader table(*value, fmt::format("the controller '{}'", kind.info.name), keys);
  name = kind.info.name;
  try {
    return kind.make({table, world, initial, actors, control_period});
  } catch (const InputError& error) {
    const std::string message = error.what();
    if (message.starts_with(value->place.source)) throw;  // it has a place already
    Refuse(value->place, message);
  }
}

}  // namespace slipstick
