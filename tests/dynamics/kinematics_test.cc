// Velocities, bias accelerations and Jacobians are derivatives of positions.
#include "slipstick/dynamics/kinematics.h"

#include <Eigen/Geometry>

#include "slipstick/core/convert.h"
#include "slipstick/core/random.h"
#include "support/finite_differences.h"
#include "support/sample_models.h"

namespace slipstick::dynamics {

using namespace support;
namespace {

using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

// Along a motion the third derivatives are tens of the first: speeds of 2 rad/s add up along chains of up to
// 60 bodies.
constexpr double kMotionTolerance = 10 * kDifferenceTolerance;

TEST(Kinematics, PointVelocityIsTheDerivativeOfPosition) {
  OnSamples(60, [](Sample& s) {
    for (const auto& point : s.points) {
      ForwardKinematics(s.model, s.q, s.v, s.ws);
      const Vector3d velocity = ToEigen(PointVelocity(s.ws, point));
      const VectorXd differences = DifferenceAlong(s.v, [&](const VectorXd& e) -> VectorXd {
        ForwardKinematics(s.model, Integrate(s.model, s.q, e), s.ws);
        return ToEigen(PointPosition(s.model, s.ws, point));
      });
      EXPECT_LT(RelativeError(velocity, differences), kMotionTolerance);
    }
  });
}

TEST(Kinematics, PointBiasAccelerationIsTheDerivativeOfJvAtConstantV) {
  OnSamples(60, [](Sample& s) {
    for (const auto& point : s.points) {
      ForwardKinematics(s.model, s.q, s.v, s.ws);
      const Vector3d Jdot_v = ToEigen(PointBiasAcceleration(s.ws, point));
      const VectorXd differences = DifferenceAlong(s.v, [&](const VectorXd& e) -> VectorXd {
        ForwardKinematics(s.model, Integrate(s.model, s.q, e), s.ws);
        return PointJacobian(s.model, s.ws, point) * s.v;
      });
      EXPECT_LT(RelativeError(Jdot_v, differences), kMotionTolerance);
    }
  });
}

TEST(Kinematics, PointJacobianColumnsAreDerivativesOfPosition) {
  OnSamples(12, [](Sample& s) {
    for (const auto& point : s.points) {
      ForwardKinematics(s.model, s.q, s.ws);
      const MatrixXd J = PointJacobian(s.model, s.ws, point);
      const MatrixXd differences = DifferencesAlongAll(s.model.nv(), [&](const VectorXd& e) -> VectorXd {
        ForwardKinematics(s.model, Integrate(s.model, s.q, e), s.ws);
        return ToEigen(PointPosition(s.model, s.ws, point));
      });
      EXPECT_LT(RelativeError(J, differences), kDifferenceTolerance);
    }
  });
}

/// Pose of a frame relative to X: the vector between the origins above the rotation vector, world axes.
VectorXd PoseFrom(const Pose& X, const Pose& moved) {
  const Eigen::AngleAxisd turn(moved.R * X.R.transpose());
  return (VectorXd(6) << moved.p - X.p, turn.angle() * turn.axis()).finished();
}

void ExpectFrameJacobiansAreDerivativesOfPose(Sample& s) {
  for (int f = 0; f < static_cast<int>(s.model.frames().size()); ++f) {
    SCOPED_TRACE("frame " + s.model.frames()[f].name);
    ForwardKinematics(s.model, s.q, s.ws);
    const MatrixXd J = FrameJacobian(s.model, s.ws, f);
    const Pose X = FramePose(s.model, s.ws, f);
    const MatrixXd differences = DifferencesAlongAll(s.model.nv(), [&](const VectorXd& e) {
      ForwardKinematics(s.model, Integrate(s.model, s.q, e), s.ws);
      return PoseFrom(X, FramePose(s.model, s.ws, f));
    });
    EXPECT_LT(RelativeError(J, differences), kDifferenceTolerance);
  }
}

// The frames of a forest are its links, including those on fixed joints.
TEST(Kinematics, FrameJacobianColumnsAreDerivativesOfPose) {
  int welded = 0;
  OnSamples(12, [&](Sample& s) {
    ExpectFrameJacobiansAreDerivativesOfPose(s);
    welded += static_cast<int>(s.model.frames().size()) - s.model.num_bodies();
  });
  EXPECT_GT(welded, Repeats(100));  // a tenth of some 1300 bodies
}

// The base of an arm is a frame on the world, which no joint moves.
TEST(Kinematics, FrameJacobianIsZeroOnTheWorld) {
  const Model model = model::LoadUrdf(SLIPSTICK_MODELS_DIR "/iiwa14.urdf");
  Random random(1);
  Sample s(model, random);
  ExpectFrameJacobiansAreDerivativesOfPose(s);
  const int base = model.frame("base");
  ASSERT_EQ(model.frames()[base].body, model::kWorld);
  EXPECT_EQ(LargestEntry(FrameJacobian(model, s.ws, base)), 0.0);
}

}  // namespace
}  // namespace slipstick::dynamics
