#include "slipstick/control/plans/motions.h"

#include <fmt/core.h>

#include "slipstick/control/plans/biped_walk.h"
#include "slipstick/control/plans/hop.h"
#include "slipstick/control/plans/jump.h"
#include "slipstick/control/plans/squat.h"
#include "slipstick/control/plans/trot.h"
#include "slipstick/control/plans/walk.h"
#include "slipstick/core/error.h"
#include "slipstick/core/suggest.h"

namespace slipstick::control {
namespace {

using MotionPtr = std::shared_ptr<const MotionPlan>;

template <class Parameters>
MotionEntry MakeEntry(const std::string& name, const std::string& summary,
                      MotionPtr (*make)(const LeggedRobot&, const Parameters&)) {
  const auto make_by_name = [name, make](const LeggedRobot& robot, const FieldValues& values) {
    Parameters parameters;
    SetFields(values, name, parameters);
    return make(robot, parameters);
  };
  return {name, summary, DescribeFields(Parameters{}), make_by_name};
}

}  // namespace

const std::vector<MotionEntry>& Motions() {
  static const std::vector<MotionEntry> motions{
      MakeEntry("squat", "the base moves up and down, all feet in stance", MakeSquat),
      MakeEntry("jump", "crouch, push, flight, landing, rise", MakeJump),
      MakeEntry("trot", "diagonal pairs of feet step in turn, from rest to rest", MakeTrot),
  };
  return motions;
}

const std::vector<MotionEntry>& TaskSpaceMotions() {
  static const std::vector<MotionEntry> motions = [] {
    std::vector<MotionEntry> list = Motions();
    list.push_back(MakeEntry("walk", "a biped steps from foot to foot, from rest to rest", MakeBipedWalk));
    return list;
  }();
  return motions;
}

const std::vector<MotionEntry>& Gaits() {
  static const std::vector<MotionEntry> gaits{
      MakeEntry("walk", "diagonal pairs of feet step in turn; joint feedback only, no base feedback",
                MakeWalk),
      MakeEntry("hop", "all legs crouch and stretch repeatedly; joint feedback only, no base feedback",
                MakeHop),
  };
  return gaits;
}

namespace {

const MotionEntry& FindMotion(const std::string& name) {
  std::vector<std::string> names;
  for (const MotionEntry& motion : Motions()) {
    if (motion.name == name) return motion;
    names.push_back(motion.name);
  }
  throw InputError(fmt::format("there is no motion '{}'; {}", name, Suggest(name, names)));
}

}  // namespace

MotionPtr MakeMotion(const std::string& name, const LeggedRobot& robot, const FieldValues& parameters) {
  return FindMotion(name).make(robot, parameters);
}

}  // namespace slipstick::control
