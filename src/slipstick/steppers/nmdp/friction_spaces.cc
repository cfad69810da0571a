#include "slipstick/steppers/nmdp/friction_spaces.h"

namespace slipstick::nmdp {

FrictionSpaces::FrictionSpaces(const World& world, const FrictionOptions& options) : world_(world) {
  const int shapes = world.geometry().num_shapes();
  for (int a = 0; a < shapes; ++a)
    for (int b = 0; b < shapes; ++b) {
      const ContactMaterial& material = world.material(a, b);
      if (pairs_.contains(&material)) continue;
      const laws::ForceBound bound = options.BoundFor(material.stiffness);
      pairs_[&material] = {
          std::make_unique<laws::CoulombPolytope>(material.mu_static, options.directions, bound),
          std::make_unique<laws::CoulombPolytope>(material.mu_kinetic, options.directions, bound)};
    }
}

const WrenchSpace& FrictionSpaces::Between(int shape_a, int shape_b, bool slipping) const {
  if (const WrenchSpace* given = world_.wrench_space(shape_a, shape_b)) return *given;
  const Pair& pair = pairs_.at(&world_.material(shape_a, shape_b));
  return slipping ? *pair.slipping : *pair.sticking;
}

}  // namespace slipstick::nmdp
