// Who drives time: a scene on its way, step by step.
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

/// One step as an observer sees it. Valid during the call.
struct StepView {
  int64_t number;  ///< from 0
  double h;        ///< s
  const State& before;
  const State& after;  ///< as before if the step failed
  const Actuation& actuation;
  const StepReport& report;
  const control::ControlReport* control;  ///< of the update right before it; null if there was none
};

/// Where a run can go on as if it had never stopped: all steps before were whole ones.
struct ResumePoint {
  int64_t step = 0;
  State state;
  Actuation actuation;  ///< as held
};

class Simulation {
 public:
  using Observer = std::function<void(const StepView&)>;

  /// Keeps what it needs of the scene. One run at a time per scene: the controller is shared.
  explicit Simulation(const Scene& scene);
  /// Goes on with a run of the same scene, or one that differs in its duration; InputError if the point does
  /// not fit.
  Simulation(const Scene& scene, const ResumePoint& point);

  /// Called after every step, in the order in which they were added.
  void Observe(Observer observer) { observers_.push_back(std::move(observer)); }

  /// False, and nothing happens, when the run is over or a step has failed.
  bool StepOnce();
  /// Steps until t is reached: the first instant between steps that is not before t. Ends early if a step
  /// fails. Throws Stopped after the first step that finds `stop` raised; the state is then the end of that
  /// step, and the run can go on from it.
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
  /// The latest there is: here, or before a last step that was shortened.
  ResumePoint resume_point() const;
  /// Time spent in the controller and the stepper so far, s.
  double wall_time() const { return wall_time_; }
  /// The part of it spent in the controller, s.
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
  State before_shortened_;  ///< if there was such a step
  int64_t next_ = 0;
  bool failed_ = false;
  StepStatus status_ = StepStatus::kOk;
  double wall_time_ = 0.0, control_time_ = 0.0;
  control::ControlReport control_;
};

}  // namespace slipstick::run
