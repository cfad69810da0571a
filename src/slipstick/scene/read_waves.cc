#include "slipstick/scene/read_waves.h"

#include <fmt/core.h>

#include <cmath>

#include "slipstick/control/schedules/waves_controller.h"

namespace slipstick::scene {
namespace {

const std::vector<FieldInfo> kWaveKeys = {
    {"joint", "name", "", "", {}, "its name; forces on one joint add up"},
    {"force", "number", "", "N or N m", {}, "mean of a sinusoidal force; or"},
    {"position", "number", "", "m or rad", {}, "mean of a sinusoidal position target"},
    {"amplitude", "number", "0", "as the mean", {}, "of the sine"},
    {"frequency", "number", "0", "Hz", {}, "of the sine"},
    {"phase", "number", "0", "rad", {}, "of the sine at t = 0: 90 deg makes it a cosine"},
    {"kp", "number", "as above", "N/m or N m/rad", {0.0, 1e6}, "stiffness, with a position"},
    {"kd", "number", "as above", "N s/m or N m s/rad", {0.0, 1e6}, "damping, with a position"},
};

/// The wave must stay within the limits of the joint.
void CheckWithinLimits(const control::Wave& wave, const Joint& joint, const model::Dof& dof,
                       const toml::SourcePosition& place) {
  const double swing = std::abs(wave.amplitude);
  if (wave.mean - swing >= dof.lower && wave.mean + swing <= dof.upper) return;
  toml::Refuse(
      place,
      fmt::format("the wave of joint '{}' ranges from {:.4g} to {:.4g}; its limits are {:.4g} and {:.4g}.",
                  joint.name, wave.mean - swing, wave.mean + swing, dof.lower, dof.upper));
}

control::JointWave ReadWave(const toml::Value& value, const Model& model) {
  toml::TableReader table(value, "[[controller.joints]]", NamesOf(kWaveKeys));
  const toml::Value& name = table.Require("joint", "the name of the joint");
  const int index = FindActuatedJoint(toml::ReadText(name, "joint"), name.place, model);
  const Joint& joint = model.joints()[index];

  if (table.Has("force") == table.Has("position"))
    toml::Refuse(table.place(),
                 fmt::format("joint '{}' has {} of 'force' and 'position', the mean of its wave; give one.",
                             joint.name, table.Has("force") ? "both" : "none"));
  const bool forces = table.Has("force");
  const char* unit = forces ? ForceUnit(joint) : PositionUnit(joint);
  control::JointWave wave{
      index,
      forces ? control::JointWave::Quantity::kForce : control::JointWave::Quantity::kPosition,
      {},
      {},
      {}};
  wave.wave.mean = table.NumberOr(forces ? "force" : "position", unit, 0.0);
  wave.wave.amplitude = table.NumberOr("amplitude", unit, 0.0);
  wave.wave.frequency = table.NumberOr("frequency", "Hz", 0.0);
  wave.wave.phase = table.NumberOr("phase", "rad", 0.0);
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
  info.entries = kWaveKeys;
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
