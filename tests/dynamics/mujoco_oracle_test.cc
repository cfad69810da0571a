// MuJoCo computes the same poses, Jacobians, mass matrices, bias forces and accelerations: an independent
// engine with different conventions and algorithms.
#include <gtest/gtest.h>

#include <set>
#include <sstream>

#include "slipstick/model/generators.h"
#include "support/sample_models.h"
#ifdef SLIPSTICK_HAVE_MUJOCO
#include "oracle/mujoco_model.h"
#include "oracle/mujoco_oracle.h"
#endif

namespace slipstick::dynamics {

using namespace support;
namespace {

#ifndef SLIPSTICK_HAVE_MUJOCO

TEST(MujocoOracle, AgreesOnFramesMassMatrixBiasAndForwardDynamics) {
  GTEST_SKIP() << "built without MuJoCo; install the Debian package libmujoco-dev (./dev setup) and "
                  "configure again with "
                  "SLIPSTICK_BENCHMARKS=ON.";
}

TEST(MujocoOracle, AgreesOnRandomForestsOfEveryJointKind) {
  GTEST_SKIP() << "built without MuJoCo, see above.";
}

TEST(MujocoOracle, ConvertsConfigurationsThereAndBack) { GTEST_SKIP() << "built without MuJoCo, see above."; }

TEST(MujocoOracle, VelocityMapNeedsNoDerivativeTerm) { GTEST_SKIP() << "built without MuJoCo, see above."; }

#else

using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

// Both engines compute in doubles; the remaining difference is the rounding of sums over up to 30 bodies. The
// largest seen are 4e-15 in M, 4e-15 in bias and 2e-15 in poses and Jacobians of frames.
constexpr double kDynamicsSumTolerance = 1e-12;
// Solving multiplies 1e-16 by the condition number of M, up to 5e5 here. The largest seen is 2e-12.
constexpr double kSolveTolerance = 1e-10;

const Vector3d kGravities[] = {{0.0, 0.0, -9.81}, {4.0, -6.0, 5.0}};  // standard and oblique

/// Keeps the largest error and, as a property in the test report, shows how far below the tolerance it is.
struct LargestErrors {
  double mass_matrix = 0.0, bias = 0.0, by_factor = 0.0, articulated = 0.0, frames = 0.0;

  void Record() const {
    const auto record = [](const char* what, double error, double tolerance) {
      std::ostringstream text;
      text << error;
      testing::Test::RecordProperty(what, text.str());
      EXPECT_LT(error, tolerance) << what;
    };
    record("mass_matrix", mass_matrix, kDynamicsSumTolerance);
    record("bias", bias, kDynamicsSumTolerance);
    record("forward_dynamics_by_factor", by_factor, kSolveTolerance);
    record("forward_dynamics", articulated, kSolveTolerance);
    record("frames", frames, kDynamicsSumTolerance);
  }
};

void CompareDynamics(const Model& model, int states, Random& random, LargestErrors& errors) {
  oracle::MujocoOracle mujoco(model);
  Workspace<double> ws(model);
  const auto keep_largest = [](double& largest, double error) { largest = Larger(largest, error); };
  for (int i = 0; i < states; ++i) {
    const VectorXd q = model::RandomConfiguration(model, random);
    const VectorXd v = model::RandomVelocity(model, random, 2.0);
    const VectorXd tau = model::RandomVelocity(model, random, 10.0);
    const VectorXd a = mujoco.ForwardDynamics(q, v, tau);
    keep_largest(errors.mass_matrix, RelativeError(DenseMassMatrix(model, q, ws), mujoco.MassMatrix(q)));
    keep_largest(errors.bias, RelativeError(Bias(model, q, v, ws), mujoco.Bias(q, v)));
    keep_largest(errors.by_factor, RelativeError(ForwardDynamicsByFactor(model, q, v, tau, ws), a));
    keep_largest(errors.articulated, RelativeError(ForwardDynamics(model, q, v, tau, ws), a));
  }
}

/// Poses and Jacobians of frames by MuJoCo.
class MujocoFrames {
 public:
  MujocoFrames(const Model& model, const VectorXd& q)
      : model_(model),
        mujoco_model_(oracle::CompileMjcf(oracle::ToMjcf(model))),
        data_(mj_makeData(mujoco_model_.get())),
        T_(oracle::MujocoVelocityMap(model, q)) {
    Eigen::Map<VectorXd>(data_->qpos, model.nq()) = oracle::ToMujocoConfiguration(model, q);
    mj_kinematics(mujoco_model_.get(), data_.get());
    mj_comPos(mujoco_model_.get(), data_.get());
  }
  Pose PoseOf(const Frame& frame) const {
    const int body = frame.body + 1;  // MuJoCo's body 0 is the world
    const Eigen::Map<const RowMajor> R(data_->xmat + 9 * body, 3, 3);
    return Pose{R, Eigen::Map<const Vector3d>(data_->xpos + 3 * body)} * frame.X_BF;
  }
  MatrixXd JacobianOf(const Frame& frame) const {
    RowMajor linear(3, model_.nv()), angular(3, model_.nv());
    mj_jac(mujoco_model_.get(), data_.get(), linear.data(), angular.data(), PoseOf(frame).p.data(),
           frame.body + 1);
    return (MatrixXd(6, model_.nv()) << linear * T_, angular * T_).finished();
  }

