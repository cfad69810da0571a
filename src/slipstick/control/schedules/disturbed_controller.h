// Pushes by the clock, whatever else drives the robot: someone leans against it, a hammer hits it, wind blows
// for a while.
#pragma once

#include <memory>
#include <vector>

#include "slipstick/control/controller.h"

namespace slipstick::control {

/// A wrench that acts from one instant until another.
struct Disturbance {
  ExternalWrench wrench;
  double at;    ///< s, when it begins
  double over;  ///< s that it lasts
};

/// Another controller, and disturbances beside it. What is held over a control period is the mean of each
/// disturbance over that period, so that its impulse is the force times its duration, whatever the period and
/// wherever the disturbance begins in it.
class DisturbedController : public Controller {
 public:
  /// `inner` may be null: then nothing else drives the model. The period, in s, is how long actuation is
  /// held.
  DisturbedController(std::shared_ptr<Controller> inner, std::vector<Disturbance> disturbances,
                      double control_period);

  /// As the other controller says, and the external wrenches: those disturbances that act before the next
  /// update, and no others.
  void Update(const State& state, Actuation& actuation) override;
  ControlReport report() const override { return inner_->report(); }

  const std::shared_ptr<Controller>& inner() const { return inner_; }

 private:
  std::shared_ptr<Controller> inner_;
  std::vector<Disturbance> disturbances_;
  double period_;  ///< s
};

}  // namespace slipstick::control
