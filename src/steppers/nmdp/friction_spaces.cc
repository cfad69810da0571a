#include "steppers/nmdp/friction_spaces.h"

namespace slipstick {

FrictionSpaces::FrictionSpaces(const World& world, int directions, const ForceBound& bound) : world_(world) {
  const int shapes = world.geometry().num_shapes();
  for (int a = 0; a < shapes; ++a)
    for (int b = 0; b < shapes; ++b) {
      const ContactMaterial& material = world.material(a, b);
      if (pairs_.contains(&material)) continue;
      ForceBound own = bound;
      own.stiffness = material.stiffness;
      pairs_[&material] = {std::make_unique<CoulombPolytope>(material.mu_static, directions, own),
                           std::make_unique<CoulombPolytope>(material.mu_kinetic, directions, own)};
    }
}

const WrenchSpace& FrictionSpaces::Between(int shape_a, int shape_b, bool slipping) const {
  if (const WrenchSpace* given = world_.wrench_space(shape_a, shape_b)) return *given;
  const Pair& pair = pairs_.at(&world_.material(shape_a, shape_b));
  return slipping ? *pair.slipping : *pair.sticking;
}

}  // namespace slipstick
