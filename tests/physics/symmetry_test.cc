// Invariance under translation, rotation, constant velocity and time reversal.
#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "slipstick/model/generators.h"
#include "support/integrators.h"
#include "support/numbers.h"

namespace slipstick::physics_test {

using namespace support;
namespace {

using Eigen::Quaterniond;
using Eigen::Vector3d;
using Eigen::VectorXd;

const char* const kFreeRobots[] = {"solo12.urdf", "humanoid.urdf"};

struct SymmetrySample {
  Model model;
  VectorXd q, v, tau;

  SymmetrySample(const char* file, const Vector3d& gravity) : model(LoadWithGravity(file, gravity)) {
    Random random(4);
    q = model::RandomConfiguration(model, random), v = model::RandomVelocity(model, random, 2.0);
    tau = model::RandomVelocity(model, random, 1.0);
  }
  VectorXd Acceleration() const { return AccelerationAt(q, v, tau); }
  VectorXd AccelerationAt(const VectorXd& q_, const VectorXd& v_, const VectorXd& tau_) const {
    Workspace<double> ws(model);
    return dynamics::ForwardDynamics(model, q_, v_, tau_, ws);
  }
};

const Vector3d kDownwardGravity(0.0, 0.0, -9.81);

// Relative to the largest acceleration. Solving with a mass matrix of condition 1e4 (solo12) or 5e5
// (humanoid) may turn roundings of 1e-16 into 1e-11; the largest seen is 6e-14.
constexpr double kSolveTolerance = 1e-11;

// Identical bits at a distance of one kilometre: everything is measured from the root of the robot
// (docs/conventions.md). About the world's origin the inertias would be m (1 km)² = 1e7 kg m² next to 1e-5 of
// a hand, and no digit of those would be left.
TEST(Symmetry, AccelerationsAreTranslationInvariantToTheBit) {
  for (const char* file : kFreeRobots) {
    const SymmetrySample s(file, kDownwardGravity);
    VectorXd far = s.q;
    far.head<3>() += Vector3d(1000.0, -700.0, 300.0);
    EXPECT_EQ(s.AccelerationAt(far, s.v, s.tau), s.Acceleration()) << file;
  }
}

// The same for an arm that is fixed to the world.
TEST(Symmetry, FixedRobotsAreTranslationInvariant) {
  const ModelBuilder arm = model::ReadUrdf(ModelPath("iiwa14.urdf")).builder;
  ModelBuilder near("near"), far("far");
  near.Add(arm, "");
  far.Add(arm, "", Pose::At(1000.0, -700.0, 300.0));
  const Model a = near.Build(), b = far.Build();
  Random random(4);
  const VectorXd q = model::RandomConfiguration(a, random), v = model::RandomVelocity(a, random, 2.0);
  Workspace<double> ws_a(a), ws_b(b);
  const VectorXd tau = VectorXd::Zero(a.nv());
  EXPECT_EQ(VectorXd(dynamics::ForwardDynamics(b, q, v, tau, ws_b)),
            VectorXd(dynamics::ForwardDynamics(a, q, v, tau, ws_a)));
}

// Without gravity, accelerations rotate with the robot and its motion.
TEST(Symmetry, WithoutGravityAccelerationsAreRotationInvariant) {
  for (const char* file : kFreeRobots) {
    const SymmetrySample s(file, Vector3d::Zero());
    const Quaterniond turn = Quaterniond(0.5, -0.7, 0.1, 0.4).normalized();
    const auto turned = [&](VectorXd x) {  // the linear and the angular part
      x.head<3>() = turn * Vector3d(x.head<3>());
      x.segment<3>(3) = turn * Vector3d(x.segment<3>(3));
      return x;
    };
    VectorXd q = s.q;
    q.head<3>() = turn * Vector3d(q.head<3>());
    q.segment<4>(3) = (turn * Quaterniond(q(6), q(3), q(4), q(5))).coeffs();
    EXPECT_LT(RelativeError(s.AccelerationAt(q, turned(s.v), turned(s.tau)), turned(s.Acceleration())),
              kSolveTolerance)
        << file;
  }
}

// With gravity, the same holds for the joints: for rotations about the vertical, and in free fall for any.
TEST(Symmetry, WithGravityAccelerationsAreInvariantAboutTheVertical) {
  for (const char* file : kFreeRobots) {
    const SymmetrySample s(file, kDownwardGravity);
    const Quaterniond turn(Eigen::AngleAxisd(2.0, Vector3d::UnitZ())),
        tilt(Eigen::AngleAxisd(2.0, Vector3d::UnitX()));
    const auto joints_after = [&](const Quaterniond& rotation) {
      VectorXd q = s.q, v = s.v, tau = s.tau;
      q.segment<4>(3) = (rotation * Quaterniond(q(6), q(3), q(4), q(5))).coeffs();
      for (VectorXd* x : {&v, &tau}) {
        x->head<3>() = rotation * Vector3d(x->head<3>());
        x->segment<3>(3) = rotation * Vector3d(x->segment<3>(3));
      }
      // of the joints only: that of the root contains gravity, which does not rotate
      VectorXd a = s.AccelerationAt(q, v, tau);
      return VectorXd(a.tail(s.model.nv() - 6));
    };
    const VectorXd expected = s.Acceleration().tail(s.model.nv() - 6);
    EXPECT_LT(RelativeError(joints_after(turn), expected), kSolveTolerance) << file;
    EXPECT_LT(RelativeError(joints_after(tilt), expected), kSolveTolerance) << file;  // in free fall
  }
}

TEST(Symmetry, AccelerationsAreGalileanInvariant) {
  for (const char* file : kFreeRobots) {
    const SymmetrySample s(file, kDownwardGravity);
    VectorXd v = s.v;
    v.head<3>() += Vector3d(30.0, -20.0, 10.0);
    EXPECT_LT(RelativeError(s.AccelerationAt(s.q, v, s.tau), s.Acceleration()), kSolveTolerance) << file;
  }
}

// Equivalence principle: gravity equals an acceleration of the root.
TEST(Symmetry, GravityEqualsAnAccelerationOfTheRoot) {
  for (const char* file : kFreeRobots) {
    const SymmetrySample falling(file, kDownwardGravity), weightless(file, Vector3d::Zero());
    VectorXd expected = weightless.Acceleration();
    expected.head<3>() += kDownwardGravity;
    EXPECT_LT(RelativeError(falling.Acceleration(), expected), kSolveTolerance) << file;
  }
}

// Time reversal: velocities enter by products only, whose bits do not change with two signs.
TEST(Symmetry, AccelerationsAreTimeReversible) {
  for (const char* file : kFreeRobots) {
    const SymmetrySample s(file, kDownwardGravity);
    EXPECT_EQ(s.AccelerationAt(s.q, -s.v, s.tau), s.Acceleration()) << file;
  }
}

}  // namespace
}  // namespace slipstick::physics_test
