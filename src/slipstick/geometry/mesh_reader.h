// Reads the vertices of mesh files.
#pragma once

#include <string>
#include <vector>

#include "slipstick/core/eigen.h"
#include "slipstick/model/shape.h"

namespace slipstick::geometry {

/// The scaled corners of all faces of an STL (binary or text), OBJ or COLLADA file. InputError if the file is
/// missing, of an unknown format, truncated or malformed; `where` names the shape in the message.
std::vector<Eigen::Vector3d> ReadMeshPoints(const model::MeshGeometry& mesh, const std::string& where);

}  // namespace slipstick::geometry
