// Simulation of a scene, step by step.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "slipstick/control/controller.h"
#include "slipstick/core/stop_flag.h"
#include "slipstick/names.h"
#include "slipstick/run/step_plan.h"
#include "slipstick/scene/scene.h"
#include "slipstick/steppers/stepper.h"

namespace slipstick::run {

/// One step, for observers. Valid during the call.
struct StepView {
  int64_t number;  ///< from 0
  double h;        ///< s
  const State& before;
  const State& after;  ///< equal to `before` if the step failed
  const Actuation& actuation;
  const StepReport& report;
  const control::ControlReport* control;  ///< of the control update before the step; null if there was none
};

/// A point from which a run can be resumed bit for bit: all steps before it have the full length.
struct ResumePoint {
  int64_t step = 0;
  State state;
  Actuation actuation;  ///< as held
};

class Simulation {
 public:
  using Observer = std::function<void(const StepView&)>;

  /// The scene need not outlive it. One run at a time per scene, since they share the controller.
  explicit Simulation(const Scene& scene);
  /// Resumes a run of the same scene, or of one with another duration. InputError if the point does not
  /// match.
  Simulation(const Scene& scene, const ResumePoint& point);

  /// Called after every step, in the order in which they were added.
  void Observe(Observer observer) { observers_.push_back(std::move(observer)); }

  /// Returns false without a step if the run is over or a step has failed.
  bool StepOnce();
  /// Steps until t is reached: the first instant between steps that is not before t. Ends early if a step
  /// fails. Throws Stopped after the first step that finds `stop` raised; the state is then the end of that
  /// step, and the run can be continued.
  void RunTo(double t, const StopFlag* stop = nullptr);
  /// The same to the end of the run.
  void Run(const StopFlag* stop = nullptr) { RunTo(plan_.duration(), stop); }

  const World& world() const { return *world_; }
  const State& state() const { return state_; }
  const Actuation& actuation() const { return actuation_; }  ///< of the last step
  const StepPlan& plan() const { return plan_; }
  int64_t steps_done() const { return next_; }
  bool done() const { return next_ >= plan_.num_steps(); }
  bool failed() const { return failed_; }
  /// Of the last step.
  StepStatus status() const { return status_; }
  /// The current state, or the one before a shortened last step.
  ResumePoint resume_point() const;
  /// Time spent in the controller and the stepper so far, s.
  double wall_time() const { return wall_time_; }
  /// Of that, time spent in the controller, s.
  double control_time() const { return control_time_; }

 private:
  bool IsUpdate() const { return controller_ && plan_.IsUpdate(next_); }
  const StepReport& Advance(double h);

  std::shared_ptr<const World> world_;
  std::shared_ptr<Controller> controller_;  ///< may be null
  std::unique_ptr<Stepper> stepper_;
  StepPlan plan_;
  State state_, before_;
  Actuation actuation_;
  std::vector<Observer> observers_;
  State before_shortened_;  ///< empty without a shortened step
  int64_t next_ = 0;
  bool failed_ = false;
  StepStatus status_ = StepStatus::kOk;
  double wall_time_ = 0.0, control_time_ = 0.0;
  control::ControlReport control_;
};

}  // namespace slipstick::run
