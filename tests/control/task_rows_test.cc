// Task rows compared with finite differences along a motion: J a + J̇ v = ẍ.
#include "slipstick/control/followers/task_rows.h"

#include <gtest/gtest.h>

#include "slipstick/core/random.h"
#include "slipstick/core/rotation_vector.h"
#include "slipstick/dynamics/configuration.h"
#include "slipstick/dynamics/energy.h"
#include "slipstick/dynamics/kinematics.h"
#include "slipstick/model/model_builder.h"
#include "support/humanoid.h"
#include "support/random_matrices.h"
#include "support/tolerances.h"

namespace slipstick::control {

using namespace support;
namespace {

using Eigen::Vector3d;
using Eigen::VectorXd;

/// A humanoid in a random moving state.
struct Moving {
  const Model& model = Humanoid();
  Random random{5};
  VectorXd q = dynamics::Integrate(model, HumanoidStanding(), 0.3 * RandomVector(model.nv(), random));
  VectorXd v = RandomVector(model.nv(), random), a = 3.0 * RandomVector(model.nv(), random);

  /// Configuration after dt: exact to third order for constant a.
  VectorXd q_at(double dt) const { return dynamics::Integrate(model, q, dt * v + 0.5 * dt * dt * a); }
};

/// Second derivative of x(q(t)) by central differences.
template <class Quantity>
Vector3d SecondDerivative(const Moving& robot, Quantity x) {
  constexpr double kStep = 1e-4;  // errors: kStep² of the motion and 1e-16 / kStep² of rounding, about 1e-8
  return (x(robot.q_at(kStep)) - 2.0 * x(robot.q) + x(robot.q_at(-kStep))) / (kStep * kStep);
}

constexpr double kByDifferences =
    2e-6;  // for accelerations of about 10 m/s²: 1e-16 / step² times positions of 1 m, and step²

/// ẍ from the rows: J a - (desired - ẍ*), for zero gains and a target without acceleration.
template <class Task>
VectorXd Acceleration(const Moving& robot, TaskRows& rows, const Task& task) {
  solvers::RowMatrixXd J = solvers::RowMatrixXd::Zero(6, rows.num_dofs());
  VectorXd desired = VectorXd::Zero(6);
  rows.Evaluate(robot.q, robot.v);
  const int n = rows.Fill(task, J, desired);
  return (J * robot.a - desired).head(n);
}

TEST(TaskRows, CenterOfMassRowsAgreeWithFiniteDifferences) {
  const Moving robot;
  TaskRows rows(robot.model, 0);
  Workspace<double> ws(robot.model);
  const auto com = [&](const VectorXd& q) {
    dynamics::ForwardKinematics(robot.model, q, ws);
    return dynamics::CenterOfMass(robot.model, ws);
  };
  const VectorXd by_rows = Acceleration(robot, rows, CenterOfMassTask{{}, {0.0, 0.0}, {}});
  EXPECT_LE((by_rows - SecondDerivative(robot, com)).norm(), kByDifferences);
}

TEST(TaskRows, FrameOriginRowsAgreeWithFiniteDifferences) {
  const Moving robot;
  TaskRows rows(robot.model, 0);
  Workspace<double> ws(robot.model);
  for (const char* name : {"l_sole", "r_wrist", "body"}) {
    const int frame = robot.model.frame(name);
    const auto origin = [&](const VectorXd& q) {
      dynamics::ForwardKinematics(robot.model, q, ws);
      return dynamics::FramePose(robot.model, ws, frame).p;
    };
    const VectorXd by_rows = Acceleration(robot, rows, FrameTask{frame, PointMotion{}, {}, {0.0, 0.0}});
    EXPECT_LE((by_rows - SecondDerivative(robot, origin)).norm(), kByDifferences) << name;
  }
}

TEST(TaskRows, FrameOrientationRowsAgreeWithFiniteDifferences) {
  const Moving robot;
  TaskRows rows(robot.model, 0);
  Workspace<double> ws(robot.model);
  constexpr double kStep = 1e-4;
  for (const char* name : {"l_sole", "r_wrist", "body"}) {
    const int frame = robot.model.frame(name);
    const auto turn = [&](const VectorXd& q) {
      dynamics::ForwardKinematics(robot.model, q, ws);
      return dynamics::FramePose(robot.model, ws, frame).R;
    };
    // the mean angular velocities over a step before and after differ by the angular acceleration
    const Eigen::Matrix3d now = turn(robot.q), after = turn(robot.q_at(kStep)),
                          before = turn(robot.q_at(-kStep));
    const Vector3d omega_dot =
        (RotationVector(after * now.transpose()) - RotationVector(now * before.transpose())) /
        (kStep * kStep);
    const VectorXd by_rows =
        Acceleration(robot, rows, FrameTask{frame, {}, OrientationMotion{now}, {0.0, 0.0}});
    EXPECT_LE((by_rows - omega_dot).norm(), 2.0 * kByDifferences) << name;
  }
}

TEST(TaskRows, FeedbackIsProportionalAndDamped) {
  const Moving robot;
  TaskRows rows(robot.model, 0);
  Workspace<double> ws(robot.model);
  dynamics::ForwardKinematics(robot.model, robot.q, robot.v, ws);
  const int frame = robot.model.frame("l_sole");
  const Pose X = dynamics::FramePose(robot.model, ws, frame);
  const VectorXd v_frame = dynamics::FrameJacobian(robot.model, ws, frame) * robot.v;
  const Vector3d ahead(0.01, -0.02, 0.03);
  const FrameTask drifting{frame, PointMotion{}, OrientationMotion{X.R}, {0.0, 0.0}};
  const FrameTask pulled{
      frame, PointMotion{X.p + ahead}, OrientationMotion{RotationMatrix(ahead) * X.R}, {100.0, 7.0}};
  solvers::RowMatrixXd J(6, rows.num_dofs());
  VectorXd without(6), with(6);
  rows.Evaluate(robot.q, robot.v);
  ASSERT_EQ(rows.Fill(drifting, J, without), 6);
  ASSERT_EQ(rows.Fill(pulled, J, with), 6);
  VectorXd pull(6);
  pull << 100.0 * ahead, 100.0 * ahead;
  EXPECT_LE((with - without - (pull - 7.0 * v_frame)).norm(),
            1e-11);  // rounding of 100 times a rotation of 1 rad
}

TEST(TaskRows, CoverOneTreeOfSeveral) {
  ModelBuilder builder("two");
  builder.Add("ball", Inertia::Sphere(1.0, 0.1), model::Floating("free"));
  const int base = builder.Add("base", Inertia::Sphere(2.0, 0.1), model::Floating("base_joint"));
  builder.Add("arm", Inertia::Rod(1.0, {0, 0, 0}, {1, 0, 0}),
              model::Revolute("shoulder").On(base).About(model::Y));
  const Model model = builder.Build();
  TaskRows rows(model, model.body("base"));
  EXPECT_EQ(rows.first_dof(), 6);
  EXPECT_EQ(rows.num_dofs(), 7);
  EXPECT_EQ(rows.num_unactuated(), 6);
  solvers::RowMatrixXd J(3, 7);
  VectorXd desired(3);
  rows.Evaluate(model.neutral(), VectorXd::Zero(model.nv()));
  rows.Fill(CenterOfMassTask{}, J, desired);
  EXPECT_LE((J.leftCols(3) - Eigen::Matrix3d::Identity()).norm(), 1e-15)
      << "the whole tree moves with its base";
  EXPECT_NEAR(J(2, 6), -0.5 / 3.0, kRounding) << "1 kg of 3 at half a metre";
}

}  // namespace
}  // namespace slipstick::control
