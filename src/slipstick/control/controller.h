// The interface of all controllers: from the state to what drives the robot.
#pragma once

#include "slipstick/names.h"
#include "slipstick/world/actuation.h"
#include "slipstick/world/state.h"

namespace slipstick::control {

/// How an update went, for whoever watches. Nothing follows from it.
struct ControlReport {
  bool solves = false;       ///< the controller solves a problem at every update
  const char* failure = "";  ///< why it was not solved as asked, in a word or two; empty if it was
  int iterations = 0;
  double residual = 0.0;

  bool solved() const { return *failure == 0; }
};

/// A controller has no memory: what it commands is a pure function of time and state, so that a run can be
/// saved, resumed and replayed bit for bit. It may own scratch memory (each thread makes its own), but no
/// result depends on earlier calls.
class Controller {
 public:
  Controller() = default;
  virtual ~Controller() = default;
  Controller(const Controller&) = delete;
  Controller& operator=(const Controller&) = delete;

  /// What drives the robot from now until the next update. Writes tau and feedback, and does not allocate
  /// after the first call with this actuation. External wrenches are left alone, as they belong to whoever
  /// disturbs the robot: a DisturbedController, which is wrapped around the one that drives it, writes those
  /// and no other does.
  virtual void Update(const State& state, Actuation& actuation) = 0;

  /// Of the last update.
  virtual ControlReport report() const { return {}; }
};

/// Nothing drives the robot.
class NoController : public Controller {
 public:
  void Update(const State&, Actuation& actuation) override {
    actuation.tau.setZero();
    actuation.ClearFeedback();
  }
};

}  // namespace slipstick::control
