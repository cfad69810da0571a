#include "slipstick/control/hands/keyframe_controller.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "slipstick/control/inverse_kinematics.h"
#include "slipstick/core/convert.h"
#include "slipstick/core/error.h"
#include "slipstick/dynamics/body_frame.h"
#include "slipstick/dynamics/inverse_dynamics.h"
#include "slipstick/dynamics/kinematics.h"

namespace slipstick::control {

using Eigen::VectorXd;

void KeyframeOptions::Visit(FieldVisitor& visit) {
  visit.Number("kp", kp, {0.0, 1e6}, "1/s²", "stiffness of joint feedback");
  visit.Number("kd", kd, {0.0, 1e6}, "1/s", "damping of joint feedback");
  visit.Number("load_feedback", load_feedback, {0.0, 1.0}, "",
               "fraction of the measured finger load that is compensated by the arm");
  visit.Number("finger_kp", finger_kp, {0.0, 1e6}, "N/m", "stiffness of opening feedback");
  visit.Number("finger_kd", finger_kd, {0.0, 1e6}, "N s/m", "damping of opening feedback");
  visit.Number("middle_kp", middle_kp, {0.0, 1e6}, "N/m", "stiffness that centres the fingers");
  visit.Number("middle_kd", middle_kd, {0.0, 1e6}, "N s/m", "damping that centres the fingers");
  visit.Number("grip", grip, {0.0, 1e6}, "N", "least grip force of a finger");
  visit.Number("grip_ratio", grip_ratio, {0.0, 1e3}, "",
               "grip force over the measured tangential load of a finger");
  visit.Number("grip_limit", grip_limit, {0.0, 1e6}, "N", "largest grip force of a finger");
}

namespace {

/// s, sampling of the hand path; cubic joint interpolation over this time follows it to micrometres.
constexpr double kPathInterval = 0.01;

Pose FrameAt(const Model& model, const VectorXd& q, int frame) {
  Workspace<double> ws(model);
  dynamics::ForwardKinematics<double>(model, q, ws);
  return dynamics::FramePose(model, ws, frame);
}

/// The dofs that move the frame, root first.
std::vector<int> ArmDofs(const Model& model, int frame) {
  std::vector<int> dofs;
  const int body = model.frames()[frame].body;
  for (int k = body == model::kWorld ? -1 : model.last_dof()[body]; k >= 0; k = model.dof_parent()[k]) {
    const Joint& joint = model.joints()[model.dofs()[k].joint];
    if (joint.nv != 1)
      throw InputError(
          fmt::format("keyframes: hand '{}' is moved by joint '{}', which is not actuated; expected "
                      "single-axis joints only.",
                      model.frames()[frame].name, joint.name));
    dofs.push_back(k);
  }
  if (dofs.empty())
    throw InputError(fmt::format("keyframes: '{}' is fixed to the world; name a frame of a moving link.",
                                 model.frames()[frame].name));
  std::reverse(dofs.begin(), dofs.end());
  return dofs;
}

double OpeningAt(const Model& model, const VectorXd& q, const std::vector<int>& fingers) {
  double opening = 0.0;
  for (const int dof : fingers) opening += q[model.joints()[model.dofs()[dof].joint].q];
  return opening;
}

void CheckFingers(const Model& model, const std::vector<int>& fingers) {
  if (!fingers.empty() && fingers.size() != 2)
    throw InputError(fmt::format("keyframes: {} fingers given, expected two or none.", fingers.size()));
  if (fingers.size() == 2 && fingers[0] == fingers[1])
    throw InputError(fmt::format("keyframes: both fingers are '{}'; name two joints.",
                                 model.joints()[model.dofs()[fingers[0]].joint].name));
  for (const int dof : fingers)
    if (const Joint& joint = model.joints()[model.dofs()[dof].joint]; joint.kind != JointKind::kPrismatic)
      throw InputError(fmt::format("keyframes: finger '{}' is {}, expected prismatic.", joint.name,
                                   model::KindName(joint.kind)));
}

/// Openings must be within the limits of the finger joints.
void CheckOpenings(const Model& model, const HandTask& task) {
  if (task.fingers.empty()) return;
  double min_opening = 0.0, max_opening = 0.0;
  for (const int dof : task.fingers)
    min_opening += model.dofs()[dof].lower, max_opening += model.dofs()[dof].upper;
  for (const HandKey& key : task.keys)
    if (!(key.opening >= min_opening && key.opening <= max_opening))
      throw InputError(fmt::format(
          "keyframes: at {:g} s opening = {:g} m; the joint limits of the fingers allow {:g} to {:g} m.",
          key.time, key.opening, min_opening, max_opening));
}

void CheckGrip(const KeyframeOptions& options) {
  if (options.grip > options.grip_limit)
    throw InputError(fmt::format(
        "keyframes: grip = {:g} N is above grip_limit = {:g} N; reduce grip or increase grip_limit.",
        options.grip, options.grip_limit));
}

/// Joint positions along the hand path, each solved from the previous one, so that elbows do not flip.
JointSpline SolveArmPath(const Model& model, const VectorXd& start, int frame, const std::vector<int>& arm,
                         const HandPath& hand) {
  Workspace<double> ws(model);
  InverseKinematicsOptions options;
  options.dofs = arm;
  const int intervals = std::max(1, static_cast<int>(std::ceil(hand.duration() / kPathInterval - 1e-6)));
  const double interval = hand.duration() / intervals;
  std::vector<VectorXd> points;
  VectorXd q = start;
  for (int k = 0; k <= intervals; ++k) {
    const Pose pose = hand.PoseAt(k * interval);
    const IkResult result = SolveInverseKinematics(model, {{frame, pose.p, pose.R}}, q, ws, options);
    constexpr double kTolerance = 1e-6;  // m and rad: far below the penetration depth of compliant contacts
    if (result.error > kTolerance)
      throw InputError(fmt::format(
          "keyframes: at t = {:.2f} s '{}' cannot reach ({:.3f}, {:.3f}, {:.3f}) with the given orientation; "
          "error {:.1e} m or rad. Move the keys nearer, or start with other joint positions.",
          k * interval, model.frames()[frame].name, pose.p.x(), pose.p.y(), pose.p.z(), result.error));
    VectorXd joints(arm.size());
    for (size_t i = 0; i < arm.size(); ++i) joints[i] = q[model.joints()[model.dofs()[arm[i]].joint].q];
    points.push_back(std::move(joints));
  }
  return {interval, std::move(points)};
}

}  // namespace

KeyframeController::KeyframeController(const World& world, const VectorXd& q, const HandTask& task,
                                       const KeyframeOptions& options)
    : world_(world),
      options_(options),
      frame_(task.frame),
      arm_(ArmDofs(world.model(), task.frame)),
      fingers_(task.fingers),
      hand_(FrameAt(world.model(), q, task.frame), OpeningAt(world.model(), q, task.fingers), task.keys,
            "keyframes"),
      joints_(SolveArmPath(world.model(), q, task.frame, arm_, hand_)),
      ws_(world.model()),
      a_(VectorXd::Zero(world.model().nv())) {
  CheckFields(options, "keyframes");
  CheckFingers(world.model(), fingers_);
  CheckOpenings(world.model(), task);
  CheckGrip(options);
  if (!fingers_.empty()) touch_.emplace(world, std::array{fingers_[0], fingers_[1]});
}

void KeyframeController::Update(const State& state, Actuation& actuation) {
  actuation.ClearFeedback();
  ComputeArmTorques(state, actuation);
  if (touch_) {
    reading_ = touch_->Read(state, ws_);
    AddLoadCompensation(actuation);
    AddFingerForces(state, actuation);
  }
  LimitEfforts(actuation);
}

/// Inverse dynamics: tau of the arm, and of the fingers moving with it. Leaves the kinematics in ws_.
void KeyframeController::ComputeArmTorques(const State& state, Actuation& actuation) {
  const Model& model = world_.model();
  joints_.At(state.t, now_);
  for (size_t i = 0; i < arm_.size(); ++i) {
    const int k = arm_[i];
    const double q = state.q[model.joints()[model.dofs()[k].joint].q];
    a_[k] = now_.a[i] + options_.kp * (now_.q[i] - q) + options_.kd * (now_.v[i] - state.v[k]);
  }
  dynamics::InverseDynamics<double>(model, state.q, state.v, a_, ws_);
  actuation.tau.setZero();
  for (const int k : arm_) actuation.tau[k] = ws_.tau[k];
  for (const int k : fingers_) actuation.tau[k] = ws_.tau[k];
}

void KeyframeController::AddLoadCompensation(Actuation& actuation) {
  const Model& model = world_.model();
  const double g = model.gravity().norm();
  if (!(g > 0.0)) return;
  const Frame& frame = model.frames()[frame_];
  const Vec3<double> upwards = FromEigen((-options_.load_feedback * reading_.weight / g) * model.gravity());
  dynamics::AddForceAt(model, ws_, frame.body,
                       dynamics::ToWorld(model, ws_, frame.body, FromEigen(frame.X_BF.p)), upwards,
                       Vec3<double>::Zero(), actuation.tau.data());
}

void KeyframeController::AddFingerForces(const State& state, Actuation& actuation) {
  const Model& model = world_.model();
  const int k0 = fingers_[0], k1 = fingers_[1];
  const double q0 = state.q[model.joints()[model.dofs()[k0].joint].q];
  const double q1 = state.q[model.joints()[model.dofs()[k1].joint].q];
  const double v0 = state.v[k0], v1 = state.v[k1];

  const ScalarMotion opening = reading_.hangs() ? ScalarMotion{} : hand_.OpeningAt(state.t);
  const double grip =
      std::min(std::max(options_.grip, options_.grip_ratio * reading_.friction_load), options_.grip_limit);
  const double desired =
      options_.finger_kp * (q0 + q1 - opening.p) + options_.finger_kd * (v0 + v1 - opening.v);
  const double closing = std::clamp(desired, -options_.grip_limit, grip);
  const double aside = 0.5 * (options_.middle_kp * (q0 - q1) + options_.middle_kd * (v0 - v1));
  actuation.tau[k0] -= closing + aside;
  actuation.tau[k1] -= closing - aside;
}

void KeyframeController::LimitEfforts(Actuation& actuation) const {
  const Model& model = world_.model();
  for (int k = 0; k < model.nv(); ++k) {
    const double limit = model.dofs()[k].effort_limit;
    actuation.tau[k] = std::clamp(actuation.tau[k], -limit, limit);
  }
}

}  // namespace slipstick::control
