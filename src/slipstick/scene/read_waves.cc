#include "slipstick/scene/read_waves.h"

#include <fmt/core.h>

#include <cmath>

#include "slipstick/control/schedules/waves_controller.h"

namespace slipstick::scene {
namespace {

const std::vector<FieldInfo>& WaveKeys() {
  static const std::vector<FieldInfo> keys = [] {
    std::vector<FieldInfo> list = {
        {"joint", "name", "", "", {}, "its name; forces on one joint add up"},
        {"force", "number", "", "N or N m", {}, "mean of a sinusoidal force; give either force or position"},
        {"position", "number", "", "m or rad", {}, "mean of a sinusoidal position target"},
    };
    Append(list, DescribeFields<control::Wave>());
    for (const char* name : {"kp", "kd"}) {
      list.push_back(DescribeGain(name));
      list.back().help += ", with a position";
    }
    return list;
  }();
  return keys;
}

/// `unit`: of mean and amplitude.
control::Wave ReadSine(toml::TableReader& table, const char* mean, const char* unit) {
  control::Wave wave;
  wave.mean = table.NumberOr(mean, unit, wave.mean);
  for (const NumberField& field : NumberFields(wave))
    *field.value = table.NumberOr(field.label.name, field.value == &wave.amplitude ? unit : field.label.unit,
                                  *field.value);
  return wave;
}

/// The wave must stay within the limits of the joint.
void CheckWithinLimits(const control::Wave& wave, const Joint& joint, const model::Dof& dof,
                       const toml::SourcePosition& place) {
  const double amplitude = std::abs(wave.amplitude);
  if (wave.mean - amplitude >= dof.lower && wave.mean + amplitude <= dof.upper) return;
  toml::Refuse(
      place,
      fmt::format("the wave of joint '{}' ranges from {:.4g} to {:.4g}; its limits are {:.4g} and {:.4g}.",
                  joint.name, wave.mean - amplitude, wave.mean + amplitude, dof.lower, dof.upper));
}

control::JointWave ReadWave(const toml::Value& value, const Model& model) {
  toml::TableReader table(value, "[[controller.joints]]", NamesOf(WaveKeys()));
  const toml::Value& name = table.Require("joint", "the name of the joint");
  const int index = FindSingleDofJoint(toml::ReadText(name, "joint"), name.place, model);
  const Joint& joint = model.joints()[index];

  if (table.Has("force") == table.Has("position"))
    toml::Refuse(table.place(),
                 fmt::format("joint '{}' has {} of 'force' and 'position', the mean of its wave; give one.",
                             joint.name, table.Has("force") ? "both" : "none"));
  const bool forces = table.Has("force");
  const char* unit = forces ? ForceUnit(joint) : PositionUnit(joint);
  control::JointWave wave{
      index, forces ? control::JointWave::Quantity::kForce : control::JointWave::Quantity::kPosition,
      ReadSine(table, forces ? "force" : "position", unit)};
  if (!forces) {
    CheckWithinLimits(wave.wave, joint, model.dofs()[joint.v], table.place());
    wave.kp = ReadGain(table, "kp", joint), wave.kd = ReadGain(table, "kd", joint);
  }
  table.RefuseUnused("a force has no feedback");
  return wave;
}

}  // namespace

ControllerInfo DescribeWaves() {
  ControllerInfo info{"waves", "sinusoidal forces or positions of joints", {}};
  info.parameters = DescribeFields<control::JointFeedbackOptions>();
  info.parameters.push_back(DescribeSample());
  info.list = "joints";
  info.entries = WaveKeys();
  return info;
}

std::shared_ptr<Controller> MakeWaves(const ControllerContext& context) {
  const Model& model = context.world.model();
  std::vector<control::JointWave> waves;
  for (const toml::Value* entry : toml::ReadTables(context.table.Find("joints"), "controller.joints"))
    waves.push_back(ReadWave(*entry, model));
  if (waves.empty())
    toml::Refuse(context.table.place(),
                 fmt::format("{} lacks 'joints', the actuated joints; add [[controller.joints]].",
                             context.table.what()));
  return std::make_shared<control::WavesController>(model, waves, ReadJointFeedback(context.table),
                                                    ReadSample(context));
}

}  // namespace slipstick::scene
