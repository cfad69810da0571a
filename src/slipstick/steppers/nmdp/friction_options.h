// What contacts can exert, as options: shared by the steppers of maximal dissipation.
#pragma once

#include "slipstick/core/fields.h"
#include "slipstick/laws/friction_polytopes.h"

namespace slipstick::nmdp {

enum class BoundPower { kLinear, kSquared, kCubed };

struct FrictionOptions {
  BoundPower bound = BoundPower::kSquared;
  double reference_depth = 0.01;
  double ghost_force = 0.0;
  int directions = 6;

  void Visit(FieldVisitor& visit) {
    visit.Choice(
        "bound", bound, {"linear", "squared", "cubed"},
        "how the largest normal force grows with depth (the authors' program: squared; paper 001: cubed)");
    visit.Number("reference_depth", reference_depth, {1e-9, 1e3}, "m",
                 "where that force is the material's stiffness times the depth");
    visit.Number("ghost_force", ghost_force, {0.0, 1e9}, "N",
                 "more of it, also where a contact has just opened (zeta of paper 001, which there acts at "
                 "any height)");
    visit.Integer("directions", directions, {laws::kFewestDirections, laws::kMostDirections},
                  "of friction (the authors' program: 6)");
  }

  /// Of a material with this stiffness, N/m.
  laws::ForceBound BoundFor(double stiffness) const {
    return {stiffness, static_cast<int>(bound) + 1, reference_depth, ghost_force};
  }
};

}  // namespace slipstick::nmdp
