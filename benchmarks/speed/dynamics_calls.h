// The dynamics calls that bench_dynamics measures, on one robot.
#pragma once

#include <string>
#include <vector>

#include "slipstick/dynamics/contact_space.h"
#include "slipstick/dynamics/derivatives.h"
#include "slipstick/dynamics/position_based.h"
#include "speed/states.h"
#include "speed/timing.h"

namespace slipstick::speed {

/// States in the ring; a power of two, so that the index is a mask.
inline constexpr int kRing = 64;
inline constexpr int kCallsPerBatch = 256;
/// Environments per call in the comparison of SIMD packs with plain doubles.
inline constexpr int kWorlds = 8;

struct Robot {
  std::string name;
  std::vector<std::string> contact_frames;  ///< their origins are the contact points
};
/// Robots of models/ with published timings: quadruped, arm, humanoid.
const std::vector<Robot>& Robots();

/// A robot with the data of its calls; must outlive them.
class RobotBench {
 public:
  explicit RobotBench(const Robot& robot);

  const Model& model() const { return model_; }
  const std::vector<State>& states() const { return states_; }
  std::vector<Call> Calls();

 private:
  std::vector<Call> SingleCalls();
  std::vector<Call> ContactCalls();
  std::vector<Call> DerivativeCalls();
  std::vector<Call> PositionBasedCalls();
  std::vector<Call> ManyWorldsCalls();

  Model model_;
  std::vector<dynamics::BodyPoint<double>> points_;
  std::vector<State> states_;
  std::vector<PackedState> packed_;
  Workspace<double> ws_;
  Workspace<Pack> pack_ws_;
  DynamicsDerivatives<double> derivatives_;
  dynamics::PositionBasedDynamics positions_;
};

}  // namespace slipstick::speed
