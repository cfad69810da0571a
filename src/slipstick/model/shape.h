// Collision and visual shapes of bodies.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "slipstick/core/eigen.h"
#include "slipstick/core/pose.h"
#include "slipstick/names.h"

namespace slipstick::model {

struct SphereGeometry {
  double radius;  ///< 0 for a point contact
};
struct BoxGeometry {
  Eigen::Vector3d size;  ///< full edge lengths
};
struct CylinderGeometry {
  double radius, length;  ///< along z, centred
};
struct CapsuleGeometry {
  double radius, length;  ///< along z, centred; length between the centres of the two caps
};
struct EllipsoidGeometry {
  Eigen::Vector3d radii;
};
struct MeshGeometry {
  std::string uri;   ///< as written in the file
  std::string path;  ///< resolved file; empty if it was not found
  Eigen::Vector3d scale;
};
/// The half-space z <= 0 of the shape frame.
struct PlaneGeometry {};
/// The convex hull of points given in code.
struct ConvexGeometry {
  std::vector<Eigen::Vector3d> vertices;
};
/// Heights over a grid, solid below; centred on the shape frame, z up. Each cell is split into two triangles
/// by the diagonal from its lower corner in x and y to its upper one.
struct HeightFieldGeometry {
  double dx, dy;                ///< spacing of the grid
  int nx, ny;                   ///< points along x and y
  std::vector<double> heights;  ///< x varies fastest: the point (i, j) is at j * nx + i
};
using Geometry =
    std::variant<SphereGeometry, BoxGeometry, CylinderGeometry, CapsuleGeometry, EllipsoidGeometry,
                 MeshGeometry, PlaneGeometry, ConvexGeometry, HeightFieldGeometry>;

struct Shape {
  std::string name;
  int body = -1;  ///< kWorld or a body of the model
  Pose X_BS;      ///< placement in the body frame
  Geometry geometry;
  Eigen::Vector4d rgba{0.7, 0.7, 0.7, 1.0};
};

/// "sphere", "box", ...
const char* KindName(const Geometry& geometry);

}  // namespace slipstick::model
