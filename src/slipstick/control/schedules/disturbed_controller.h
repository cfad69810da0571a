// Scheduled external disturbance wrenches on top of another controller: a person, an impact, wind.
#pragma once

#include <memory>
#include <vector>

#include "slipstick/control/controller.h"

namespace slipstick::control {

/// An external wrench with a start time and a duration.
struct Disturbance {
  ExternalWrench wrench;
  double at;    ///< s, start
  double over;  ///< s, duration
};

/// Wraps another controller and adds disturbances. Each is averaged over the control period, in which
/// wrenches are held, so that its impulse is force times duration for any period and any start time.
class DisturbedController : public Controller {
 public:
  /// `inner` may be null: no other actuation. The period, in s, is how long actuation is held.
  DisturbedController(std::shared_ptr<Controller> inner, std::vector<Disturbance> disturbances,
                      double control_period);

  /// Actuation of the inner controller; sets the external wrenches to the disturbances that act before the
  /// next update, and removes all others.
  void Update(const State& state, Actuation& actuation) override;
  ControlReport report() const override { return inner_->report(); }

  const std::shared_ptr<Controller>& inner() const { return inner_; }

 private:
  std::shared_ptr<Controller> inner_;
  std::vector<Disturbance> disturbances_;
  double period_;  ///< s
};

}  // namespace slipstick::control
