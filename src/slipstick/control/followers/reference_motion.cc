#include "slipstick/control/followers/reference_motion.h"

#include <fmt/core.h>

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

#include "slipstick/control/inverse_kinematics.h"
#include "slipstick/core/error.h"
#include "slipstick/dynamics/configuration.h"
#include "slipstick/dynamics/contact_space.h"
#include "slipstick/dynamics/inverse_dynamics.h"
#include "slipstick/dynamics/kinematics.h"

namespace slipstick::control {

using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

namespace {

/// Solves one sample after the other. If the plan moves the centre of mass, fixed-point corrections of the
/// base place it: since the legs are light, each correction leaves a small fraction of the error.
class Sampler {
 public:
  Sampler(const LeggedRobot& robot, const MotionPlan& plan, const ForceDistributionOptions& forces)
      : robot_(robot),
        plan_(plan),
        model_(*robot.model),
        ws_(model_, robot.num_feet()),
        whole_body_(robot, forces),
        q_(robot.standing) {
    ik_.dofs = robot.joints;
    for (const int frame : robot.feet) targets_.push_back({frame});
    task_.feet.resize(robot.num_feet());
  }

  ReferenceSample At(double t) {
    body_ = plan_.Body(t);
    feet_.clear();
    for (int c = 0; c < robot_.num_feet(); ++c) feet_.push_back(plan_.Foot(c, t));
    ReferenceSample sample;
    SolvePositions(t);
    sample.q = q_;
    sample.v = SolveVelocities();
    SolveDynamics(t, sample);
    return sample;
  }

 private:
  static constexpr int kCorrections = 100;

  void SolvePositions(double t) {
    auto base = q_.segment<3>(robot_.base_q);
    double error = 0.0;
    if (!plan_.moves_center_of_mass()) {
      base = body_.p;
      error = SolveFeet();
    }
    for (int k = 0; plan_.moves_center_of_mass() && k < kCorrections; ++k) {
      dynamics::ForwardKinematics(model_, q_, ws_);
      const Vector3d missing = body_.p - CenterOfMass(robot_, ws_);
      if (k > 0 && missing.norm() < 1e-12) break;
      base += missing;
      error = SolveFeet();
    }
    constexpr double kTolerance = 1e-6;  // m: far below the penetration depth of compliant contacts
    if (error > kTolerance) ThrowUnreachableFoot(t);
  }

  /// Returns the largest foot error, m.
  double SolveFeet() {
    for (int c = 0; c < robot_.num_feet(); ++c) targets_[c].p_WF = feet_[c].p;
    return SolveInverseKinematics(model_, targets_, q_, ws_, ik_).error;
  }

  [[noreturn]] void ThrowUnreachableFoot(double t) {
    dynamics::ForwardKinematics(model_, q_, ws_);
    int worst = 0;
    double largest = -1.0;
    for (int c = 0; c < robot_.num_feet(); ++c) {
      const double error = (dynamics::FramePose(model_, ws_, robot_.feet[c]).p - feet_[c].p).norm();
      if (error > largest) largest = error, worst = c;
    }
    const Vector3d p = feet_[worst].p, base = q_.segment<3>(robot_.base_q);
    throw InputError(
        fmt::format("reference motion of '{}': at t = {:.3f} s foot '{}' cannot reach ({:.3f}, {:.3f}, "
                    "{:.3f}) from a base at ({:.3f}, {:.3f}, {:.3f}); error {:.1e} m. Lower the base, use "
                    "shorter footsteps or widen the joint limits.",
                    model_.name(), t, model_.frames()[robot_.feet[worst]].name, p.x(), p.y(), p.z(), base.x(),
                    base.y(), base.z(), largest));
  }

  /// v with the planned velocities of body and feet.
  VectorXd SolveVelocities() {
    const VectorXd at_rest = VectorXd::Zero(model_.nv());
    dynamics::Evaluate(model_, q_, at_rest, robot_.soles, ws_);
    const MatrixXd J = dynamics::DenseContactJacobian(model_, ws_);
    const MatrixXd J_u = J.middleCols(robot_.base_v, 6);
    const MatrixXd J_j = J.middleCols(robot_.base_v + 6, robot_.num_joints());
    const auto solver =
        (MatrixXd(J_j * J_j.transpose()) + 1e-12 * MatrixXd::Identity(J.rows(), J.rows())).ldlt();
    VectorXd feet(J.rows()), v = at_rest;
    for (int c = 0; c < robot_.num_feet(); ++c) feet.segment<3>(3 * c) = feet_[c].v;
    v.segment<3>(robot_.base_v) = body_.v;
    for (int k = 0; k < kCorrections; ++k) {
      v.segment(robot_.base_v + 6, robot_.num_joints()) =
          J_j.transpose() * solver.solve(feet - J_u * v.segment<6>(robot_.base_v));
      if (!plan_.moves_center_of_mass()) break;
      dynamics::ForwardKinematics(model_, q_, v, ws_);
      const Vector3d missing = body_.v - CenterOfMassVelocity(robot_, ws_);
      if (missing.norm() < 1e-12) break;
      v.segment<3>(robot_.base_v) += missing;
    }
    return v;
  }

