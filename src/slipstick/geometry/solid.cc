#include "slipstick/geometry/solid.h"

#include <fmt/core.h>

#include <algorithm>
#include <limits>

#include "slipstick/core/convert.h"
#include "slipstick/core/error.h"
#include "slipstick/geometry/mesh_reader.h"
#include "slipstick/geometry/quickhull.h"

namespace slipstick::geometry {
namespace {

/// Converts each kind of geometry to a solid.
class Maker {
 public:
  explicit Maker(const std::string& where) : where_(where) {}

  Solid operator()(const model::SphereGeometry& g) const {
    Solid solid{.kind = SolidKind::kSphere, .radius = NotNegative("radius", g.radius)};
    solid.bound = g.radius;
    solid.box = {g.radius, g.radius, g.radius};
    return solid;
  }
  Solid operator()(const model::CapsuleGeometry& g) const {
    Solid solid{.kind = SolidKind::kCapsule,
                .radius = NotNegative("radius", g.radius),
                .half_length = 0.5 * NotNegative("length", g.length)};
    solid.bound = g.radius + solid.half_length;
    solid.box = {g.radius, g.radius, solid.bound};
    return solid;
  }
  Solid operator()(const model::CylinderGeometry& g) const {
    Solid solid{.kind = SolidKind::kCylinder,
                .radius = Positive("radius", g.radius),
                .half_length = 0.5 * Positive("length", g.length)};
    solid.bound = std::hypot(g.radius, solid.half_length);
    solid.box = {g.radius, g.radius, solid.half_length};
    return solid;
  }
  Solid operator()(const model::BoxGeometry& g) const {
    Solid solid{.kind = SolidKind::kBox, .half = 0.5 * Positive("size", g.size)};
    solid.bound = Norm(solid.half);
    solid.box = solid.half;
    return solid;
  }
  Solid operator()(const model::EllipsoidGeometry& g) const {
    Solid solid{.kind = SolidKind::kEllipsoid, .half = Positive("radii", g.radii)};
    solid.bound = std::max({g.radii.x(), g.radii.y(), g.radii.z()});
    solid.box = solid.half;
    return solid;
  }
  Solid operator()(const model::PlaneGeometry&) const {
    return {.kind = SolidKind::kPlane, .bound = std::numeric_limits<double>::infinity()};  // no box
  }
  Solid operator()(const model::ConvexGeometry& g) const { return FromPoints(g.vertices, where_); }
  Solid operator()(const model::MeshGeometry& g) const {
    return FromPoints(ReadMeshPoints(g, where_), fmt::format("{}: mesh '{}'", where_, g.path));
  }
  Solid operator()(const model::HeightFieldGeometry& g) const {
    Solid solid{.kind = SolidKind::kHeightField};
    solid.field = std::make_shared<HeightField>(MakeHeightField(g, where_));
    solid.bound = std::numeric_limits<double>::infinity();  // solid below, without end
    return solid;
  }

 private:
  static Solid FromPoints(const std::vector<Eigen::Vector3d>& points, const std::string& where) {
    Solid solid{.kind = SolidKind::kHull};
    solid.hull = std::make_shared<Hull>(MakeHull(points, where));
    solid.centre = solid.hull->centre;
    solid.bound = solid.hull->size;
    for (const Vec& v : solid.hull->vertex) {
      const Vec d = v - solid.centre;
      solid.box = {std::max(solid.box.x, std::abs(d.x)), std::max(solid.box.y, std::abs(d.y)),
                   std::max(solid.box.z, std::abs(d.z))};
    }
    return solid;
  }

  double NotNegative(const char* what, double value) const {
    if (std::isfinite(value) && value >= 0.0) return value;
    throw InputError(fmt::format(
        "{}: {} = {} m, must be finite and >= 0; correct the number (0 makes a point)", where_, what, value));
  }
  double Positive(const char* what, double value) const {
    if (std::isfinite(value) && value > 0.0) return value;
    throw InputError(
        fmt::format("{}: {} = {} m, must be finite and > 0; correct the number", where_, what, value));
  }
  Vec Positive(const char* what, const Eigen::Vector3d& v) const {
    if (v.allFinite() && v.minCoeff() > 0.0) return FromEigen(v);
    throw InputError(fmt::format("{}: {} = ({}, {}, {}) m, each must be finite and > 0; correct the numbers",
                                 where_, what, v.x(), v.y(), v.z()));
  }

  const std::string& where_;
};

}  // namespace

Solid MakeSolid(const model::Geometry& geometry, const std::string& where) {
  return std::visit(Maker(where), geometry);
}

}  // namespace slipstick::geometry
