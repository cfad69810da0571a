#include "record/recording.h"

namespace slipstick {
namespace {

struct Label {
  const char* suffix;
  const char* unit;
};

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
  for (const Body& body : model.bodies) names.bodies.push_back(body.name);
  for (size_t i = 0; i < model.joints.size(); ++i) {
    // The joint of a free body is a formality; people know the body.
    const JointKind kind = model.joints[i].kind;
    const std::string& name = kind == JointKind::kFloating ? model.bodies[i].name : model.joints[i].name;
    for (const Label& column : CoordinatesOf(kind)) {
      names.coordinates.push_back(name + column.suffix);
      names.coordinate_units.push_back(column.unit);
    }
    for (const Label& column : VelocitiesOf(kind)) {
      names.dofs.push_back(name + column.suffix);
      names.dof_units.push_back(column.unit);
    }
  }
  return names;
}

}  // namespace slipstick
