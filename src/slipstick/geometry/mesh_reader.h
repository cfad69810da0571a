// Points of mesh files.
#pragma once

#include <string>
#include <vector>

#include "slipstick/core/eigen.h"
#include "slipstick/model/shape.h"

namespace slipstick::geometry {

/// The scaled corners of all triangles of an STL (binary or text) or OBJ file. InputError if the file is
/// missing, of another kind, cut off or garbled; `where` names the shape in it.
std::vector<Eigen::Vector3d> ReadMeshPoints(const model::MeshGeometry& mesh, const std::string& where);

}  // namespace slipstick::geometry
