#include "slipstick/contact/approach_margin.h"

#include <algorithm>

namespace slipstick::contact {

double ApproachMargin(const World& world, const Workspace<double>& ws, double tau) {
  const geometry::CollisionGeometry& geometry = world.geometry();
  double fastest = 0.0;
  for (int i = 0; i < geometry.num_shapes(); ++i) {
    const geometry::CollisionGeometry::Placement& place = geometry.placement(i);
    if (place.body == model::kWorld) continue;
    const dynamics::BodyState<double>& body = ws.body[place.body];
    const Vec3<double> centre = PointVelocity(body.v, body.p + body.R * place.centre_B);
    fastest = std::max(fastest, Length(centre) + Length(body.v.ang) * geometry.solid(i).bound);
  }
  return tau * (2.0 * fastest + 0.5 * tau * kMaxApproachAcceleration);
}

}  // namespace slipstick::contact
