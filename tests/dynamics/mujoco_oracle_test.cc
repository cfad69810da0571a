// MuJoCo computes the same mass matrices, bias forces and accelerations: an independent engine with other
// conventions, other algorithms and other authors.
#include <gtest/gtest.h>

#include <set>
#include <sstream>

#include "dynamics/sample.h"
#ifdef SLIPSTICK_HAVE_MUJOCO
#include "oracle/mujoco_model.h"
#include "oracle/mujoco_oracle.h"
#endif

namespace slipstick {
namespace {

#ifndef SLIPSTICK_HAVE_MUJOCO

TEST(MujocoOracle, AgreesOnMassMatrixBiasAndForwardDynamics) {
  GTEST_SKIP() << "built without MuJoCo; install the Debian package libmujoco-dev (./dev setup) and "
                  "configure again with "
                  "SLIPSTICK_BENCHMARKS=ON.";
}

#else

using Eigen::MatrixXd;
using Eigen::VectorXd;

// Both engines compute in doubles; what is left is rounding, amplified in accelerations by the condition
// number of M. The largest seen are 5e-15 in M, 4e-15 in bias and 5e-12 in accelerations.
constexpr double kTolerance = 1e-9;

/// Keeps the largest error and, as a property in the test report, shows how far below the tolerance it is.
struct LargestErrors {
  double mass_matrix = 0.0, bias = 0.0, by_factor = 0.0, articulated = 0.0;

  void Record() const {
    const auto record = [](const char* what, double error) {
      std::ostringstream text;
      text << error;
      testing::Test::RecordProperty(what, text.str());
      EXPECT_LT(error, kTolerance) << what;
    };
    record("mass_matrix", mass_matrix);
    record("bias", bias);
    record("forward_dynamics_by_factor", by_factor);
    record("forward_dynamics", articulated);
  }
};

void Compare(const Model& model, int states, Random& random, LargestErrors& errors) {
  MujocoOracle mujoco(model);
  Workspace<double> ws(model);
  const auto keep_largest = [](double& largest, double error) { largest = Larger(largest, error); };
  for (int i = 0; i < states; ++i) {
    const VectorXd q = RandomConfiguration(model, random);
    const VectorXd v = RandomVelocity(model, random, 2.0);
    const VectorXd tau = RandomVelocity(model, random, 10.0);
    const VectorXd a = mujoco.ForwardDynamics(q, v, tau);
    keep_largest(errors.mass_matrix, RelativeError(DenseMassMatrix(model, q, ws), mujoco.MassMatrix(q)));
    keep_largest(errors.bias, RelativeError(Bias(model, q, v, ws), mujoco.Bias(q, v)));
    keep_largest(errors.by_factor, RelativeError(ForwardDynamicsByFactor(model, q, v, tau, ws), a));
    keep_largest(errors.articulated, RelativeError(ForwardDynamics(model, q, v, tau, ws), a));
  }
}

class MujocoOracleOnRobot : public testing::TestWithParam<const char*> {};

TEST_P(MujocoOracleOnRobot, AgreesOnMassMatrixBiasAndForwardDynamics) {
  LargestErrors errors;
  Random random(1);
  Compare(LoadUrdf(SLIPSTICK_MODELS_DIR "/" + std::string(GetParam()) + ".urdf"), 100, random, errors);
  errors.Record();
}

INSTANTIATE_TEST_SUITE_P(Robots, MujocoOracleOnRobot, testing::Values("solo12", "iiwa14", "humanoid"),
                         [](const auto& robot) { return std::string(robot.param); });

TEST(MujocoOracle, AgreesOnRandomForestsOfEveryJointKind) {
  LargestErrors errors;
  std::set<JointKind> kinds_on_world, kinds_on_bodies;
  OnRandomForests(100, 30, [&](const Model& model, Random& random) {
    for (int i = 0; i < model.num_bodies(); ++i)
      (model.bodies[i].parent == kWorld ? kinds_on_world : kinds_on_bodies).insert(model.joints[i].kind);
    Compare(model, 5, random, errors);
  });
  errors.Record();
  EXPECT_EQ(kinds_on_world.size(), 6u);
  EXPECT_EQ(kinds_on_bodies.size(), 6u);
}

TEST(MujocoOracle, ConvertsConfigurationsThereAndBack) {
  RandomTreeOptions options;
  options.bodies = 30;
  const Model model = RandomTree(3, options);
  Random random(4);
  const VectorXd q = RandomConfiguration(model, random);
  EXPECT_EQ(FromMujocoConfiguration(model, ToMujocoConfiguration(model, q)), q);
  const MatrixXd T = MujocoVelocityMap(model, q);
  EXPECT_LT(LargestDifference(T * T.transpose(), MatrixXd::Identity(model.nv, model.nv)), 1e-14);
}

/// What the conversion claims: with angular velocities in the other axes, the derivative of qvel = T(q) v is
/// T v̇ alone.
TEST(MujocoOracle, VelocityMapNeedsNoDerivativeTerm) {
  RandomTreeOptions options;
  options.bodies = 30;
  const Model model = RandomTree(5, options);
  Random random(6);
  const VectorXd q = RandomConfiguration(model, random), v = RandomVelocity(model, random, 2.0);
  const double h = 1e-5;  // central differences: error h² from truncation, 1e-16 / h from rounding
  const VectorXd ahead = MujocoVelocityMap(model, Integrate(model, q, VectorXd(h * v))) * v;
  const VectorXd behind = MujocoVelocityMap(model, Integrate(model, q, VectorXd(-h * v))) * v;
  EXPECT_LT(LargestDifference(ahead, behind) / (2.0 * h), 1e-9);
}

#endif

}  // namespace
}  // namespace slipstick
