// Wrench spaces of the contacts of a world, shared by the steppers of maximal dissipation. Default: friction
// cones whose normal force is bounded by the depth.
#pragma once

#include <map>
#include <memory>
#include <utility>

#include "slipstick/core/fields.h"
#include "slipstick/laws/friction_polytopes.h"
#include "slipstick/world/world.h"

namespace slipstick::nmdp {

enum class BoundPower { kLinear, kSquared, kCubed };

struct FrictionOptions {
  BoundPower bound = BoundPower::kSquared;
  double reference_depth = 0.01;
  double ghost_force = 0.0;
  int directions = 6;

  void Visit(FieldVisitor& visit) {
    visit.Choice("bound", bound, {"linear", "squared", "cubed"},
                 "growth of the largest normal force with depth (program of Pan and Hauser 2020: squared; "
                 "paper: cubed)");
    visit.Number("reference_depth", reference_depth, {1e-9, 1e3}, "m",
                 "depth at which that force is the stiffness of the material times the depth");
    visit.Number(
        "ghost_force", ghost_force, {0.0, 1e9}, "N",
        "constant added to the largest normal force, also just after a contact has opened (zeta of Pan and "
        "Hauser 2020, which there acts at any height)");
    visit.Integer("directions", directions, {laws::kMinDirections, laws::kMaxDirections},
                  "number of friction directions (program of Pan and Hauser 2020: 6)");
  }

  /// For a material with this stiffness, N/m.
  laws::ForceBound BoundFor(double stiffness) const {
    return {stiffness, static_cast<int>(bound) + 1, reference_depth, ghost_force};
  }
};

class FrictionSpaces {
 public:
  FrictionSpaces(const World& world, const FrictionOptions& options);

  /// The wrench space given by the world, or a polytope with the static or kinetic friction of the material.
  const WrenchSpace& Between(int shape_a, int shape_b, bool slipping) const;

 private:
  struct Pair {
    std::unique_ptr<laws::CoulombPolytope> sticking, slipping;
  };
  const World& world_;
  std::map<const ContactMaterial*, Pair> pairs_;
};

}  // namespace slipstick::nmdp
