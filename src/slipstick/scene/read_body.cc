#include "slipstick/scene/read_body.h"

#include <fmt/core.h>

#include <filesystem>

#include "slipstick/core/quote.h"
#include "slipstick/geometry/solid_inertia.h"

namespace slipstick::scene {
namespace {

namespace fs = std::filesystem;

const std::vector<std::string> kBodyKeys = {
    "name",    "shape",    "size",     "radius", "radii",     "length", "mesh",     "scale",           "mass",
    "density", "material", "position", "rpy",    "on_ground", "fixed",  "velocity", "angular_velocity"};

enum BodyShape { kSphere, kBox, kCylinder, kCapsule, kEllipsoid, kMesh };
const std::vector<std::string> kShapes = {"sphere", "box", "cylinder", "capsule", "ellipsoid", "mesh"};

double Length(toml::TableReader& table, const char* key, const char* purpose) {
  return toml::ReadPositive(table.Require(key, purpose), key, "m");
}

Eigen::Vector3d Lengths(toml::TableReader& table, const char* key, const char* purpose) {
  const toml::Value& value = table.Require(key, purpose);
  Eigen::Vector3d lengths = toml::ReadVector(value, key, "m");
  if (!(lengths.minCoeff() > 0.0))
    toml::Refuse(value.place, fmt::format("{} must have numbers above 0 only.", key));
  return lengths;
}

/// One number for all directions, or one for each.
Eigen::Vector3d ReadScale(toml::TableReader& table) {
  const toml::Value* scale = table.Find("scale");
  if (scale && scale->kind != toml::Value::Kind::kArray)
    return Eigen::Vector3d::Constant(toml::ReadNumber(*scale, "scale", ""));
  return table.VectorOr("scale", "", Eigen::Vector3d::Ones());
}

model::MeshGeometry ReadMesh(toml::TableReader& table, const std::string& folder) {
  const toml::Value& value = table.Require("mesh", "an STL, OBJ or COLLADA file");
  const std::string name = toml::ReadText(value, "mesh");
  const fs::path path = fs::path(folder) / name;
  std::error_code ignored;
  if (!fs::is_regular_file(path, ignored))
    toml::Refuse(value.place, fmt::format("there is no mesh file {}.", Quote(path.string())));
  return {name, path.string(), ReadScale(table)};
}

model::Geometry ReadGeometry(toml::TableReader& table, const std::string& folder) {
  table.Require("shape", "one of sphere, box, cylinder, capsule, ellipsoid, mesh");
  switch (table.ChoiceOr("shape", kShapes, 0)) {
    case kSphere: return model::SphereGeometry{Length(table, "radius", "the radius of the sphere")};
    case kBox: return model::BoxGeometry{Lengths(table, "size", "the edges of the box: [x, y, z]")};
    case kCylinder:
      return model::CylinderGeometry{Length(table, "radius", "the radius of the cylinder"),
                                     Length(table, "length", "the length along z")};
    case kCapsule:
      return model::CapsuleGeometry{Length(table, "radius", "the radius of the capsule"),
                                    Length(table, "length", "the distance between the centres of its caps")};
    case kEllipsoid: return model::EllipsoidGeometry{Lengths(table, "radii", "its half axes: [x, y, z]")};
    default: return ReadMesh(table, folder);
  }
}

/// From the mass, or from the density (default: that of water).
Inertia ReadInertia(toml::TableReader& table, const model::Geometry& geometry, const std::string& what) {
  const Inertia unit = geometry::UnitDensityInertia(geometry, table.place().text() + ": " + what);
  const toml::Value* mass = table.Find("mass");
  const toml::Value* density = table.Find("density");
  if (mass && density)
    toml::Refuse(density->place, fmt::format("{} has both a mass and a density; give one of them.", what));
  if (mass) return geometry::Scaled(unit, toml::ReadPositive(*mass, "mass", "kg") / unit.mass);
  return geometry::Scaled(unit, density ? toml::ReadPositive(*density, "density", "kg/m^3") : 1000.0);
}

void RefuseMotionOfFixed(toml::TableReader& table, const std::string& what) {
  for (const char* key : {"velocity", "angular_velocity", "on_ground", "mass", "density"})
    if (const toml::Value* value = table.Find(key))
      toml::Refuse(value->place, fmt::format("'{}' has no meaning for {}, which is fixed.", key, what));
}

}  // namespace

void AddFreeBody(const std::string& name, const Inertia& inertia, const Pose& pose,
                 const model::Geometry& geometry, ReadContext& context, Actor& actor) {
  const int link = context.model.Add(name, inertia, model::Floating(name).At(pose));
  context.model.AddCollision(name, link, {}, geometry);
  context.model.AddVisual(name, link, {}, geometry);
  actor.root = name;
  actor.first_collision = context.num_collisions++;
  actor.collision_links = {name};
}

Actor ReadBody(const toml::Value& value, int number, ReadContext& context) {
  toml::TableReader table(value, "[[bodies]]", kBodyKeys);
  const std::string name = table.TextOr("name", fmt::format("body{}", number));
  Actor actor;
  actor.place = value.place;
  actor.what = fmt::format("body '{}'", name);
  actor.material = context.materials.NameIn(table);
  const model::Geometry geometry = ReadGeometry(table, context.folder);
  const Pose pose = ReadPose(table);
  if (table.FlagOr("fixed", false)) {
    RefuseMotionOfFixed(table, actor.what);
    actor.is_environment = true;
    context.model.AddCollision(name, model::kWorld, pose, geometry);
    context.model.AddVisual(name, model::kWorld, pose, geometry);
    actor.first_collision = context.num_collisions++;
    actor.collision_links = {""};
  } else {
    const Inertia inertia = ReadInertia(table, geometry, actor.what);
    ReadVelocities(table, actor);
    actor.on_ground = actor.sets_on_ground = table.FlagOr("on_ground", false);
    AddFreeBody(name, inertia, pose, geometry, context, actor);
  }
  table.RefuseUnused("the shape of the body does not have it");
  return actor;
}

}  // namespace slipstick::scene
