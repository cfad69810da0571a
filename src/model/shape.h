// Shapes that bodies carry: what contact and pictures are made from.
#pragma once

#include <string>
#include <variant>

#include "core/eigen.h"
#include "model/inertia.h"

namespace slipstick {

struct SphereGeometry {
  double radius;
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
  std::string path;  ///< where it was found; empty if it was not
  Eigen::Vector3d scale;
};
using Geometry = std::variant<SphereGeometry, BoxGeometry, CylinderGeometry, CapsuleGeometry,
                              EllipsoidGeometry, MeshGeometry>;

struct Shape {
  std::string name;
  int body = -1;  ///< kWorld or a body of the model
  Pose X_BS;      ///< placement in the body frame
  Geometry geometry;
  Eigen::Vector4d rgba{0.7, 0.7, 0.7, 1.0};
};

/// "sphere", "box", ...
const char* KindName(const Geometry& geometry);

}  // namespace slipstick
