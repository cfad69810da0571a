// The humanoid walk in MuJoCo: our torques act on its model of the robot, with its contacts and its
// integrator. With a wrong mass, axis, Jacobian or sign of a force here, the robot would fall.
#include <gtest/gtest.h>

#ifdef SLIPSTICK_HAVE_MUJOCO
#include <fmt/core.h>

#include "oracle/mujoco_model.h"
#include "oracle/mujoco_oracle.h"
#include "support/edited_scene.h"
#include "support/numbers.h"
#include "support/walk_observer.h"

namespace slipstick::papers_test {

using namespace support;
namespace {

using Eigen::MatrixXd, Eigen::Vector3d, Eigen::VectorXd;

constexpr double kMujocoStep = 1e-3;     // s
constexpr double kSoleThickness = 0.02;  // m, of the boxes that represent the feet

/// Inserts `what` before the first occurrence of `where` after position `from`.
void Insert(const std::string& what, const std::string& where, size_t from, std::string& text) {
  text.insert(text.find(where, from), what);
}

/// A box with the rectangle of the sole as its lower side. It collides with the floor only.
std::string Sole(const Frame& foot, const control::FootPoints& corners) {
  Vector3d half = Vector3d::Constant(0.5 * kSoleThickness), middle = Vector3d::Zero();
  for (const Vector3d& p : corners) middle += p / static_cast<double>(corners.size());
  half.head<2>() = (corners[0] - middle).head<2>().cwiseAbs();
  const Vector3d p = foot.X_BF * Vector3d(middle + 0.5 * kSoleThickness * Vector3d::UnitZ());
  return fmt::format("<geom type='box' size='{} {} {}' pos='{} {} {}' contype='1' conaffinity='0'/>\n",
                     half.x(), half.y(), half.z(), p.x(), p.y(), p.z());
}

/// The robot with contacts enabled, a floor and two soles. Contact parameters are MuJoCo's defaults (friction
/// 1).
std::string OnAFloor(const control::LeggedRobot& robot, const std::vector<control::FootPoints>& points) {
  std::string text = oracle::ToMjcf(*robot.model);
  const std::string off = "<flag contact=\"disable\" constraint=\"disable\"/>";
  text.erase(text.find(off), off.size());
  Insert(fmt::format(" timestep='{}'", kMujocoStep), " gravity", 0, text);
  Insert("<geom type='plane' size='5 5 1' contype='0' conaffinity='1'/>\n", "<body", 0, text);
  for (int c = 0; c < robot.num_feet(); ++c) {
    const Frame& foot = robot.model->frames()[robot.feet[c]];
    size_t inertial = 0;  // the k-th one is that of body k
    for (int k = 0; k <= foot.body; ++k) inertial = text.find("<inertial", inertial + 1);
    Insert(Sole(foot, points[c]), "<inertial", inertial, text);
  }
  return text;
}

struct MujocoWalkResult {
  std::array<Vector3d, 2> soles;  ///< at the end, m
  double lowest_base = std::numeric_limits<double>::infinity(), tilt = 0.0;
  int updates = 0, failures = 0;
  double load = 0.0;  ///< of the floor at the end, N
};

/// The robot in MuJoCo, with states in our conventions.
class MujocoRobot {
 public:
  MujocoRobot(const Model& model, const std::string& mjcf, const State& start)
      : model_(model), mujoco_(oracle::CompileMjcf(mjcf)), data_(mj_makeData(mujoco_.get())) {
    Copy(oracle::ToMujocoConfiguration(model, start.q), data_->qpos);
  }

  State Read() const {
    State state;
    state.t = data_->time;
    state.q = oracle::FromMujocoConfiguration(model_, Eigen::Map<const VectorXd>(data_->qpos, model_.nq()));
    state.v = oracle::MujocoVelocityMap(model_, state.q).transpose() *
              Eigen::Map<const VectorXd>(data_->qvel, model_.nv());
    return state;
  }
  /// Advances with constant joint forces.
  void Advance(const State& now, const VectorXd& tau, int steps) {
    Copy(oracle::MujocoVelocityMap(model_, now.q) * tau, data_->qfrc_applied);
    for (int i = 0; i < steps; ++i) mj_step(mujoco_.get(), data_.get());
  }
  double NormalForce() const {
    double sum = 0.0;
    for (int i = 0; i < data_->ncon; ++i) {
      mjtNum wrench[6];
      mj_contactForce(mujoco_.get(), data_.get(), i, wrench);
      sum += wrench[0];
    }
    return sum;
  }

 private:
  static void Copy(const VectorXd& from, mjtNum* to) { std::copy(from.begin(), from.end(), to); }

  const Model& model_;
  oracle::MujocoModel mujoco_;
  oracle::MujocoData data_;
};

MujocoWalkResult WalkInMujoco(const Scene& scene) {
  const control::LeggedRobot& robot = TaskSpaceControllerOf(scene).robot();
  const Model& model = *robot.model;
  MujocoRobot mujoco(model, OnAFloor(robot, control::FindFootPoints(*scene.world, robot)), scene.initial);
  MujocoWalkResult walk;
  Actuation actuation(model);
  const int steps = static_cast<int>(std::lround(scene.control_period / kMujocoStep));
  const int updates = static_cast<int>(std::lround(scene.duration / scene.control_period));
  State state = mujoco.Read();
  while (walk.updates < updates) {  // its time is not used: MuJoCo resets it after a divergence
    scene.controls->Update(state, actuation);
    ++walk.updates, walk.failures += !scene.controls->report().solved();
    mujoco.Advance(state, actuation.tau, steps);
    state = mujoco.Read();
    walk.lowest_base = Smaller(walk.lowest_base, state.q[2]);
  }
  Workspace<double> ws(model);
  dynamics::ForwardKinematics(model, state.q, ws);
  for (int foot : {0, 1}) walk.soles[foot] = dynamics::FramePose(model, ws, robot.feet[foot]).p;
  walk.tilt = Tilt(state.q);
  walk.load = mujoco.NormalForce();
  return walk;
}

/// Torques are held for 40 ms, as in the scene, and for 5 ms.
TEST(MujocoWalk, EndsAtTheSamePose) {
  for (const char* period : {"40 ms", "5 ms"}) {
    SCOPED_TRACE(period);
    const SceneEdits edits{{"stepper", "expo"}, {"control_period", period}};
    const Scene scene = EditedScene("humanoid-walk", edits);
    const MujocoWalkResult mujoco = WalkInMujoco(scene);
    EXPECT_EQ(mujoco.failures, 0) << "of " << mujoco.updates;
    EXPECT_GT(mujoco.lowest_base, 0.75);  // m; it stands at 0.85
    EXPECT_LT(mujoco.tilt, 0.05);         // rad
    const double weight = TaskSpaceControllerOf(scene).robot().mass * 9.81;
    EXPECT_NEAR(mujoco.load, weight, 1e-3 * weight) << "it stands still on its feet";
    const WalkResult ours = RunWalk(edits);
    EXPECT_EQ(ours.steps.size(), 4u);
    for (int foot : {0, 1})
      EXPECT_LT((mujoco.soles[foot] - ours.soles[foot].p).norm(), 0.01)
          << "m; measured: 3 mm, due to the different contact model";
  }
}

}  // namespace
}  // namespace slipstick::papers_test

#else
TEST(MujocoWalk, EndsAtTheSamePose) {
  GTEST_SKIP() << "MuJoCo was not found when this was built (Debian: libmujoco-dev)";
}
#endif
