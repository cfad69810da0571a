#include "slipstick/record/recording_names.h"

namespace slipstick::record {
namespace {

struct ColumnLabel {
  const char* suffix;
  const char* unit;
};

struct JointColumns {
  std::vector<ColumnLabel> q, v;
};

const JointColumns& ColumnsOf(JointKind kind) {
  static const JointColumns turning{{{"", "rad"}}, {{"", "rad/s"}}}, sliding{{{"", "m"}}, {{"", "m/s"}}},
      planar{{{".a", "m"}, {".b", "m"}, {".angle", "rad"}},
             {{".va", "m/s"}, {".vb", "m/s"}, {".rate", "rad/s"}}},
      spherical{{{".qx", "1"}, {".qy", "1"}, {".qz", "1"}, {".qw", "1"}},
                {{".wx", "rad/s"}, {".wy", "rad/s"}, {".wz", "rad/s"}}},
      floating{
          {{".x", "m"}, {".y", "m"}, {".z", "m"}, {".qx", "1"}, {".qy", "1"}, {".qz", "1"}, {".qw", "1"}},
          {{".vx", "m/s"},
           {".vy", "m/s"},
           {".vz", "m/s"},
           {".wx", "rad/s"},
           {".wy", "rad/s"},
           {".wz", "rad/s"}}},
      none{{}, {}};
  switch (kind) {
    case JointKind::kRevolute:
    case JointKind::kContinuous: return turning;
    case JointKind::kPrismatic: return sliding;
    case JointKind::kPlanar: return planar;
    case JointKind::kSpherical: return spherical;
    case JointKind::kFloating: return floating;
    case JointKind::kFixed: break;
  }
  return none;
}

/// Of a planar base in the x-z plane: named after the axes of the world.
const JointColumns kColumnsInXz{{{".z", "m"}, {".x", "m"}, {".pitch", "rad"}},
                                {{".vz", "m/s"}, {".vx", "m/s"}, {".wy", "rad/s"}}};

/// Whether joint i is a planar base in the x-z plane.
bool MovesInXz(const Model& model, size_t i) {
  const Joint& joint = model.joints()[i];
  return joint.kind == JointKind::kPlanar && model.bodies()[i].parent == model::kWorld &&
         joint.axis == Eigen::Vector3d::UnitY() && joint.X_PJ.R.isIdentity(1e-12);
}

}  // namespace

RecordingNames NamesOf(const Model& model, std::vector<std::string> shapes) {
  RecordingNames names;
  names.shapes = std::move(shapes);
  for (const Body& body : model.bodies()) names.bodies.push_back(body.name);
  for (size_t i = 0; i < model.joints().size(); ++i) {
    // The columns of a base are named after its body, since its joint has no meaningful name.
    const JointKind kind = model.joints()[i].kind;
    const bool in_xz = MovesInXz(model, i);
    const std::string& name =
        kind == JointKind::kFloating || in_xz ? model.bodies()[i].name : model.joints()[i].name;
    const JointColumns& columns = in_xz ? kColumnsInXz : ColumnsOf(kind);
    for (const ColumnLabel& column : columns.q) {
      names.coordinates.push_back(name + column.suffix);
      names.coordinate_units.push_back(column.unit);
    }
    for (const ColumnLabel& column : columns.v) {
      names.dofs.push_back(name + column.suffix);
      names.dof_units.push_back(column.unit);
    }
  }
  return names;
}

}  // namespace slipstick::record
