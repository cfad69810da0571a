// The box of section IV-A: it lies on the ground and is pushed to and fro, so that it sticks and slips. What
// the paper says of Newton's method and of implicit integrators, it shows with this box.
//
//   m v' = F cos(2π t / T) - μ̃(v) W sgn v,    μ̃ = μ min(|v| / v_s, 1) (6), (7)
//
// The paper does not say whether the force is a sine or a cosine; only a cosine brings the box to rest where
// the paper says.
#pragma once

#include <memory>

#include "slipstick/measure/measured_scene.h"
#include "slipstick/scene/scene_library.h"
#include "slipstick/scene/scene_reader.h"

namespace slipstick::tamsi_experiments {

inline constexpr char kBoxScene[] = "stick-slip-box";
inline constexpr double kBoxStictionSpeed = 1e-4;  // m/s

/// Pushes the box, N.
double BoxForce(double t);

/// Scene stick-slip-box, cut into windows, s.
std::shared_ptr<const measure::MeasuredScene> BoxScene(double window);

/// The world of that scene, with what pushes the box in it.
struct BoxWorld {
  BoxWorld() : BoxWorld(scene::BuildScene(scene::FindScene(kBoxScene))) {}
  void PushAt(double t) { actuation.tau(0) = BoxForce(t); }

  std::shared_ptr<const World> world;
  Actuation actuation;
  State state;

 private:
  explicit BoxWorld(const Scene& scene);
};

/// The equation above, solved in closed form from one change between sticking and slipping to the next: the
/// velocity at the time `end` of a box that has velocity v at `begin`. The linear law only.
double BoxVelocityAt(double end, double begin, double v);

}  // namespace slipstick::tamsi_experiments
