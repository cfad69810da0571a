// Stiff problems of one or two dofs with known solutions, for tests of implicit integrators.
#pragma once

#include "support/contact_worlds.h"

namespace slipstick::support {

/// Position and velocity.
struct PositionAndVelocity {
  double x, v;
};

inline World FreeCart(double mass) {
  ModelBuilder builder("cart");
  builder.SetGravity(kNoGravity);
  builder.Add("cart", Inertia::Sphere(mass, 0.1), model::Prismatic("rail").Along(model::X));
  return WorldBuilder(builder.Build()).Build();
}

/// A spring and a damper on each rail, as feedback, relaxed at zero.
inline Actuation SpringsOf(const World& world, const Eigen::VectorXd& k, const Eigen::VectorXd& b) {
  Actuation actuation(world.model());
  actuation.kp = k;
  actuation.kd = b;
  actuation.q_ref = actuation.v_ref = Eigen::VectorXd::Zero(world.model().nv());
  return actuation;
}
inline Eigen::VectorXd One(double x) { return Eigen::VectorXd::Constant(1, x); }

/// m ẍ + k x = 0.
struct MassOnSpring {
  static constexpr double kMass = 2.0, kStiffness = 300.0, kX = 0.1, kV = 1.0;
  World world = FreeCart(kMass);
  Actuation actuation = SpringsOf(world, One(kStiffness), One(0.0));
  State start = [this] {
    State state = world.InitialState();
    state.q(0) = kX, state.v(0) = kV;
    return state;
  }();
  static PositionAndVelocity At(double t) {
    const double omega = std::sqrt(kStiffness / kMass), c = std::cos(omega * t), s = std::sin(omega * t);
    return {kX * c + kV / omega * s, kV * c - kX * omega * s};
  }
};

/// m ẍ + b ẋ + k x = 0, overdamped and stiff: time constants of 10 ms and 20 ns.
struct StiffSpringDamper {
  static constexpr double kMass = 2.0, kStiffness = 1e10, kDamping = 1e8, kX = 1.0, kV = 0.1;
  World world = FreeCart(kMass);
  Actuation actuation = SpringsOf(world, One(kStiffness), One(kDamping));
  State start = [this] {
    State state = world.InitialState();
    state.q(0) = kX, state.v(0) = kV;
    return state;
  }();
  /// Solution after the fast transient.
  static PositionAndVelocity At(double t) {
    const double root = std::sqrt(kDamping * kDamping - 4 * kMass * kStiffness);
    const double slow = -2 * kStiffness / (kDamping + root), fast = -(kDamping + root) / (2 * kMass);
    const double x = (kV - fast * kX) / (slow - fast) * std::exp(slow * t);
    return {x, slow * x};
  }
};

/// Two masses of 1 kg in series: a spring of 750 N/m from the wall to the first, and one of 1e20 N/m between
/// them.
struct TwoMassesOnSprings {
  World world = [] {
    ModelBuilder builder("two carts");
    builder.SetGravity(kNoGravity);
    const int first =
        builder.Add("first", Inertia::Sphere(1.0, 0.1), model::Prismatic("rail").Along(model::X));
    builder.Add("second", Inertia::Sphere(1.0, 0.1), model::Prismatic("coupling").On(first).Along(model::X));
    return WorldBuilder(builder.Build()).Build();
  }();
  Actuation actuation = SpringsOf(world, Eigen::Vector2d(750.0, 1e20), Eigen::Vector2d::Zero());
  State start = [this] {
    State state = world.InitialState();
    state.q(0) = 0.5;
    return state;
  }();
  double omega = std::sqrt(750.0 / 2.0);                                         ///< of both masses together
  double x_end = 0.5 * std::cos(omega), v_end = -0.5 * omega * std::sin(omega);  ///< after a second
};

/// A ball of 2 kg slightly above the ground under a load of 10 N; the contact is a spring and a damper.
struct LoadOnContact {
  static constexpr double kMass = 2.0, kLoad = 10.0, kStiffness = 1e5;
  World world = [] {
    ModelBuilder builder("loaded ball");
    builder.SetGravity(kNoGravity);
    const int ball = builder.Add("ball", Inertia::Sphere(kMass, 0.1),
                                 model::Prismatic("lift").At(Pose::At(0.0, 0.0, 0.1)).Along(model::Z));
    builder.AddCollision("ball", ball, {}, model::SphereGeometry{0.1});
    ContactMaterial material;
    material.stiffness = kStiffness;
    material.damping = std::sqrt(kStiffness / kMass);
    return OnGround(builder.Build(), material);
  }();
  Actuation actuation = [this] {
    Actuation load(world.model());
    load.tau(0) = -kLoad;
    return load;
  }();
  State start = [this] {
    State state = world.InitialState();
    state.q(0) = 1e-8;
    return state;
  }();
  double q_end = -kLoad / kStiffness;
};

}  // namespace slipstick::support
