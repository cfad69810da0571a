// Names and units of the columns and indices of a recording.
#pragma once

#include <string>
#include <vector>

#include "slipstick/model/model.h"
#include "slipstick/names.h"

namespace slipstick::record {

struct RecordingNames {
  std::vector<std::string> bodies, shapes;
  /// Of the entries of q: "knee" in "rad", "base.x" in "m", "base.qw" in "1".
  std::vector<std::string> coordinates, coordinate_units;
  /// Of the entries of v: "knee" in "rad/s", "base.vx" in "m/s".
  std::vector<std::string> dofs, dof_units;

  int nq() const { return static_cast<int>(coordinates.size()); }
  int nv() const { return static_cast<int>(dofs.size()); }
  /// "world" for kWorld.
  std::string body(int index) const { return index == model::kWorld ? "world" : bodies.at(index); }
};

/// `shapes` are the names of the shapes, by index.
RecordingNames NamesOf(const Model& model, std::vector<std::string> shapes);

}  // namespace slipstick::record
