// Internal forces do not change the momentum of a robot.
#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "slipstick/model/generators.h"
#include "support/integrators.h"
#include "support/numbers.h"

namespace slipstick::physics_test {

using namespace support;
namespace {

using Eigen::Vector3d;
using Eigen::VectorXd;

SmoothState SpinningStart(const Model& model) {
  Random random(11);
  SmoothState x{model::RandomConfiguration(model, random), model::RandomVelocity(model, random, 2.0)};
  x.q.head<3>() += Vector3d(3.0, -2.0, 1.0);
  x.v.head<3>() += Vector3d(1.0, 2.0, -1.0);
  return x;
}

dynamics::Momentum MomentumAt(PassiveMotion& motion, const SmoothState& x) {
  return dynamics::TotalMomentum(motion.model(), motion.At(x));
}

// Per second and relative to the momentum itself. A step of 0.25 ms while limbs turn at up to 10 rad/s leaves
// RK4 an error of (10 * 2.5e-4)⁴ / 120 = 3e-13 per radian, part of which cancels; rounding over 4000 steps
// adds sqrt(4000) 1e-16 = 6e-15.
constexpr double kTolerance = 1e-12;
constexpr double kStep = 2.5e-4;

TEST(Momentum, OfAWeightlessRobotIsConstant) {
  for (const char* file : {"solo12.urdf", "humanoid.urdf"}) {
    SCOPED_TRACE(file);
    const Model model = LoadWeightless(file);
    PassiveMotion motion(model);
    SmoothState x = SpinningStart(model);
    const dynamics::Momentum start = MomentumAt(motion, x);
    Advance(motion, StepRk4, kStep, 1.0, x);
    const dynamics::Momentum end = MomentumAt(motion, x);
    EXPECT_LT((end.linear - start.linear).norm(), kTolerance * start.linear.norm());
    EXPECT_LT((end.angular - start.angular).norm(), kTolerance * start.angular.norm());
  }
}

TEST(Momentum, OfAFallingRobotGrowsByItsWeightTimesTime) {
  const Model model = LoadWithGravity("solo12.urdf", {0.5, -1.0, -9.81});
  PassiveMotion motion(model);
  SmoothState x = SpinningStart(model);
  const dynamics::Momentum start = MomentumAt(motion, x);
  Advance(motion, StepRk4, kStep, 1.0, x);
  const Vector3d gained = MomentumAt(motion, x).linear - start.linear,
                 expected = model.total_mass() * model.gravity() * 1.0;
  EXPECT_LT((gained - expected).norm(), kTolerance * expected.norm());
}

TEST(Momentum, AboutTheCentreOfMassStaysConstantInFreeFall) {
  const Model model = model::LoadUrdf(ModelPath("solo12.urdf"));
  PassiveMotion motion(model);
  SmoothState x = SpinningStart(model);
  const auto spin = [&] {
    const dynamics::Momentum total = MomentumAt(motion, x);
    return Vector3d(total.angular - dynamics::CenterOfMass(model, motion.At(x)).cross(total.linear));
  };
  const Vector3d start = spin();
  const double scale = MomentumAt(motion, x).angular.norm();
  Advance(motion, StepRk4, kStep, 1.0, x);
  // Relative to the moment about the world's origin, of which it is a difference.
  EXPECT_LT((spin() - start).norm(), kTolerance * scale);
}

/// The momentum of a free robot with its rate while q moves at v and v at a.
struct MovingMomentum {
  dynamics::Momentum value, rate;
};

/// Linear, and angular about the moving root: these are the first six rows of M(q) v. Without gravity, M v is
/// the force that takes the robot from rest to the acceleration v, and dual numbers carry its rate.
MovingMomentum MomentumAboutRoot(const Model& weightless, const VectorXd& q, const VectorXd& v,
                                 const VectorXd& a) {
  std::vector<Dual> d(v.size()), moving_v(v.size()), moving_q(q.size());
  for (int k = 0; k < v.size(); ++k) d[k] = {0.0, v(k)}, moving_v[k] = {v(k), a(k)};
  dynamics::Integrate<Dual>(weightless, std::vector<Dual>(q.begin(), q.end()), d, View<Dual>(moving_q));
  Workspace<Dual> ws(weightless);
  dynamics::InverseDynamics<Dual>(weightless, moving_q, std::vector<Dual>(v.size()), moving_v, ws);
  MovingMomentum result;
  for (int i = 0; i < 3; ++i) {
    const Dual linear = ws.tau[i], angular = ws.tau[3 + i];
    result.value.linear(i) = linear.value, result.rate.linear(i) = linear.derivative;
    result.value.angular(i) = angular.value, result.rate.angular(i) = angular.derivative;
  }
  return result;
}

// The same at one instant and to rounding: forces between bodies change neither momentum.
TEST(Momentum, IsIndependentOfJointForces) {
  for (const char* file : {"solo12.urdf", "humanoid.urdf"}) {
    SCOPED_TRACE(file);
    const Model model = LoadWeightless(file);
    Random random(2);
    const VectorXd q = model::RandomConfiguration(model, random),
                   v = model::RandomVelocity(model, random, 2.0);
    VectorXd tau = model::RandomVelocity(model, random, 50.0);
    tau.head<6>().setZero();
    Workspace<double> ws(model);
    const VectorXd a = dynamics::ForwardDynamics(model, q, v, tau, ws);
    const auto [momentum, rate] = MomentumAboutRoot(model, q, v, a);
    // About a root that moves at v_root, a constant momentum changes by -v_root x linear.
    const Vector3d of_moving_root = -Vector3d(v.head<3>()).cross(momentum.linear);
    // In N and N m. Joint accelerations of some 1e5 rad/s² on the lightest links cancel: rounding errors
    // remain.
    const double rounding = 1e-15 * LargestEntry(a);
    EXPECT_LT(rate.linear.norm(), rounding);
    EXPECT_LT((rate.angular - of_moving_root).norm(), rounding);
  }
}

}  // namespace
}  // namespace slipstick::physics_test
