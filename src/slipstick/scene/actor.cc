#include "slipstick/scene/actor.h"

#include <fmt/core.h>

#include <cmath>

namespace slipstick::scene {
namespace {

// m/s and rad/s. Steppers report a speed above it as a failure, so a run that starts with it fails at once.
constexpr double kAbsurdStartSpeed = 1e6;

}  // namespace

void CheckStartSpeed(double speed, const std::string& name, const toml::SourcePosition& place) {
  if (!(std::abs(speed) < kAbsurdStartSpeed))
    toml::Refuse(
        place, fmt::format("{} starts with a speed of {:g}; it must be below {:g}. Is a unit missing?", name,
                           speed, kAbsurdStartSpeed));
}

Pose ReadPose(toml::TableReader& table) {
  return Pose::FromRpy(table.VectorOr("rpy", "rad", Eigen::Vector3d::Zero()),
                       table.VectorOr("position", "m", Eigen::Vector3d::Zero()));
}

void ReadVelocities(toml::TableReader& table, Actor& actor) {
  const auto read = [&](const char* key, const char* unit, Eigen::Vector3d& vector) {
    vector = table.VectorOr(key, unit, vector);
    if (const toml::Value* value = table.Find(key))
      CheckStartSpeed(vector.lpNorm<Eigen::Infinity>(), key, value->place);
  };
  read("velocity", "m/s", actor.velocity);
  read("angular_velocity", "rad/s", actor.angular_velocity);
}

}  // namespace slipstick::scene
