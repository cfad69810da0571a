// Worlds with free shapes of every kind.
#pragma once

#include "slipstick/dynamics/kinematics.h"
#include "slipstick/geometry/broad_phase.h"
#include "slipstick/model/generators.h"
#include "slipstick/model/model_builder.h"
#include "support/sample_shapes.h"

namespace slipstick::support {

/// n bodies with a shape of some kind each, in a heap on a plane and beside a box of the world.
struct LooseBodies {
  Model model;
  geometry::CollisionGeometry geometry;
  Eigen::VectorXd q;

  LooseBodies(int n, uint64_t seed)
      : model(MakeModel(n)), geometry(model, MakeShapes(n)), q(model.neutral()) {
    Random random(seed);
    const double side = 0.25 * std::cbrt(n);
    for (int i = 0; i < n; ++i) {
      for (int k = 0; k < 3; ++k) q[7 * i + k] = random.Uniform(0.0, side);
      q.segment<4>(7 * i + 3) = Eigen::Quaterniond(RandomRotation(random)).coeffs();
    }
  }

  Workspace<double> Kinematics(const Eigen::VectorXd& at) const {
    Workspace<double> ws(model);
    dynamics::ForwardKinematics(model, at, ws);
    return ws;
  }

  std::vector<geometry::Bound> Bounds() const {
    const Workspace<double> ws = Kinematics(q);
    std::vector<geometry::Bound> bounds;
    for (int i = 0; i < geometry.num_shapes(); ++i) {
      const geometry::CollisionGeometry::Placement& place = geometry.placement(i);
      bounds.push_back({place.centre_B, geometry.solid(i).bound, place.R_BS.z});
      if (place.body == model::kWorld) continue;
      bounds[i].centre = ws.p_WB(model, place.body) + ws.body[place.body].R * place.centre_B;
    }
    return bounds;
  }

  /// The result of the broad phase by testing all pairs.
  std::vector<geometry::NearPair> AllPairs(const std::vector<geometry::Bound>& bounds, double margin) const {
    std::vector<geometry::NearPair> near;
    for (int a = 0; a < geometry.num_shapes(); ++a)
      for (int b = 0; b < geometry.num_shapes(); ++b) {
        const bool is_world = geometry.body(b) == model::kWorld;
        if (geometry.body(a) == model::kWorld || (!is_world && b <= a) || !geometry.MayTouch(a, b)) continue;
        const geometry::Vec d = bounds[a].centre - bounds[b].centre;
        const double distance =
            std::isfinite(bounds[b].radius) ? geometry::Norm(d) - bounds[b].radius : Dot(bounds[b].up, d);
        if (distance <= bounds[a].radius + margin) near.push_back({a, b});
      }
    return near;
  }

 private:
  static Model MakeModel(int n) {
    ModelBuilder builder("heap");
    for (int i = 0; i < n; ++i)
      builder.Add("body" + std::to_string(i), Inertia::Sphere(1.0, 0.1),
                  model::Floating("free" + std::to_string(i)));
    return builder.Build();
  }
  static std::vector<geometry::CollisionShape> MakeShapes(int n) {
    const std::vector<SampleShape> samples = BoundedSamples();
    std::vector<geometry::CollisionShape> shapes{
        {.shape = {"ground", model::kWorld, {}, model::PlaneGeometry{}}},
        {.shape = {"step", model::kWorld, {}, model::BoxGeometry{{0.5, 0.5, 0.5}}}}};
    for (int i = 0; i < n; ++i)
      shapes.push_back({.shape = {"shape", i, {}, samples[i % samples.size()].geometry}});
    return shapes;
  }
};

}  // namespace slipstick::support
