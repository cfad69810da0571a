#include "slipstick/scene/read_heap.h"

#include <fmt/core.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "slipstick/core/quote.h"
#include "slipstick/core/random.h"
#include "slipstick/core/suggest.h"
#include "slipstick/geometry/solid_inertia.h"
#include "slipstick/scene/read_body.h"

namespace slipstick::scene {
namespace {

const std::vector<std::string> kHeapKeys = {"name",     "count",    "shapes", "size",  "density", "layers",
                                            "position", "material", "drop",   "walls", "seed"};

enum HeapShape { kBall, kBrick, kPill, kCan };
const std::vector<std::string> kHeapShapes = {"sphere", "box", "capsule", "cylinder"};

constexpr double kMaxObjects = 1e5;  // a larger count is a mistake
// Width of a cell over the largest size: neighbours start without contact.
constexpr double kCellMargin = 1.02;
constexpr double kWallThickness = 0.02;  // m

struct Interval {
  double lower, upper;
};

struct Heap {
  std::string name;
  int count;
  std::vector<int> shapes;
  Interval size, density;
  int columns, rows;  ///< of cells in a layer
  double cell;        ///< m
  Eigen::Vector3d position;
  double drop;
};

double Between(Random& random, const Interval& interval) {
  return random.Uniform(interval.lower, interval.upper);
}

// --- random bodies ---

/// In three statements: the order of evaluation of arguments is unspecified.
Eigen::Vector3d DrawVector(double lower, double upper, Random& random) {
  Eigen::Vector3d drawn;
  for (int i = 0; i < 3; ++i) drawn(i) = random.Uniform(lower, upper);
  return drawn;
}

/// A solid whose farthest points are `size` apart.
model::Geometry DrawGeometry(int shape, double size, Random& random) {
  const Eigen::Vector3d edges = DrawVector(0.5, 1.0, random);
  switch (shape) {
    case kBall: return model::SphereGeometry{0.5 * size};
    case kBrick: return model::BoxGeometry{size / edges.norm() * edges};
    case kPill: {
      const double radius = 0.35 * edges.x() * size;
      return model::CapsuleGeometry{radius, size - 2.0 * radius};
    }
    default: {
      const double scale = size / edges.head<2>().norm();
      return model::CylinderGeometry{0.5 * scale * edges.x(), scale * edges.y()};
    }
  }
}

/// Uniform over all attitudes: a unit quaternion from a point drawn within the unit ball.
Eigen::Matrix3d DrawAttitude(Random& random) {
  for (;;) {
    Eigen::Vector4d point;
    for (int i = 0; i < 4; ++i) point(i) = random.Uniform(-1.0, 1.0);
    if (const double length = point.norm(); length > 0.1 && length < 1.0)
      return Eigen::Quaterniond(point / length).toRotationMatrix();
  }
}

/// A random place within its cell.
Pose DrawPose(const Heap& heap, int number, double size, Random& random) {
  const int column = number % heap.columns, row = number / heap.columns % heap.rows;
  const int layer = number / (heap.columns * heap.rows);
  const Eigen::Vector3d cell(column + 0.5 * (1 - heap.columns), row + 0.5 * (1 - heap.rows), layer + 0.5);
  const double margin = 0.5 * (heap.cell - size);
  const Eigen::Vector3d offset = DrawVector(-margin, margin, random);
  const Eigen::Matrix3d attitude = DrawAttitude(random);
  return {attitude, heap.position + Eigen::Vector3d(0.0, 0.0, heap.drop) + heap.cell * cell + offset};
}

// --- reading ---

int ReadCount(const toml::Value& value, const char* key, double upper) {
  const double number = toml::ReadNumber(value, key, "");
  if (!(number >= 1.0 && number <= upper && number == std::floor(number)))
    toml::Refuse(value.place,
                 fmt::format("{} is {:g}; it must be a whole number from 1 to {:g}.", key, number, upper));
  return static_cast<int>(number);
}

/// A number, or two of which the second is not smaller.
Interval ReadInterval(const toml::Value& value, const char* key, const char* unit) {
  if (value.kind != toml::Value::Kind::kArray) {
    const double number = toml::ReadPositive(value, key, unit);
    return {number, number};
  }
  if (value.items.size() != 2)
    toml::Refuse(value.place, fmt::format("{} is {}; expected a smallest and a largest number.", key,
                                          toml::Describe(value)));
  const Interval interval{toml::ReadPositive(value.items[0], key, unit),
                          toml::ReadPositive(value.items[1], key, unit)};
  if (interval.lower > interval.upper)
    toml::Refuse(value.place, fmt::format("{} is {:g} to {:g} {}; expected the smaller number first.", key,
                                          interval.lower, interval.upper, unit));
  return interval;
}

std::vector<int> ReadShapes(toml::TableReader& table) {
  const toml::Value* value = table.Find("shapes");
  if (!value) return {kBall, kBrick, kPill, kCan};
  std::vector<int> shapes;
  for (const std::string& word : toml::ReadTexts(*value, "shapes")) {
    const auto found = std::find(kHeapShapes.begin(), kHeapShapes.end(), word);
    if (found == kHeapShapes.end())
      toml::Refuse(value->items[shapes.size()].place, fmt::format("there is no shape {} for a heap; {}",
                                                                  Quote(word), Suggest(word, kHeapShapes)));
    shapes.push_back(static_cast<int>(found - kHeapShapes.begin()));
  }
  if (shapes.empty()) toml::Refuse(value->place, "shapes is empty; leave it out for all of them.");
  return shapes;
}

/// As square as possible.
void LayOut(int layers, Heap& heap) {
  const int cells = (heap.count + layers - 1) / layers;
  heap.columns = static_cast<int>(std::ceil(std::sqrt(cells)));
  heap.rows = (cells + heap.columns - 1) / heap.columns;
}

Heap ReadLayout(toml::TableReader& table, int number) {
  Heap heap;
  heap.name = table.TextOr("name", number == 1 ? "object" : fmt::format("object{}_", number));
  heap.count = ReadCount(table.Require("count", "the number of bodies"), "count", kMaxObjects);
  heap.shapes = ReadShapes(table);
  heap.size =
      ReadInterval(table.Require("size", "the longest extents, such as [\"3 cm\", \"6 cm\"]"), "size", "m");
  const toml::Value* density = table.Find("density");
  heap.density = density ? ReadInterval(*density, "density", "kg/m^3") : Interval{1000.0, 1000.0};
  const toml::Value* layers = table.Find("layers");
  LayOut(layers ? ReadCount(*layers, "layers", kMaxObjects) : 3, heap);
  heap.cell = kCellMargin * heap.size.upper;
  heap.position = table.VectorOr("position", "m", Eigen::Vector3d::Zero());
  heap.drop = table.NumberOr("drop", "m", 0.0);
  return heap;
}

// --- adding ---

Actor AddObject(const Heap& heap, int number, Random& random, ReadContext& context) {
  Actor actor;
  const std::string name = fmt::format("{}{}", heap.name, number + 1);
  actor.what = fmt::format("body '{}'", name);
  const double size = Between(random, heap.size);
  const model::Geometry geometry = DrawGeometry(heap.shapes[number % heap.shapes.size()], size, random);
  const Inertia inertia =
      geometry::Scaled(geometry::UnitDensityInertia(geometry, actor.what), Between(random, heap.density));
  AddFreeBody(name, inertia, DrawPose(heap, number, size, random), geometry, context, actor);
  return actor;
}

/// Four fixed boxes around the cells, as high as `height`.
Actor AddWalls(const Heap& heap, double height, ReadContext& context) {
  Actor walls;
  walls.what = fmt::format("the walls of heap '{}'", heap.name);
  walls.is_environment = true;
  walls.first_collision = context.num_collisions;
  const Eigen::Vector3d inside(heap.columns * heap.cell, heap.rows * heap.cell, height);
  for (int side = 0; side < 4; ++side) {
    const int across = side / 2, along = 1 - across;
    Eigen::Vector3d size = inside, middle = heap.position + Eigen::Vector3d(0.0, 0.0, 0.5 * height);
    size(across) = kWallThickness;
    size(along) += 2.0 * kWallThickness;
    middle(across) += (side % 2 == 0 ? 0.5 : -0.5) * (inside(across) + kWallThickness);
    const std::string name = fmt::format("{}_wall{}", heap.name, side + 1);
    context.model.AddCollision(name, model::kWorld, Pose::At(middle), model::BoxGeometry{size});
    context.model.AddVisual(name, model::kWorld, Pose::At(middle), model::BoxGeometry{size});
    walls.collision_links.emplace_back();
    ++context.num_collisions;
  }
  return walls;
}

}  // namespace

std::vector<Actor> ReadHeap(const toml::Value& value, int number, ReadContext& context) {
  toml::TableReader table(value, "[[heaps]]", kHeapKeys);
  const Heap heap = ReadLayout(table, number);
  const toml::Value* seed = table.Find("seed");
  Random random(seed ? ReadCount(*seed, "seed", 1e9) : 1);
  const std::string material = context.materials.NameIn(table);
  std::vector<Actor> actors;
  for (int i = 0; i < heap.count; ++i) actors.push_back(AddObject(heap, i, random, context));
  if (const toml::Value* walls = table.Find("walls"))
    actors.push_back(AddWalls(heap, toml::ReadPositive(*walls, "walls", "m"), context));
  for (Actor& actor : actors) {
    actor.place = value.place;
    actor.material = material;
  }
  return actors;
}

}  // namespace slipstick::scene
