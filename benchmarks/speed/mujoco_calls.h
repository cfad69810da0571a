// The MuJoCo calls that bench_dynamics measures, on the same robot and the same states.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "slipstick/model/model.h"
#include "speed/states.h"
#include "speed/timing.h"

namespace slipstick::speed {

/// Empty if built without MuJoCo.
std::string MujocoVersion();

/// The robot in MuJoCo; without MuJoCo it has no calls.
class MujocoBench {
 public:
  /// The ring of states is converted once, before anything is timed.
  MujocoBench(const Model& model, const std::vector<State>& states);
  ~MujocoBench();

  std::vector<Call> Calls();

  /// Largest relative difference between MuJoCo's accelerations and ours over the states. Times are
  /// comparable only if both engines compute the same.
  double LargestDisagreement() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace slipstick::speed