 private:
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const Model& model_;
  oracle::MujocoModel mujoco_model_;
  oracle::MujocoData data_;
  MatrixXd T_;
};

void CompareFrames(const Model& model, Random& random, LargestErrors& errors) {
  const VectorXd q = model::RandomConfiguration(model, random);
  const MujocoFrames mujoco(model, q);
  Workspace<double> ws(model);
  ForwardKinematics(model, q, ws);
  for (int f = 0; f < static_cast<int>(model.frames().size()); ++f) {
    const Pose found = FramePose(model, ws, f), expected = mujoco.PoseOf(model.frames()[f]);
    for (const double error :
         {RelativeError(found.p, expected.p), RelativeError(found.R, expected.R),
          RelativeError(FrameJacobian(model, ws, f), mujoco.JacobianOf(model.frames()[f]))})
      errors.frames = Larger(errors.frames, error);
  }
}

void Compare(const Model& model, int states, Random& random, LargestErrors& errors) {
  for (const Vector3d& gravity : kGravities)
    CompareDynamics(model.WithGravity(gravity), states, random, errors);
  CompareFrames(model, random, errors);
}

class MujocoOracleOnRobot : public testing::TestWithParam<const char*> {};

TEST_P(MujocoOracleOnRobot, AgreesOnFramesMassMatrixBiasAndForwardDynamics) {
  LargestErrors errors;
  Random random(1);
  Compare(model::LoadUrdf(SLIPSTICK_MODELS_DIR "/" + std::string(GetParam()) + ".urdf"), 100, random, errors);
  errors.Record();
}

INSTANTIATE_TEST_SUITE_P(Robots, MujocoOracleOnRobot, testing::Values("solo12", "iiwa14", "humanoid"),
                         [](const auto& robot) { return std::string(robot.param); });

TEST(MujocoOracle, AgreesOnRandomForestsOfEveryJointKind) {
  LargestErrors errors;
  std::set<JointKind> kinds_on_world, kinds_on_bodies;
  OnRandomForests(100, 30, [&](const Model& model, Random& random) {
    for (int i = 0; i < model.num_bodies(); ++i)
      (model.bodies()[i].parent == model::kWorld ? kinds_on_world : kinds_on_bodies)
          .insert(model.joints()[i].kind);
    Compare(model, 5, random, errors);
  });
  errors.Record();
  EXPECT_EQ(kinds_on_world.size(), 6u);
  EXPECT_EQ(kinds_on_bodies.size(), 6u);
}

TEST(MujocoOracle, ConvertsConfigurationsThereAndBack) {
  model::RandomTreeOptions options;
  options.bodies = 30;
  const Model model = model::RandomTree(3, options);
  Random random(4);
  const VectorXd q = model::RandomConfiguration(model, random);
  EXPECT_EQ(oracle::FromMujocoConfiguration(model, oracle::ToMujocoConfiguration(model, q)), q);
  const MatrixXd T = oracle::MujocoVelocityMap(model, q);
  EXPECT_LT(LargestDifference(T * T.transpose(), MatrixXd::Identity(model.nv(), model.nv())), 1e-14);
}

/// With angular velocities in the other axes, the derivative of qvel = T(q) v is T v̇ alone.
TEST(MujocoOracle, VelocityMapNeedsNoDerivativeTerm) {
  model::RandomTreeOptions options;
  options.bodies = 30;
  const Model model = model::RandomTree(5, options);
  Random random(6);
  const VectorXd q = model::RandomConfiguration(model, random), v = model::RandomVelocity(model, random, 2.0);
  const double h = 1e-5;  // central differences: error h² from truncation, 1e-16 / h from rounding
  const VectorXd ahead = oracle::MujocoVelocityMap(model, Integrate(model, q, VectorXd(h * v))) * v;
  const VectorXd behind = oracle::MujocoVelocityMap(model, Integrate(model, q, VectorXd(-h * v))) * v;
  EXPECT_LT(LargestDifference(ahead, behind) / (2.0 * h), 1e-9);
}

#endif

}  // namespace
}  // namespace slipstick::dynamics
