#include "experiments/expo/walk_run.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "experiments/run_to_end.h"
#include "slipstick/control/schedules/disturbed_controller.h"
#include "slipstick/dynamics/kinematics.h"
#include "slipstick/run/simulation.h"

namespace slipstick::expo_experiments {
namespace {

using Eigen::Vector3d;
using Eigen::VectorXd;

constexpr double kStanceLoad = 0.1;  // fraction of the weight: a foot with more load is in stance
constexpr double kMoved = 0.02;      // m: a stance foot that has moved farther has stepped

/// Counts footsteps from contact forces: a foot has stepped if it carries load at a new position.
class FootstepCounter {
 public:
  FootstepCounter(const control::LeggedRobot& robot, const Vector3d& forward)
      : robot_(robot), forward_(forward), stood_(robot.stance) {}

  void Add(const StepReport& report, const std::vector<Vector3d>& feet, WalkRun& run) {
    std::vector<double> loads(feet.size(), 0.0);
    for (const ContactReport& contact : report.contacts)
      for (size_t c = 0; c < feet.size(); ++c)
        if (contact.body_a == robot_.soles[c].body || contact.body_b == robot_.soles[c].body)
          loads[c] += std::abs(contact.force.z);
    const double weight = robot_.mass * robot_.model->gravity().norm();
    for (size_t c = 0; c < feet.size(); ++c) {
      if (loads[c] < kStanceLoad * weight || (feet[c] - stood_[c]).norm() < kMoved) continue;
      stood_[c] = feet[c];
      ++run.steps;
      const double ahead = forward_.dot(feet[c] - feet[1 - c]);
      run.shortest_step = std::isfinite(run.shortest_step) ? std::min(run.shortest_step, ahead) : ahead;
    }
  }

 private:
  const control::LeggedRobot& robot_;
  Vector3d forward_;
  std::vector<Vector3d> stood_;
};

}  // namespace

void WalkRun::Visit(FieldVisitor& visit) {
  visit.Flag("finished", finished);
  visit.Number("tilt", tilt);
  visit.Number("lowest", lowest);
  visit.Number("progress", progress);
  visit.Integer("steps", steps);
  visit.Number("shortest_step", shortest_step);
  visit.Integer("updates", updates);
  visit.Integer("unsolved", unsolved);
  visit.Number("com_error", com_error);
  visit.Number("max_com_error", max_com_error);
  visit.Number("max_foot_error", max_foot_error);
  visit.Series("t", t);
  visit.Series("com_errors", com_errors);
  visit.Series("left_errors", left_errors);
  visit.Series("right_errors", right_errors);
}

std::shared_ptr<const control::TaskSpaceController> FindWalker(const Scene& scene) {
  std::shared_ptr<Controller> controls = scene.controls;
  if (const auto disturbed = std::dynamic_pointer_cast<control::DisturbedController>(controls))
    controls = disturbed->inner();
  return std::dynamic_pointer_cast<const control::TaskSpaceController>(controls);
}

WalkRun MeasureWalk(const measure::MeasuredScene& measured, const measure::Method& method, double dt,
                    const StopFlag* stop) {
  const Scene scene = measure::BuildFor(measured, method, dt);
  const std::shared_ptr<const control::TaskSpaceController> walker = FindWalker(scene);
  const control::LeggedRobot& robot = walker->robot();
  const Model& model = scene.world->model();
  Workspace<double> ws(model);
  WalkRun run;
  const auto place_feet = [&](const State& state) {
    dynamics::ForwardKinematics(model, state.q, state.v, ws);
    std::vector<Vector3d> feet;
    for (const int foot : robot.feet) feet.push_back(dynamics::FramePose(model, ws, foot).p);
    return feet;
  };
  place_feet(scene.initial);
  const Vec3<double> x = ws.body[robot.base].R.x;
  const Vector3d forward = Vector3d(x.x, x.y, 0.0).normalized(), start = robot.base_position;
  FootstepCounter counter(robot, forward);
  run.lowest = start.z();

  Simulation simulation(scene);
  simulation.Observe([&](const StepView& step) {
    if (step.control) ++run.updates, run.unsolved += !step.control->solved();
    const std::vector<Vector3d> feet = place_feet(step.after);
    counter.Add(step.report, feet, run);
    const Vector3d base = step.after.q.segment<3>(robot.base_q);
    run.lowest = std::min(run.lowest, base.z());
    run.progress = forward.dot(base - start);
    run.t.push_back(step.after.t);
    run.com_errors.push_back(
        (control::CenterOfMass(robot, ws) - walker->CenterOfMassAt(step.after.t).p).norm());
    const double plan_time = walker->plan().TimeAt(step.after.t);
    for (int c = 0; c < 2; ++c) {
      const double error = (feet[c] - walker->plan().Foot(c, plan_time).p).norm();
      (c == 0 ? run.left_errors : run.right_errors).push_back(error);
      if (!walker->plan().IsInStance(c, plan_time)) run.max_foot_error = std::max(run.max_foot_error, error);
    }
  });
  run.finished = experiments::RunToEnd(simulation, stop);
  const Vec3<double> up = ws.body[robot.base].R.z;
  run.tilt = std::atan2(std::hypot(up.x, up.y), up.z);
  for (const double error : run.com_errors) {
    run.com_error += error / static_cast<double>(run.com_errors.size());
    run.max_com_error = std::max(run.max_com_error, error);
  }
  return run;
}

}  // namespace slipstick::expo_experiments
