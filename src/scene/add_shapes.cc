#include "scene/scene_parts.h"

namespace slipstick {
namespace {

bool IsMissingMesh(const Shape& shape) {
  const auto* mesh = std::get_if<MeshGeometry>(&shape.geometry);
  return mesh && mesh->path.empty();  // the reader of the robot file said so
}

CollisionShape Point(const Model& model, const std::string& name) {
  const Frame& frame = model.frames[model.frame(name)];
  CollisionShape point;
  point.shape.name = name;
  point.shape.body = frame.body;
  point.shape.X_BS = frame.X_BF;
  point.shape.geometry = SphereGeometry{0.0};
  return point;
}

}  // namespace

void AddShapes(int group, WorldBuilder& world, Actor& actor) {
  std::vector<CollisionShape> shapes;
  const Model& model = world.model();
  for (int i = 0; actor.use_collisions && i < actor.num_collisions; ++i)
    if (const Shape& shape = model.collisions[actor.first_collision + i]; !IsMissingMesh(shape))
      shapes.push_back({shape, -1, false});
  for (const std::string& frame : actor.contacts) shapes.push_back(Point(model, frame));

  actor.first_shape = actor.end_shape = 0;
  for (CollisionShape& shape : shapes) {
    shape.group = actor.self_collision ? -1 : group;
    shape.environment = actor.is_environment;
    const int index = world.AddShape(shape, actor.material);
    if (actor.end_shape == 0) actor.first_shape = index;
    actor.end_shape = index + 1;
  }
}

}  // namespace slipstick
