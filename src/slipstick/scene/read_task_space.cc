#include "slipstick/scene/read_task_space.h"

#include <fmt/core.h>

#include <algorithm>

#include "slipstick/control/followers/foot_points.h"
#include "slipstick/control/followers/foot_reach.h"
#include "slipstick/control/followers/task_space_controller.h"

namespace slipstick::scene {

ControllerInfo DescribeTaskSpace(const control::MotionEntry& motion) {
  std::vector<FieldInfo> list = MotionParameters(motion);
  Append(list, DescribeFields<control::TaskTrackingOptions>());
  list.push_back(DescribeSample());
  return {"tsid-" + motion.name, motion.summary + ", by task-space inverse dynamics", list};
}

namespace {

/// A foot without shapes would fall through the ground.
void CheckShapes(const World& world, const control::LeggedRobot& robot, const toml::TableReader& table) {
  const auto has_shapes = [&](int body) {
    for (int i = 0; i < world.geometry().num_shapes(); ++i)
      if (world.geometry().body(i) == body) return true;
    return false;
  };
  for (size_t c = 0; c < robot.feet.size(); ++c)
    if (!has_shapes(robot.soles[c].body))
      toml::Refuse(table.place(), fmt::format("{} stands on '{}', which has no shapes; give the robot "
                                              "'contacts' there, or collision shapes.",
                                              table.what(), robot.model->frames()[robot.feet[c]].name));
}

}  // namespace

/// The motion starts from the initial configuration.
std::shared_ptr<Controller> MakeTaskSpace(const control::MotionEntry& motion,
                                          const ControllerContext& context) {
  toml::TableReader& table = context.table;
  const FieldValues values = ReadFields(table, motion.parameters);
  control::TaskTrackingOptions options;
  ReadFields(table, options);
  options.solver.limit_horizon = std::max(options.solver.limit_horizon, 2.0 * context.control_period);
  options.preview = ReadSample(context);
  const control::LeggedRobot robot(context.world.model(), ReadFeet(context), context.initial.q);
  const std::string name = "tsid-" + motion.name;
  robot.RequireOneFootPerBody(name.c_str());
  CheckShapes(context.world, robot, table);
  const std::shared_ptr<const control::MotionPlan> plan = motion.make(robot, values);
  const std::vector<control::FootPoints> points = control::FindFootPoints(context.world, robot);
  auto controller = std::make_shared<control::TaskSpaceController>(robot, plan, points, options);
  control::RequireReach(name.c_str(), robot, *plan, points);
  return controller;
}

}  // namespace slipstick::scene
