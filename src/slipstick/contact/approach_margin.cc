#include "slipstick/contact/approach_margin.h"

#include <algorithm>

namespace slipstick::contact {

double LargestSpeed(const World& world, const Workspace<double>& ws, int shape) {
  const geometry::CollisionGeometry::Placement& place = world.geometry().placement(shape);
  const dynamics::BodyState<double>& body = ws.body[place.body];
  const Vec3<double> centre = PointVelocity(body.v, body.p + body.R * place.centre_B);
  return Length(centre) + Length(body.v.ang) * world.geometry().solid(shape).bound;
}

double ApproachMargin(const World& world, const Workspace<double>& ws, double tau) {
  double fastest = 0.0;
  for (int i = 0; i < world.geometry().num_shapes(); ++i)
    if (world.geometry().body(i) != model::kWorld) fastest = std::max(fastest, LargestSpeed(world, ws, i));
  return tau * (2.0 * fastest + 0.5 * tau * kMaxApproachAcceleration);
}

}  // namespace slipstick::contact