  /// Accelerations, forces and torques. The first rows of M a + bias are mass times (acceleration of the
  /// centre of mass - g).
  void SolveDynamics(double t, ReferenceSample& sample) {
    for (int c = 0; c < robot_.num_feet(); ++c) task_.feet[c] = {plan_.IsInStance(c, t), feet_[c].a};
    task_.base_acceleration << body_.a, Vector3d::Zero();
    const WholeBodyForces* forces = nullptr;
    for (int k = 0; k < kCorrections; ++k) {
      forces = &whole_body_.Solve(sample.q, sample.v, task_);
      if (!plan_.moves_center_of_mass()) break;
      const VectorXd total = dynamics::InverseDynamics(model_, sample.q, sample.v, forces->a, ws_);
      const Vector3d com_acceleration = total.segment<3>(robot_.base_v) / robot_.mass + model_.gravity();
      const Vector3d missing = body_.a - com_acceleration;
      if (missing.norm() < 1e-10) break;
      task_.base_acceleration.head<3>() += missing;
    }
    sample.a = forces->a, sample.f = forces->f, sample.tau = forces->tau;
    sample.residual = forces->residual;
  }

  const LeggedRobot& robot_;
  const MotionPlan& plan_;
  const Model& model_;
  Workspace<double> ws_;
  WholeBody whole_body_;
  InverseKinematicsOptions ik_;
  std::vector<FrameTarget> targets_;
  WholeBodyTask task_;
  VectorXd q_;  ///< of the last sample: the initial guess of the next
  PointMotion body_;
  std::vector<PointMotion> feet_;
};

}  // namespace

ReferenceMotion::ReferenceMotion(const LeggedRobot& robot, std::shared_ptr<const MotionPlan> plan,
                                 const ForceDistributionOptions& forces, double sample_time)
    : robot_(robot), plan_(std::move(plan)), sample_time_(sample_time) {
  if (!(sample_time > 0.0))
    throw InputError(fmt::format("reference motion of '{}': sample_time = {} s, must be > 0.",
                                 robot.model->name(), sample_time));
  const int intervals = std::max(1, static_cast<int>(std::ceil(duration() / sample_time - 1e-6)));
  sample_time_ = duration() / intervals;
  Sampler sampler(robot_, *plan_, forces);
  for (int k = 0; k <= intervals; ++k) samples_.push_back(sampler.At(plan_->TimeAt(k * sample_time_)));
}

void ReferenceMotion::At(double t, ReferenceSample& out) const {
  const double place = plan_->TimeAt(t) / sample_time_;
  const int k = std::min(static_cast<int>(place), static_cast<int>(samples_.size()) - 2);
  const ReferenceSample &from = samples_[k], &to = samples_[k + 1];
  const double s = place - k, h = sample_time_;
  const Model& model = *robot_.model;

  // Cubic Hermite interpolation in the tangent space of the first sample; rotations within one interval are
  // small.
  out.v.resize(model.nv()), out.q.resize(model.nq()), out.a.resize(model.nv());
  dynamics::Difference<double>(model, from.q, to.q, View<double>(out.a));  // a serves as scratch memory for d
  const VectorXd& d = out.a;
  const double h10 = s * (1.0 - s) * (1.0 - s), h01 = s * s * (3.0 - 2.0 * s), h11 = s * s * (s - 1.0);
  out.v = (h * h10) * from.v + h01 * d + (h * h11) * to.v;
  dynamics::Integrate<double>(model, from.q, out.v, View<double>(out.q));
  const double g10 = 1.0 + s * (3.0 * s - 4.0), g01 = 6.0 * s * (1.0 - s) / h, g11 = s * (3.0 * s - 2.0);
  out.v = g10 * from.v + g01 * d + g11 * to.v;
  if (t < -MotionPlan::kClockRounding || t > duration()) out.v.setZero();

  // Forces jump where the set of standing feet changes: there they are held, not interpolated.
  out.a = from.a, out.f = from.f, out.tau = from.tau, out.residual = from.residual;
  for (int c = 0; c < robot_.num_feet(); ++c)
    if (plan_->IsInStance(c, plan_->TimeAt(k * h)) != plan_->IsInStance(c, plan_->TimeAt((k + 1) * h)))
      return;
  out.a += s * (to.a - from.a), out.f += s * (to.f - from.f), out.tau += s * (to.tau - from.tau);
}

}  // namespace slipstick::control
