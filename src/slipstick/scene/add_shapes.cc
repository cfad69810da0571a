#include "slipstick/scene/add_shapes.h"

#include <fmt/core.h>

#include <set>

#include "slipstick/core/quote.h"
#include "slipstick/core/suggest.h"

namespace slipstick::scene {
namespace {

/// A material for the shape takes precedence over one for its link.
const std::string& MaterialOf(const NamedShape& shape, const Actor& actor) {
  const std::string* of_link = &actor.material;
  for (const ShapeMaterial& given : actor.materials) {
    if (shape.name == actor.prefix + given.of) return given.material;
    if (shape.link == actor.prefix + given.of) of_link = &given.material;
  }
  return *of_link;
}

/// InputError for a material of a shape that the robot does not have.
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
                   fmt::format("{} has no collision shape {}, nor a link of that name with one; {}",
                               actor.what, Quote(given.of), Suggest(given.of, {known.begin(), known.end()})));
  }
}

/// A shape that WorldBuilder added, or -1 for a mesh that was not found.
void Register(NamedShape shape, Actor& actor) {
  if (shape.shape < 0) return;
  if (actor.shapes.empty()) actor.first_shape = shape.shape;
  actor.end_shape = shape.shape + 1;
  actor.shapes.push_back(std::move(shape));
}

}  // namespace

void AddShapes(int group, WorldBuilder& world, Actor& actor) {
  const Model& model = world.model();
  const world::ContactFilter filter{actor.self_collision ? -1 : group, actor.is_environment};
  for (size_t i = 0; actor.use_collisions && i < actor.collision_links.size(); ++i) {
    const int collision = actor.first_collision + static_cast<int>(i);
    NamedShape shape{0, model.collisions()[collision].name, actor.collision_links[i]};
    shape.shape = world.AddCollision(collision, MaterialOf(shape, actor), filter);
    Register(std::move(shape), actor);
  }
  for (const std::string& frame : actor.contacts) {
    const int body = model.frames()[model.frame(frame)].body;
    NamedShape shape{0, frame, body == model::kWorld ? "" : model.bodies()[body].name};
    shape.shape = world.AddPoint(frame, Eigen::Vector3d::Zero(), MaterialOf(shape, actor), filter);
    Register(std::move(shape), actor);
  }
  CheckShapeMaterials(actor);
}

}  // namespace slipstick::scene
