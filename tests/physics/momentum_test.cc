// Nothing inside a robot can change its momentum.
#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "physics/integrators.h"

namespace slipstick {
namespace {

using Eigen::Vector3d;

State SpinningStart(const Model& model) {
  Random random(11);
  State x{RandomConfiguration(model, random), RandomVelocity(model, random, 2.0)};
  x.q.head<3>() += Vector3d(3.0, -2.0, 1.0);
  x.v.head<3>() += Vector3d(1.0, 2.0, -1.0);
  return x;
}

Momentum MomentumAt(PassiveMotion& motion, const State& x) {
  return TotalMomentum(motion.model(), motion.At(x));
}

// Per second and relative to the momentum itself. A step of 0.25 ms while limbs turn at up to 10 rad/s leaves RK4 an error of
// (10 * 2.5e-4)⁴ / 120 = 3e-13 per radian, part of which cancels; rounding over 4000 steps adds sqrt(4000) 1e-16 = 6e-15.
constexpr double kTolerance = 1e-12;
constexpr double kStep = 2.5e-4;

TEST(Momentum, OfAWeightlessRobotIsConstant) {
  for (const char* file : {"solo12.urdf", "humanoid.urdf"}) {
    SCOPED_TRACE(file);
    const Model model = LoadWeightless(file);
    PassiveMotion motion(model);
    State x = SpinningStart(model);
    const Momentum start = MomentumAt(motion, x);
    Advance(motion, StepRk4, kStep, 1.0, x);
    const Momentum end = MomentumAt(motion, x);
    EXPECT_LT((end.linear - start.linear).norm(), kTolerance * start.linear.norm());
    EXPECT_LT((end.angular - start.angular).norm(), kTolerance * start.angular.norm());
  }
}

TEST(Momentum, OfAFallingRobotGrowsByItsWeightTimesTime) {
  const Model model = LoadWithGravity("solo12.urdf", {0.5, -1.0, -9.81});
  PassiveMotion motion(model);
  State x = SpinningStart(model);
  const Momentum start = MomentumAt(motion, x);
  Advance(motion, StepRk4, kStep, 1.0, x);
  const Vector3d gained = MomentumAt(motion, x).linear - start.linear,
                 expected = model.total_mass() * model.gravity * 1.0;
  EXPECT_LT((gained - expected).norm(), kTolerance * expected.norm());
}

TEST(Momentum, AboutTheCentreOfMassStaysConstantInFreeFall) {
  const Model model = LoadUrdf(ModelPath("solo12.urdf"));
  PassiveMotion motion(model);
  State x = SpinningStart(model);
  const auto spin = [&] {
    const Momentum total = MomentumAt(motion, x);
    return Vector3d(total.angular - CenterOfMass(model, motion.At(x)).cross(total.linear));
  };
  const Vector3d start = spin();
  const double scale = MomentumAt(motion, x).angular.norm();
  Advance(motion, StepRk4, kStep, 1.0, x);
  // Relative to the moment about the world's origin, of which it is a difference.
  EXPECT_LT((spin() - start).norm(), kTolerance * scale);
}

// An instant suffices for the law behind it: with limp joints the root feels no force, whatever the others do.
TEST(Momentum, DoesNotChangeWhateverTheJointsDo) {
  const Model model = LoadWeightless("humanoid.urdf");
  Random random(2);
  const Eigen::VectorXd q = RandomConfiguration(model, random), v = RandomVelocity(model, random, 2.0);
  Eigen::VectorXd tau = RandomVelocity(model, random, 50.0);
  tau.head<6>().setZero();
  Workspace<double> ws(model);
  const Eigen::VectorXd a = ForwardDynamics(model, q, v, tau, ws);
  const auto momentum_at = [&](double t) {
    ForwardKinematics(model, Integrate(model, q, t * v), Eigen::VectorXd(v + t * a), ws);
    return TotalMomentum(model, ws);
  };
  // In N and N m, next to joint forces of 50 N m. The central difference leaves t² = 1e-10 of third derivatives that joint
  // accelerations of 1e6 rad/s² on the lightest links make large.
  constexpr double kT = 1e-5;
  const Momentum ahead = momentum_at(kT), behind = momentum_at(-kT);
  EXPECT_LT((ahead.linear - behind.linear).norm() / (2 * kT), 1e-4);
  EXPECT_LT((ahead.angular - behind.angular).norm() / (2 * kT), 1e-4);
}

}  // namespace
}  // namespace slipstick
