// The centre of mass of a falling robot follows a parabola, for any motion of its limbs.
#include <gtest/gtest.h>

#include "slipstick/core/convert.h"
#include "slipstick/model/generators.h"
#include "support/integrators.h"
#include "support/numbers.h"

namespace slipstick::physics_test {

using namespace support;
namespace {

using Eigen::Vector3d;
using Eigen::VectorXd;

TEST(FreeFall, CentreOfMassOfATumblingRobotFollowsTheParabola) {
  const Model model = model::LoadUrdf(ModelPath("solo12.urdf"));
  PassiveMotion motion(model);
  Random random(8);
  SmoothState x{model::RandomConfiguration(model, random), model::RandomVelocity(model, random, 3.0)};
  const Vector3d p0 = dynamics::CenterOfMass(model, motion.At(x));
  const Vector3d v0 = dynamics::TotalMomentum(model, motion.At(x)).linear / model.total_mass();
  double largest = 0.0;
  Advance(motion, StepRk4, 2.5e-4, 1.0, x, [&](double t, const SmoothState& y) {
    const Vector3d expected = p0 + t * v0 + 0.5 * t * t * model.gravity();
    largest = Larger(largest, (dynamics::CenterOfMass(model, motion.At(y)) - expected).norm());
  });
  // Metres, after a fall of 5 m. RK4 is exact for the parabola. Its relative error in the rotation of the
  // limbs of 0.2 m is (3 * 2.5e-4)⁴ = 3e-13 and mostly cancels between action and reaction.
  EXPECT_LT(largest, 1e-12);
}

// The same at one instant and to rounding: with any joint forces the centre of mass accelerates with g.
TEST(FreeFall, CentreOfMassAccelerationIsIndependentOfJointForces) {
  for (const char* file : {"solo12.urdf", "humanoid.urdf"}) {
    const Model model = LoadWithGravity(file, {1.0, -2.0, -9.81});
    Random random(9);
    const VectorXd q = model::RandomConfiguration(model, random),
                   v = model::RandomVelocity(model, random, 3.0);
    VectorXd tau = model::RandomVelocity(model, random, 5.0);
    tau.head<6>().setZero();
    Workspace<double> ws(model);
    const VectorXd a = dynamics::ForwardDynamics(model, q, v, tau, ws);
    dynamics::ForwardKinematics(model, q, v, ws);
    Vector3d acceleration = dynamics::CenterOfMassJacobian(model, ws) * a;
    for (int i = 0; i < model.num_bodies(); ++i) {
      const Inertia& inertia = model.bodies()[i].inertia;
      acceleration += inertia.mass / model.total_mass() *
                      ToEigen(dynamics::PointBiasAcceleration<double>(ws, {i, FromEigen(inertia.com)}));
    }
    // Joint accelerations reach 1e4 rad/s² on the lightest links and cancel to 10 m/s²: rounding errors
    // remain.
    EXPECT_LT((acceleration - model.gravity()).norm(), 1e-15 * LargestEntry(a)) << file;
  }
}

TEST(FreeFall, OfABoxIsExact) {
  const Model model = model::LoadUrdf(ModelPath("free_box.urdf"));
  PassiveMotion motion(model);
  SmoothState x{model.neutral(), VectorXd{{1.0, 0.0, 3.0, 0.0, 0.0, 0.0}}};
  Advance(motion, StepRk4, 0.1, 2.0, x);
  EXPECT_NEAR(x.q(0), 2.0, 1e-14);  // rounding only: RK4 solves a parabola exactly
  EXPECT_NEAR(x.q(2), 3.0 * 2 - 0.5 * 9.81 * 4, 1e-13);
  EXPECT_NEAR(x.v(2), 3.0 - 9.81 * 2, 1e-13);
}

}  // namespace
}  // namespace slipstick::physics_test
