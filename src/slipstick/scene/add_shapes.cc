#include "slipstick/scene/add_shapes.h"

#include <fmt/core.h>

#include <set>

#include "slipstick/core/parse_numbers.h"
#include "slipstick/core/suggest.h"

namespace slipstick::scene {
namespace {

bool IsMissingMesh(const Shape& shape) {
  const auto* mesh = std::get_if<model::MeshGeometry>(&shape.geometry);
  return mesh && mesh->path.empty();  // the reader of the robot file said so
}

geometry::CollisionShape Point(const Model& model, const std::string& name) {
  const Frame& frame = model.frames()[model.frame(name)];
  geometry::CollisionShape point;
  point.shape.name = name;
  point.shape.body = frame.body;
  point.shape.X_BS = frame.X_BF;
  point.shape.geometry = model::SphereGeometry{0.0};
  return point;
}

/// The name of the shape itself counts more than that of its link.
const std::string& MaterialOf(const NamedShape& shape, const Actor& actor) {
  const std::string* of_link = &actor.material;
  for (const ShapeMaterial& given : actor.materials) {
    if (shape.name == actor.prefix + given.of) return given.material;
    if (shape.link == actor.prefix + given.of) of_link = &given.material;
  }
  return *of_link;
}

/// A material for what does not touch anything is a slip.
void CheckShapeMaterials(const Actor& actor) {
  for (const ShapeMaterial& given : actor.materials) {
    std::set<std::string> known;
    bool used = false;
    for (const NamedShape& shape : actor.shapes) {
      used |= shape.Is(actor.prefix + given.of);
      for (const std::string& name : {shape.name, shape.link})
        if (!name.empty()) known.insert(name.substr(actor.prefix.size()));
    }
    if (!used)
      toml::Refuse(given.place,
                   fmt::format("{} has no shape {} that touches, nor a link of that name with such; {}",
                               actor.what, Quote(given.of), Suggest(given.of, {known.begin(), known.end()})));
  }
}

void AddShape(int group, geometry::CollisionShape shape, const std::string& link, WorldBuilder& world,
              Actor& actor) {
  shape.group = actor.self_collision ? -1 : group;
  shape.environment = actor.is_environment;
  NamedShape named{0, shape.shape.name, link};
  named.shape = world.AddShape(shape, MaterialOf(named, actor));
  if (actor.shapes.empty()) actor.first_shape = named.shape;
  actor.end_shape = named.shape + 1;
  actor.shapes.push_back(std::move(named));
}

}  // namespace

void AddShapes(int group, WorldBuilder& world, Actor& actor) {
  const Model& model = world.model();
  for (size_t i = 0; actor.use_collisions && i < actor.collision_links.size(); ++i)
    if (const Shape& shape = model.collisions()[actor.first_collision + i]; !IsMissingMesh(shape))
      AddShape(group, {shape, -1, false}, actor.collision_links[i], world, actor);
  for (const std::string& frame : actor.contacts) {
    const geometry::CollisionShape point = Point(model, frame);
    AddShape(group, point, point.shape.body == model::kWorld ? "" : model.bodies()[point.shape.body].name,
             world, actor);
  }
  CheckShapeMaterials(actor);
}

}  // namespace slipstick::scene
