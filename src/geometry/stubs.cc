#include <cmath>

#include "core/error.h"
#include "geometry/mesh_reader.h"
#include "geometry/pairs.h"
namespace slipstick {
std::vector<Eigen::Vector3d> ReadMeshPoints(const MeshGeometry&, const std::string& where) {
  throw InputError(where + ": meshes are not read yet");
}
Hull MakeHull(const std::vector<Eigen::Vector3d>&, const std::string& where) {
  throw InputError(where + ": no hulls yet");
}
HeightField MakeHeightField(const HeightFieldGeometry&, const std::string& where) {
  throw InputError(where + ": no height fields yet");
}
void CollideHullPlane(const PlacedShape&, const PlacedShape&, double, Manifold&) {}
void CollideCapsuleCapsule(const PlacedShape&, const PlacedShape&, double, Manifold&) {}
void CollideBoxBox(const PlacedShape&, const PlacedShape&, double, Manifold&) {}
void CollideConvexConvex(const PlacedShape&, const PlacedShape&, double, Manifold&) {}
void CollideHeightField(const PlacedShape&, const PlacedShape&, double, Manifold&) {}
}  // namespace slipstick
