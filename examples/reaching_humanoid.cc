// A user-defined task-space controller: a humanoid stands on both feet, keeps its balance and draws a circle
// with its right hand.
//
//   build/reaching_humanoid models/humanoid.urdf
//
// To use your own robot, change the URDF file, the frames of the feet with the corners of their soles (or one
// point per foot), and the tasks.
#include <fmt/core.h>

#include <cmath>
#include <numbers>

#include "slipstick/slipstick.h"

namespace {

using namespace slipstick;
using Eigen::Vector3d;
using Eigen::VectorXd;

constexpr double kStep = 5e-3;      // s
constexpr int kStepsPerUpdate = 2;  // control period 10 ms
constexpr int kUpdates = 400;
constexpr char kHand[] = "r_wrist";

/// The robot on the ground, with contact points at the corners of its soles.
World HumanoidOnGround(const std::string& file) {
  WorldBuilder builder(LoadUrdf(file));
  for (const char* foot : {"l", "r"})
    for (const char* corner : {"front_left", "front_right", "rear_left", "rear_right"})
      builder.AddPoint(fmt::format("{}_sole_{}", foot, corner));
  builder.AddGround();
  return builder.Build();
}

/// Initial pose: knees and elbows bent; then inverse kinematics moves the centre of mass over the middle
/// between the feet.
VectorXd StandingPose(const Model& model) {
  VectorXd q = model.neutral();
  const auto bend = [&](const char* joint, double angle) { q[model.joints()[model.joint(joint)].q] = angle; };
  for (const std::string side : {"L", "R"}) {
    bend((side + "HipPitch").c_str(), -0.3);
    bend((side + "KneePitch").c_str(), 0.6);
    bend((side + "AnklePitch").c_str(), -0.3);
    bend((side + "ShoulderPitch").c_str(), 1.0);
  }
  bend("RElbowYaw", 1.0), bend("LElbowYaw", -1.0);
  q = PlaceOnGround(model, {"l_sole", "r_sole"}, q);

  Workspace<double> ws(model);
  ForwardKinematics(model, q, ws);
  IkTargets targets;
  Vector3d between = Vector3d::Zero();
  for (const char* sole : {"l_sole", "r_sole"}) {
    const Pose X = FramePose(model, ws, model.frame(sole));
    targets.frames.push_back({model.frame(sole), X.p, X.R});
    between += 0.5 * X.p;
  }
  const Vector3d com = CenterOfMass(model, ws);
  targets.center_of_mass = CenterOfMassTarget{{between.x(), between.y(), com.z()}};
  InverseKinematicsOptions options;
  options.bases_float = true;
  const IkResult result = SolveInverseKinematics(model, targets, q, ws, options);
  fmt::print("standing pose {} to {:.0e} m in {} iterations\n", Name(result.status), result.error,
             result.iterations);
  return q;
}

class Reaching : public Controller {
 public:
  Reaching(const World& world, const VectorXd& standing) : task_space_(world.model()) {
    const Model& model = world.model();
    Workspace<double> ws(model);
    ForwardKinematics(model, standing, ws);
    start_ = FramePose(model, ws, model.frame(kHand)).p;

    // Weights in order of importance: balance, the hand, an upright trunk, the posture.
    tasks_.center_of_mass =
        CenterOfMassTask{{CenterOfMass(model, ws)}, TaskGains::Damped(50.0), {.weight = 1.0}};
    tasks_.frames.push_back(
        {model.frame(kHand), PointMotion{start_}, {}, TaskGains::Damped(200.0), {.weight = 0.3}});
    tasks_.frames.push_back(
        {model.frame("body"), {}, OrientationMotion{}, TaskGains::Damped(50.0), {.weight = 0.1}});
    tasks_.posture = PostureTask{standing, {}, {}, TaskGains::Damped(20.0), {.weight = 1e-3}};

    const LeggedRobot robot(model, {"l_sole", "r_sole"}, standing);
    const std::vector<FootPoints> points = FindFootPoints(world, robot);
    for (int c = 0; c < robot.num_feet(); ++c) {
      TaskContact contact{robot.feet[c], points[c]};
      contact.friction = 0.6;
      contact.force = -robot.mass / 8.0 * model.gravity();  // eight corners share the weight
      tasks_.contacts.push_back(contact);
    }
  }

  void Update(const State& state, Actuation& actuation) override {
    tasks_.frames[0].origin = HandAt(state.t);
    const TaskSpaceSolution& solution = task_space_.Solve(state.q, state.v, tasks_);
    actuation.tau = solution.tau;
    actuation.ClearFeedback();  // no joint feedback by the stepper
    const bool solved = solution.status == TaskSpaceStatus::kSolved;
    report_ = {true, solved ? "" : Name(solution.status), solution.iterations, solution.residual};
  }
  ControlReport report() const override { return report_; }

  /// A circle of 5 cm radius in the y-z plane, period 2 s; the radius grows from zero within the first two
  /// seconds.
  PointMotion HandAt(double t) const {
    constexpr double kRadius = 0.05, kOmega = std::numbers::pi;
    const ScalarMotion r = RestToRest(0.0, kRadius, 2.0).At(t);
    const Vector3d out(0.0, std::sin(kOmega * t), std::cos(kOmega * t)), along(0.0, out.z(), -out.y());
    PointMotion hand;
    hand.p = start_ + r.p * out;
    hand.v = r.v * out + r.p * kOmega * along;
    hand.a = (r.a - r.p * kOmega * kOmega) * out + 2.0 * r.v * kOmega * along;
    return hand;
  }

 private:
  TaskSpace task_space_;
  TaskSet tasks_;
  Vector3d start_;
  ControlReport report_;
};

int Run(const std::string& file) {
  const World world = HumanoidOnGround(file);
  const Model& model = world.model();
  const VectorXd standing = StandingPose(model);
  Reaching controller(world, standing);
  const auto stepper = MakeStepper("expo", world);

  State state = world.StateAt(standing);
  Actuation actuation(model);
  Workspace<double> ws(model);
  int unsolved = 0;
  double hand_error = 0.0, largest_torque = 0.0;
  for (int update = 0; update < kUpdates; ++update) {
    controller.Update(state, actuation);
    unsolved += !controller.report().solved();
    largest_torque = std::max(largest_torque, actuation.tau.cwiseAbs().maxCoeff());
    for (int k = 0; k < kStepsPerUpdate; ++k)
      if (!Advanced(stepper->Step(actuation, kStep, state).status)) return 1;
    ForwardKinematics(model, state.q, ws);
    hand_error = std::max(hand_error,
                          (FramePose(model, ws, model.frame(kHand)).p - controller.HandAt(state.t).p).norm());
  }
  fmt::print(
      "{:.1f} s: largest hand error {:.1f} mm, largest joint torque {:.0f} N m, {} of {} control updates not "
      "solved, base height {:.3f} m\n",
      state.t, 1e3 * hand_error, largest_torque, unsolved, kUpdates, state.q[2]);
  return hand_error < 0.02 && unsolved == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return Run(argc > 1 ? argv[1] : "models/humanoid.urdf");
  } catch (const InputError& error) {
    fmt::print(stderr, "reaching_humanoid: {}\n", error.what());
    return 2;
  }
}
