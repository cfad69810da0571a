#include "slipstick/record/recording.h"

namespace slipstick::record {
namespace {

struct Label {
  const char* suffix;
  const char* unit;
};

const std::vector<Label> kCoordinatesInXz{{".z", "m"}, {".x", "m"}, {".pitch", "rad"}};
const std::vector<Label> kVelocitiesInXz{{".vz", "m/s"}, {".vx", "m/s"}, {".wy", "rad/s"}};

const std::vector<Label>& CoordinatesOf(JointKind kind) {
  static const std::vector<Label> turning{{"", "rad"}}, sliding{{"", "m"}},
      planar{{".a", "m"}, {".b", "m"}, {".angle", "rad"}},
      spherical{{".qx", "1"}, {".qy", "1"}, {".qz", "1"}, {".qw", "1"}},
      floating{{".x", "m"}, {".y", "m"}, {".z", "m"}, {".qx", "1"}, {".qy", "1"}, {".qz", "1"}, {".qw", "1"}},
      none;
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

/// A planar base: its columns are named after the axes of the world.
bool MovesInXz(const Model& model, size_t i) {
  const Joint& joint = model.joints()[i];
  return joint.kind == JointKind::kPlanar && model.bodies()[i].parent == model::kWorld &&
         joint.axis == Eigen::Vector3d::UnitY() && joint.X_PJ.R.isIdentity(1e-12);
}

const std::vector<Label>& VelocitiesOf(JointKind kind) {
  static const std::vector<Label> turning{{"", "rad/s"}}, sliding{{"", "m/s"}},
      planar{{".va", "m/s"}, {".vb", "m/s"}, {".rate", "rad/s"}},
      spherical{{".wx", "rad/s"}, {".wy", "rad/s"}, {".wz", "rad/s"}},
      floating{{".vx", "m/s"},   {".vy", "m/s"},   {".vz", "m/s"},
               {".wx", "rad/s"}, {".wy", "rad/s"}, {".wz", "rad/s"}},
      none;
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

}  // namespace

RecordingNames NamesOf(const Model& model, std::vector<std::string> shapes) {
  RecordingNames names;
  names.shapes = std::move(shapes);
  for (const Body& body : model.bodies()) names.bodies.push_back(body.name);
  for (size_t i = 0; i < model.joints().size(); ++i) {
    // The joint of a base has no meaningful name; its body has.
    const JointKind kind = model.joints()[i].kind;
    const bool in_xz = MovesInXz(model, i);
    const std::string& name =
        kind == JointKind::kFloating || in_xz ? model.bodies()[i].name : model.joints()[i].name;
    for (const Label& column : in_xz ? kCoordinatesInXz : CoordinatesOf(kind)) {
      names.coordinates.push_back(name + column.suffix);
      names.coordinate_units.push_back(column.unit);
    }
    for (const Label& column : in_xz ? kVelocitiesInXz : VelocitiesOf(kind)) {
      names.dofs.push_back(name + column.suffix);
      names.dof_units.push_back(column.unit);
    }
  }
  return names;
}

}  // namespace slipstick::record
