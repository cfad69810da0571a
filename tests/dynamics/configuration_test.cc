// Motion on the configuration manifold: properties of Integrate and Difference for every joint kind.
#include "slipstick/dynamics/configuration.h"

#include <numbers>

#include "slipstick/model/generators.h"
#include "support/numbers.h"
#include "support/sample_models.h"

namespace slipstick::dynamics {

using namespace support;
namespace {

using Eigen::Vector3d;
using Eigen::VectorXd;
using std::numbers::pi;

// A few roundings of numbers up to 4.
constexpr double kPoseRounding = 5e-15;

/// One link on a joint of the given kind, with a rotated and shifted joint frame.
Model OneJoint(JointKind kind, const Vector3d& axis = model::Z) {
  ModelBuilder builder(model::KindName(kind));
  builder.Add("link", Inertia::Box(1.0, {0.1, 0.2, 0.3}),
              JointSpec(kind, "joint").At(Pose::FromRpy({0.3, -0.2, 0.5}, {1.0, 2.0, 3.0})).About(axis));
  return builder.Build();
}

Pose PoseAt(const Model& model, const VectorXd& q) {
  Workspace<double> ws(model);
  ForwardKinematics(model, q, ws);
  return FramePose(model, ws, 0);
}

void ExpectPose(const Pose& found, const Pose& expected) {
  EXPECT_LT((found.R - expected.R).norm(), kPoseRounding);
  EXPECT_LT((found.p - expected.p).norm(), kPoseRounding);
}

/// Matrix of the rotation by `angle` about a unit axis, by Rodrigues' formula.
Eigen::Matrix3d Turn(const Vector3d& axis, double angle) {
  Eigen::Matrix3d K;
  K << 0, -axis.z(), axis.y(), axis.z(), 0, -axis.x(), -axis.y(), axis.x(), 0;
  return Eigen::Matrix3d::Identity() + std::sin(angle) * K + (1 - std::cos(angle)) * K * K;
}

// --- meaning of q (docs/conventions.md)

TEST(Configuration, OfARevoluteJointIsTheUnwrappedAngleAboutItsAxis) {
  for (const JointKind kind : {JointKind::kRevolute, JointKind::kContinuous}) {
    const Vector3d axis = Vector3d(1, -2, 2) / 3;
    const Model model = OneJoint(kind, 5.0 * axis);
    const Pose X_WJ = model.joints()[0].X_PJ;
    for (const double angle : {0.0, 0.7, -2.0, 7.0})
      ExpectPose(PoseAt(model, VectorXd::Constant(1, angle)),
                 X_WJ * Pose{Turn(axis, angle), Vector3d::Zero()});
    EXPECT_EQ(Integrate(model, VectorXd::Constant(1, 6.0), VectorXd::Constant(1, 1.5))(0), 7.5);
  }
}

TEST(Configuration, OfAPrismaticJointIsTheDisplacementAlongItsAxis) {
  const Vector3d axis = Vector3d(1, -2, 2) / 3;
  const Model model = OneJoint(JointKind::kPrismatic, axis);
  ExpectPose(PoseAt(model, VectorXd::Constant(1, 0.6)), model.joints()[0].X_PJ * Pose::At(0.6 * axis));
}

TEST(Configuration, OfAPlanarJointIsTwoDisplacementsThenTheAngle) {
  const struct {
    Vector3d normal, first, second;
  } cases[] = {
      {model::Z, model::X, model::Y}, {model::Y, model::Z, model::X}, {model::X, model::Y, model::Z}};
  for (const auto& c : cases) {
    const Model model = OneJoint(JointKind::kPlanar, c.normal);
    const Pose in_joint{Turn(c.normal, 0.9), 0.3 * c.first + 0.4 * c.second};
    ExpectPose(PoseAt(model, VectorXd{{0.3, 0.4, 0.9}}), model.joints()[0].X_PJ * in_joint);
  }
}

TEST(Configuration, OfASphericalJointIsTheQuaternionOfTheChildInTheJointFrame) {
  const Model model = OneJoint(JointKind::kSpherical);
  const Vector3d axis = Vector3d(2, 1, -2) / 3;
  VectorXd q(4);
  q << std::sin(0.4) * axis, std::cos(0.4);  // (x, y, z, w), by 0.8 rad
  ExpectPose(PoseAt(model, q), model.joints()[0].X_PJ * Pose{Turn(axis, 0.8), Vector3d::Zero()});
}

TEST(Configuration, OfAFreeBodyIsItsPoseInTheWorld) {
  const Model model = OneJoint(JointKind::kFloating);
  const Vector3d axis = Vector3d(2, 1, -2) / 3;
  VectorXd q(7);
  q << 0.1, 0.2, 0.3, std::sin(0.4) * axis, std::cos(0.4);
  ExpectPose(PoseAt(model, q), Pose{Turn(axis, 0.8), Vector3d(0.1, 0.2, 0.3)});
  ExpectPose(PoseAt(model, model.neutral()),
             Pose::FromRpy({0.3, -0.2, 0.5}, {1.0, 2.0, 3.0}));  // its placement
}

TEST(Configuration, NormalisesQuaternionsOnUse) {
  const Model model = OneJoint(JointKind::kFloating);
  VectorXd q(7);
  q << 0.1, 0.2, 0.3, 0.5, -0.5, 0.5, 0.5;
  const Pose expected = PoseAt(model, q);
  q.tail<4>() *= 1.01;
  ExpectPose(PoseAt(model, q), expected);
  EXPECT_NEAR(Integrate(model, q, VectorXd::Zero(6)).tail<4>().norm(), 1.0, kPoseRounding);
}

// --- Integrate and Difference

/// Random tangent with rotations of length up to `angle`.
VectorXd RandomTangent(const Model& model, Random& random, double angle) {
  return model::RandomVelocity(model, random, angle / std::sqrt(3.0));
}

TEST(Configuration, DifferenceUndoesIntegrate) {
  for (const double angle : {1e-8, 0.01, 0.03, 1.0, 3.14})
    OnRandomForests(50, 20, [&](const Model& model, Random& random) {
      const VectorXd q = model::RandomConfiguration(model, random), d = RandomTangent(model, random, angle);
      EXPECT_LT(RelativeError(Difference(model, q, Integrate(model, q, d)), d), kPoseRounding);
    });
}

TEST(Configuration, IntegrateUndoesDifference) {
  OnRandomForests(100, 20, [](const Model& model, Random& random) {
    const VectorXd q0 = model::RandomConfiguration(model, random),
                   q1 = model::RandomConfiguration(model, random);
    const VectorXd reached = Integrate(model, q0, Difference(model, q0, q1));
    // compared through the poses, since q and -q are the same rotation
    Workspace<double> ws0(model), ws1(model);
    ForwardKinematics(model, reached, ws0), ForwardKinematics(model, q1, ws1);
    for (size_t f = 0; f < model.frames().size(); ++f) {
      const Pose a = FramePose(model, ws0, static_cast<int>(f)),
                 b = FramePose(model, ws1, static_cast<int>(f));
      EXPECT_LT((a.R - b.R).norm(), 20 * kPoseRounding);  // rotations of up to 20 bodies in a row add up
      EXPECT_LT((a.p - b.p).norm(), 100 * kPoseRounding);
    }
  });
}

TEST(Configuration, DifferenceReturnsTheShorterRotation) {
  const Model model = OneJoint(JointKind::kSpherical);
  const VectorXd long_way{{0.0, 2 * pi - 0.5, 0.0}};
  const VectorXd d = Difference(model, model.neutral(), Integrate(model, model.neutral(), long_way));
  EXPECT_LT((d - Vector3d(0.0, -0.5, 0.0)).norm(), kPoseRounding);
}

TEST(Configuration, AZeroTangentChangesNothing) {
  OnRandomForests(50, 20, [](const Model& model, Random& random) {
    const VectorXd q = model::RandomConfiguration(model, random);
    EXPECT_LT(RelativeError(Integrate(model, q, VectorXd::Zero(model.nv())), q), kPoseRounding);
    EXPECT_LT(LargestEntry(Difference(model, q, q)), kPoseRounding);
  });
}

// A tangent rotates about axes of the parent: first q, then exp(d) on its left.
TEST(Configuration, TangentsRotateAboutAxesOfTheParent) {
  const Model model = OneJoint(JointKind::kFloating);
  VectorXd q = model.neutral(), d = VectorXd::Zero(6);
  q.tail<4>() << std::sin(0.5), 0.0, 0.0, std::cos(0.5);  // 1 rad about x
  d << 1.0, 2.0, 3.0, 0.0, 0.0, 0.6;
  const Pose moved = PoseAt(model, Integrate(model, q, d));
  EXPECT_LT((moved.R - Turn(model::Z, 0.6) * Turn(model::X, 1.0)).norm(), kPoseRounding);
  EXPECT_LT((moved.p - Vector3d(2.0, 4.0, 6.0)).norm(), kPoseRounding);
}

TEST(Configuration, UnitQuaternionsStayUnitOverAMillionSteps) {
  const Model model = OneJoint(JointKind::kSpherical);
  const VectorXd d{{0.03, -0.02, 0.05}};
  VectorXd q = model.neutral();
  for (int i = 0; i < 1000000; ++i) Integrate<double>(model, q, d, View<double>(q));
  EXPECT_NEAR(q.norm(), 1.0, kPoseRounding);  // normalised at every step, so nothing adds up
}

TEST(Configuration, IntegrateMayWriteOverItsInput) {
  OnRandomForests(20, 20, [](const Model& model, Random& random) {
    VectorXd q = model::RandomConfiguration(model, random);
    const VectorXd d = RandomTangent(model, random, 1.0), expected = Integrate(model, q, d);
    Integrate<double>(model, q, d, View<double>(q));
    EXPECT_EQ(q, expected);
  });
}

}  // namespace
}  // namespace slipstick::dynamics
