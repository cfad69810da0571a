#include "slipstick/scene/read_pushes.h"

#include <fmt/core.h>

#include "slipstick/core/parse_numbers.h"
#include "slipstick/core/suggest.h"

namespace slipstick::scene {
namespace {

const std::vector<std::string> kPushKeys = {"body", "force", "moment", "at", "over", "point"};

/// The link or loose body that is called so in the model, or in the file of the only robot that has one.
/// Links that are fixed to others are frames of those.
const Frame& FindPushed(const toml::Value& value, const Model& model) {
  const std::string wanted = toml::ReadText(value, "body");
  std::vector<std::string> names, in_robots;
  const Frame* only = nullptr;
  for (const Frame& frame : model.frames()) {
    if (frame.name == wanted) {
      if (frame.body != model::kWorld) return frame;
      toml::Refuse(
          value.place,
          fmt::format("{} is fixed to the world, and no push moves it; push something that can move.",
                      Quote(wanted)));
    }
    if (frame.body == model::kWorld) continue;
    if (frame.name.ends_with("/" + wanted)) only = &frame, in_robots.push_back(frame.name);
    names.push_back(frame.name);
  }
  if (in_robots.size() == 1) return *only;
  toml::Refuse(value.place, fmt::format("there is {} link or body {} that moves; {}",
                                        in_robots.empty() ? "no" : "more than one", Quote(wanted),
                                        Suggest(wanted, in_robots.empty() ? names : in_robots)));
}

ExternalWrench ReadPushWrench(toml::TableReader& table, const Model& model) {
  const Frame& pushed = FindPushed(table.Require("body", "the link or body that is pushed"), model);
  if (!table.Has("force") && !table.Has("moment"))
    toml::Refuse(table.place(),
                 "[[pushes]] has none of 'force' and 'moment'; say how hard it pushes: [x, y, z] in N.");
  ExternalWrench wrench{pushed.body, model.bodies()[pushed.body].inertia.com};
  wrench.force = table.VectorOr("force", "N", wrench.force);
  wrench.moment = table.VectorOr("moment", "N m", wrench.moment);
  if (const toml::Value* point = table.Find("point"))
    wrench.p_B = pushed.X_BF * toml::ReadVector(*point, "point", "m");
  return wrench;
}

control::Disturbance ReadPush(const toml::Value& value, const Model& model) {
  toml::TableReader table(value, "[[pushes]]", kPushKeys);
  control::Disturbance push{ReadPushWrench(table, model), 0.0, 0.0};
  const toml::Value& at = table.Require("at", "when it begins");
  push.at = toml::ReadNumber(at, "at", "s");
  if (push.at < 0.0)
    toml::Refuse(at.place,
                 fmt::format("at is {:g} s; it must be 0 or more, since runs begin at 0.", push.at));
  push.over = toml::ReadPositive(table.Require("over", "how long it lasts"), "over", "s");
  return push;
}

}  // namespace

std::vector<control::Disturbance> ReadPushes(const toml::Value* pushes, const Model& model, double duration,
                                             std::vector<std::string>& notes) {
  std::vector<control::Disturbance> list;
  for (const toml::Value* push : toml::ReadTables(pushes, "pushes")) {
    list.push_back(ReadPush(*push, model));
    if (list.back().at >= duration)
      notes.push_back(fmt::format("{}: this push begins at {:g} s, and the run ends at {:g} s.",
                                  push->place.text(), list.back().at, duration));
  }
  return list;
}

}  // namespace slipstick::scene
