// The interface of all controllers: state in, actuation out.
#pragma once

#include "slipstick/names.h"
#include "slipstick/world/actuation.h"
#include "slipstick/world/state.h"

namespace slipstick::control {

/// How the last update went: for statistics and logs only.
struct ControlReport {
  bool solves = false;       ///< the controller solves an optimization problem at every update
  const char* failure = "";  ///< why the problem was not solved as posed, in a word or two; empty if solved
  int iterations = 0;
  double residual = 0.0;

  bool solved() const { return *failure == 0; }
};

/// A controller has no memory: its command is a pure function of time and state, so that a run can be saved,
/// resumed and replayed bit for bit. It may own scratch memory, so each thread needs its own controller, but
/// no result depends on earlier calls.
class Controller {
 public:
  Controller() = default;
  virtual ~Controller() = default;
  Controller(const Controller&) = delete;
  Controller& operator=(const Controller&) = delete;

  /// Writes the joint torques (tau) and the feedback that hold from now until the next update. Does not
  /// allocate after the first call with this actuation. Does not touch external wrenches: only a
  /// DisturbedController, which wraps another controller, writes those.
  virtual void Update(const State& state, Actuation& actuation) = 0;

  /// The report of the last update.
  virtual ControlReport report() const { return {}; }
};

/// Zero torque, no feedback.
class NoController : public Controller {
 public:
  void Update(const State&, Actuation& actuation) override {
    actuation.tau.setZero();
    actuation.ClearFeedback();
  }
};

}  // namespace slipstick::control
