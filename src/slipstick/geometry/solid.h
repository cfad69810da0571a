// A shape prepared for proximity queries: checked, meshes read, hulls and bounds computed.
#pragma once

#include <cstdint>
#include <memory>

#include "slipstick/geometry/height_field.h"
#include "slipstick/geometry/hull.h"
#include "slipstick/geometry/vector_tools.h"
#include "slipstick/model/shape.h"

namespace slipstick::geometry {

/// In the order in which pairs are handed to the functions of pairs.h: the first argument has the smaller
/// kind.
enum class SolidKind : uint8_t {
  kSphere,
  kCapsule,
  kBox,
  kCylinder,
  kEllipsoid,
  kHull,
  kPlane,
  kHeightField
};
inline constexpr int kNumSolidKinds = 8;

struct Solid {
  SolidKind kind = SolidKind::kSphere;
  double radius = 0.0;       ///< sphere, capsule, cylinder
  double half_length = 0.0;  ///< capsule, cylinder: along z
  Vec half = Vec::Zero();    ///< half edges of a box, radii of an ellipsoid
  std::shared_ptr<const Hull> hull = {};
  std::shared_ptr<const HeightField> field = {};

  Vec centre = Vec::Zero();  ///< of the bounding sphere, shape frame
  double bound = 0.0;        ///< its radius; infinite for a plane
  Vec box = Vec::Zero();     ///< half edges of the axis-aligned bounding box, about `centre`
};

/// Checks the numbers and prepares the solid, reading the mesh if it is one. `where` names the shape in
/// messages.
Solid MakeSolid(const model::Geometry& geometry, const std::string& where);

/// A solid somewhere in the world.
struct PlacedShape {
  const Solid* solid = nullptr;
  Vec p = Vec::Zero();
  Mat R = Mat::Identity();
};

}  // namespace slipstick::geometry
