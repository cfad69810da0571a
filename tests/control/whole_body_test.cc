// Whole-body inverse dynamics obeys the equations of motion.
#include "slipstick/control/followers/whole_body.h"

#include <gtest/gtest.h>

#include "slipstick/core/error.h"
#include "slipstick/core/random.h"
#include "slipstick/dynamics/contact_space.h"
#include "slipstick/dynamics/mass_matrix.h"
#include "support/solo.h"
#include "support/tolerances.h"

namespace slipstick::control {

using namespace support;
namespace {

using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

struct Case {
  VectorXd q, v;
  WholeBodyTask task;
};

Case RandomCase(Random& random) {
  Case c{SoloStanding(), VectorXd(18), {}};
  for (int k = 0; k < 18; ++k) c.v[k] = random.Uniform(-1.0, 1.0);
  for (int k = 7; k < 19; ++k) c.q[k] += random.Uniform(-0.3, 0.3);
  for (int k = 0; k < 6; ++k) c.task.base_acceleration[k] = random.Uniform(-2.0, 2.0);
  for (int foot = 0; foot < 4; ++foot) {
    const Vector3d a{random.Uniform(-5, 5), random.Uniform(-5, 5), random.Uniform(-5, 5)};
    c.task.feet.push_back({random.Uniform(0.0, 1.0) < 0.7, a});
  }
  return c;
}

// Cross-check with the dense mass matrix, the bias and the dense Jacobian.
TEST(WholeBody, SolutionsObeyTheEquationsOfMotion) {
  const Model& model = Solo();
  const LeggedRobot robot = SoloRobot();
  WholeBody whole_body(robot);
  Workspace<double> ws(model, 4);
  Random random(1);
  for (int trial = 0; trial < 100; ++trial) {
    const Case c = RandomCase(random);
    const WholeBodyForces& out = whole_body.Solve(c.q, c.v, c.task);
    ASSERT_TRUE(dynamics::Evaluate(model, c.q, c.v, robot.soles, ws));
    const MatrixXd J = dynamics::DenseContactJacobian(model, ws);
    const Eigen::Map<const VectorXd> bias(ws.bias.data(), model.nv());
    const VectorXd residual =
        dynamics::DenseMassMatrix(model, ws) * out.a + bias - out.tau - J.transpose() * out.f;
    EXPECT_LE(residual.tail(12).norm(), kAccumulatedRounding);
    EXPECT_LE((residual.head(6) - out.missing).norm(), 1e-11);
    EXPECT_EQ(out.tau.head(6).norm(), 0.0);
    for (int foot = 0; foot < 4; ++foot) {
      EXPECT_TRUE(c.task.feet[foot].in_stance || out.f.segment<3>(3 * foot).norm() == 0.0);
      const Vector3d a = J.middleRows<3>(3 * foot) * out.a +
                         Vector3d(ws.point[foot].Jdot_v.x, ws.point[foot].Jdot_v.y, ws.point[foot].Jdot_v.z);
      EXPECT_LE((a - c.task.feet[foot].acceleration).norm(),
                1e-3);  // error of damped least squares for a bent leg
    }
  }
}

TEST(WholeBody, StandingCarriesTheWeight) {
  WholeBody whole_body(SoloRobot());
  WholeBodyTask task;
  task.feet.resize(4);
  const WholeBodyForces& out = whole_body.Solve(SoloStanding(), VectorXd::Zero(18), task);
  EXPECT_LE(out.residual, 1e-3);
  double weight = 0.0;
  for (int foot = 0; foot < 4; ++foot) weight += out.f[3 * foot + 2];
  EXPECT_NEAR(weight, 9.81 * Solo().total_mass(), 1e-3);
}

// Other bodies in the model do not change the solution.
TEST(WholeBody, IgnoresOtherBodies) {
  ModelBuilder builder("both");
  builder.Add("ball", Inertia::Sphere(1.0, 0.1), model::Floating("ball_free"));
  builder.Add(model::ReadUrdf(SLIPSTICK_MODELS_DIR "/solo12.urdf").builder, "solo_");
  const Model model = builder.Build();
  VectorXd q = model.neutral();
  q.tail(19) = SoloStanding();
  std::vector<std::string> feet;
  for (const std::string& foot : kSoloFootFrames) feet.push_back("solo_" + foot);
  WholeBody both(LeggedRobot(model, feet, q)), alone(SoloRobot());
  EXPECT_NEAR(both.robot().mass, alone.robot().mass, kAccumulatedRounding);
  WholeBodyTask task;
  task.feet.resize(4);
  task.feet[1].in_stance = false;
  task.base_acceleration << 0.1, 0.2, 0.3, 0.4, 0.5, 0.6;
  const VectorXd tau = alone.Solve(SoloStanding(), VectorXd::Zero(18), task).tau;
  EXPECT_LE((both.Solve(q, VectorXd::Zero(24), task).tau.tail(18) - tau).norm(), 1e-9);
  EXPECT_EQ(both.Solve(q, VectorXd::Zero(24), task).tau.head(6).norm(), 0.0);
}

TEST(LeggedRobot, RejectsFeetWithoutAFloatingBase) {
  const Model arm = model::LoadUrdf(SLIPSTICK_MODELS_DIR "/iiwa14.urdf");
  EXPECT_THROW(LeggedRobot(arm, {"tool"}, arm.neutral()), InputError);
  EXPECT_THROW(LeggedRobot(Solo(), {"FL_FOOTT"}, Solo().neutral()), InputError);
  EXPECT_THROW(LeggedRobot(Solo(), {}, Solo().neutral()), InputError);
}

TEST(LeggedRobot, PlaceOnGroundPutsTheFeetAtHeightZero) {
  const LeggedRobot robot = SoloRobot();
  EXPECT_NEAR(robot.standing[2], 0.222996, 1e-5);  // models/README.md
  ASSERT_EQ(robot.stance.size(), 4u);
  for (const Vector3d& foot : robot.stance) EXPECT_NEAR(foot.z(), 0.0, kAccumulatedRounding);
  EXPECT_EQ(robot.num_joints(), 12);
  EXPECT_NEAR(robot.mass, 2.5, 1e-3);
}

}  // namespace
}  // namespace slipstick::control
