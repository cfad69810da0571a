#include "slipstick/scene/wrench_space_kinds.h"

#include "slipstick/laws/friction_polytopes.h"
#include "slipstick/laws/patch_limit_surface.h"

namespace slipstick::scene {
namespace {

constexpr Range kFriction{0.0, 100.0}, kDirections{laws::kMinDirections, laws::kMaxDirections};
constexpr const char* kDirectionsHelp = "corners of the polygon in place of the circle";

struct CoulombParameters {
  double mu;
  int directions = 6;
  laws::ForceBound bound;

  explicit CoulombParameters(const ContactMaterial& material = {}) : mu(material.mu_kinetic) {
    bound.stiffness = material.stiffness;
  }
  void Visit(FieldVisitor& visit) {
    visit.Number("mu", mu, kFriction, "1", "friction coefficient; default: mu_kinetic of the materials");
    visit.Integer("directions", directions, kDirections, kDirectionsHelp);
    bound.Visit(visit);
  }
  std::shared_ptr<const WrenchSpace> Make(const WrenchSpaceSource&) const {
    return std::make_shared<laws::CoulombPolytope>(mu, directions, bound);
  }
};

struct AnisotropicParameters {
  double mu_x, mu_y;
  double heading = 0.0;
  int directions = 8;
  laws::ForceBound bound;

  explicit AnisotropicParameters(const ContactMaterial& material = {})
      : mu_x(material.mu_kinetic), mu_y(material.mu_kinetic) {
    bound.stiffness = material.stiffness;
  }
  void Visit(FieldVisitor& visit) {
    visit.Number("mu_x", mu_x, kFriction, "1", "along the heading; default: mu_kinetic of the materials");
    visit.Number("mu_y", mu_y, kFriction, "1", "across it; default: mu_kinetic of the materials");
    visit.Number("heading", heading, {-7.0, 7.0}, "rad", "about z of the second body (the world), from x");
    visit.Integer("directions", directions, kDirections, kDirectionsHelp);
    bound.Visit(visit);
  }
  std::shared_ptr<const WrenchSpace> Make(const WrenchSpaceSource&) const {
    const auto [sin, cos] = SinCos(heading);
    return std::make_shared<laws::AnisotropicPolytope>(mu_x, mu_y, Vec3<double>{cos, sin, 0.0}, directions,
                                                       bound);
  }
};

struct PatchParameters {
  double mu, radius = 0.02, torsion = laws::PatchLimitSurface::kUniformDisc;
  int directions = 6;
  laws::ForceBound bound;

  explicit PatchParameters(const ContactMaterial& material = {}) : mu(material.mu_kinetic) {
    bound.stiffness = material.stiffness;
  }
  void Visit(FieldVisitor& visit) {
    visit.Number("mu", mu, kFriction, "1", "friction coefficient; default: mu_kinetic of the materials");
    visit.Number("radius", radius, {1e-6, 10.0}, "m", "of the patch");
    visit.Number("torsion", torsion, {0.0, 1.0}, "1", "moment over mu, load and radius; 2/3: even pressure");
    visit.Integer("directions", directions, kDirections, kDirectionsHelp);
    bound.Visit(visit);
  }
  std::shared_ptr<const WrenchSpace> Make(const WrenchSpaceSource&) const {
    return std::make_shared<laws::PatchLimitSurface>(mu, radius, directions, bound, torsion);
  }
};

struct GranularParameters {
  int directions = 6;
  double scale = 1.0;
  bool round = false;

  explicit GranularParameters(const ContactMaterial& /*material*/ = {}) {}
  void Visit(FieldVisitor& visit) {
    visit.Integer("directions", directions, kDirections, "directions of motion in each ring of the terrain");
    visit.Number("scale", scale, {1e-6, 1e6}, "1",
                 "factor of the terrain's forces: area of the contact point over that of the plate");
    visit.Flag("round", round, "foot whose tilt has no effect; otherwise its sole faces -z");
  }
  std::shared_ptr<const WrenchSpace> Make(const WrenchSpaceSource& source) const {
    return std::make_shared<laws::GranularTerrain>(source.terrain, directions, scale,
                                                   Vec3<double>{0.0, 0.0, round ? 0.0 : 1.0});
  }
};

template <class Parameters>
WrenchSpaceKind DescribeKind(const char* name, const char* summary, bool needs_terrain = false) {
  return {name, summary, needs_terrain, DescribeFields(Parameters()), [](const WrenchSpaceSource& source) {
            Parameters parameters(source.material);
            SetFields(source.parameters, source.where, parameters);
            return parameters.Make(source);
          }};
}

}  // namespace

const std::vector<WrenchSpaceKind>& WrenchSpaceKinds() {
  static const std::vector<WrenchSpaceKind> kinds = {
      DescribeKind<CoulombParameters>("coulomb", "a point with isotropic dry friction"),
      DescribeKind<AnisotropicParameters>("anisotropic",
                                          "a point with anisotropic friction, such as on grooves"),
      DescribeKind<PatchParameters>("patch", "a round patch: exerts a torsional moment"),
      DescribeKind<GranularParameters>(
          "granular", "a foot in sand, from measured data: terrain = a built-in one or a file", true),
  };
  return kinds;
}

}  // namespace slipstick::scene
