// The interface of all time steppers.
//
//   auto stepper = MakeStepper("euler", world, {{"semi_implicit", "true"}});   (steppers/registry.h)
//   State state = world.InitialState();
//   Actuation actuation(world.model());
//   const StepReport& report = stepper->Step(actuation, 1e-3, state);
#pragma once

#include "slipstick/contact/step_report.h"
#include "slipstick/names.h"
#include "slipstick/steppers/energy_check.h"
#include "slipstick/steppers/phase_timer.h"
#include "slipstick/world/actuation.h"
#include "slipstick/world/state.h"
#include "slipstick/world/world.h"

namespace slipstick::steppers {

/// rad/s and m/s; faster motion means that the simulation has diverged.
inline constexpr double kDivergedSpeed = 1e6;

/// A time-stepping method for one world. It owns scratch memory, so each thread needs its own stepper. No
/// result depends on earlier calls: all memory of the simulation is in the State.
class Stepper {
 public:
  explicit Stepper(const World& world) : world_(world), energy_check_(world) {}
  virtual ~Stepper() = default;
  Stepper(const Stepper&) = delete;
  Stepper& operator=(const Stepper&) = delete;

  const World& world() const { return world_; }

  /// Advances the state by h > 0 seconds. Numerical failure is a status in the report. The state is then
  /// unchanged, except with kNotConverged: it has advanced with the best solution found. Only invalid input
  /// throws (see CheckInput). The report is valid until the next call.
  const StepReport& Step(const Actuation& actuation, double h, State& state);

  /// Times the phases of all following steps; null to stop. The timer must outlive its use.
  void set_timer(PhaseTimer* timer) { timer_ = timer; }

 protected:
  PhaseTimer* timer() const { return timer_; }
  /// InputError for vectors of the wrong length, for wrenches on bodies that do not exist, and unless h is
  /// finite and > 0. Called by Step.
  void CheckInput(const Actuation& actuation, double h, const State& state) const;

  /// The method itself: updates state.q, state.v and the memory, and fills the report, which starts empty
  /// with status kOk. It need not check its input, nor whether the result is finite or explodes, and does not
  /// change state.t.
  virtual void Advance(const Actuation& actuation, double h, State& state, StepReport& report) = 0;

  /// False if the steps that Advance consists of have been checked already.
  virtual bool NeedsEnergyCheck() const { return true; }

 private:
  void TimedAdvance(const Actuation& actuation, double h, State& state);

  const World& world_;
  PhaseTimer* timer_ = nullptr;
  EnergyCheck energy_check_;
  StepReport report_;
  State before_;
};

}  // namespace slipstick::steppers
