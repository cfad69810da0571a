// Wrench spaces of the contacts of a world. Default: friction cones whose normal force is bounded by the
// depth.
#pragma once

#include <map>
#include <memory>
#include <utility>

#include "slipstick/steppers/nmdp/friction_options.h"
#include "slipstick/world/world.h"

namespace slipstick::nmdp {

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
