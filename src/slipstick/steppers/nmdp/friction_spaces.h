// What contacts of a world can exert where nothing but their materials is known: friction cones that the
// depth cuts off.
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

  /// What the world says, or a polytope with the friction of the material, static or kinetic.
  const WrenchSpace& Between(int shape_a, int shape_b, bool slipping) const;

 private:
  struct Pair {
    std::unique_ptr<laws::CoulombPolytope> sticking, slipping;
  };
  const World& world_;
  std::map<const ContactMaterial*, Pair> pairs_;
};

}  // namespace slipstick::nmdp
