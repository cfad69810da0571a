#include "slipstick/scene/read_pushes.h"

#include <fmt/core.h>

#include "slipstick/core/quote.h"
#include "slipstick/core/suggest.h"

namespace slipstick::scene {
namespace {

const std::vector<std::string> kPushKeys = {"body", "force", "moment", "at", "over", "point"};

/// The link or free body of this name in the model, or in the file of the only robot that has one. Links that
/// are fixed to others are frames of those.
const Frame& FindDisturbedBody(const toml::Value& value, const Model& model) {
  const std::string wanted = toml::ReadText(value, "body");
  std::vector<std::string> names, in_robots;
  const Frame* only = nullptr;
  for (const Frame& frame : model.frames()) {
    if (frame.name == wanted) {
      if (frame.body != model::kWorld) return frame;
      toml::Refuse(value.place,
                   fmt::format("{} is fixed to the world; choose a body that can move.", Quote(wanted)));
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

ExternalWrench ReadWrench(toml::TableReader& table, const Model& model) {
  const Frame& frame =
      FindDisturbedBody(table.Require("body", "the link or body on which the force acts"), model);
  if (!table.Has("force") && !table.Has("moment"))
    toml::Refuse(table.place(),
                 "[[pushes]] has neither 'force' nor 'moment'; give one of them: [x, y, z] in N or N m.");
  ExternalWrench wrench{frame.body, model.bodies()[frame.body].inertia.com};
  wrench.force = table.VectorOr("force", "N", wrench.force);
  wrench.moment = table.VectorOr("moment", "N m", wrench.moment);
  if (const toml::Value* point = table.Find("point"))
    wrench.p_B = frame.X_BF * toml::ReadVector(*point, "point", "m");
  return wrench;
}

control::Disturbance ReadDisturbance(const toml::Value& value, const Model& model) {
  toml::TableReader table(value, "[[pushes]]", kPushKeys);
  control::Disturbance disturbance{ReadWrench(table, model), 0.0, 0.0};
  const toml::Value& at = table.Require("at", "the start time");
  disturbance.at = toml::ReadNumber(at, "at", "s");
  if (disturbance.at < 0.0)
    toml::Refuse(at.place,
                 fmt::format("at is {:g} s; it must be 0 or more, since runs start at 0.", disturbance.at));
  disturbance.over = toml::ReadPositive(table.Require("over", "the duration"), "over", "s");
  return disturbance;
}

}  // namespace

std::vector<control::Disturbance> ReadPushes(const toml::Value* pushes, const Model& model, double duration,
                                             std::vector<std::string>& notes) {
  std::vector<control::Disturbance> list;
  for (const toml::Value* push : toml::ReadTables(pushes, "pushes")) {
    list.push_back(ReadDisturbance(*push, model));
    if (list.back().at >= duration)
      notes.push_back(fmt::format("{}: this disturbance starts at {:g} s, and the run ends at {:g} s.",
                                  push->place.text(), list.back().at, duration));
  }
  return list;
}

}  // namespace slipstick::scene
