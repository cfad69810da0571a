#include "speed/dynamics_calls.h"

#include <iterator>

#include "slipstick/core/convert.h"
#include "slipstick/dynamics/articulated_bodies.h"
#include "slipstick/dynamics/inverse_dynamics.h"
#include "slipstick/dynamics/kinematics.h"
#include "slipstick/dynamics/mass_matrix.h"
#include "slipstick/model/urdf/urdf_reader.h"

namespace slipstick::speed {
namespace {

std::vector<dynamics::BodyPoint<double>> PointsAtFrames(const Model& model,
                                                        const std::vector<std::string>& names) {
  std::vector<dynamics::BodyPoint<double>> points;
  for (const std::string& name : names) {
    const Frame& frame = model.frames()[model.frame(name)];
    points.push_back({frame.body, FromEigen(frame.X_BF.p)});
  }
  return points;
}

void Append(std::vector<Call> more, std::vector<Call>& calls) {
  std::move(more.begin(), more.end(), std::back_inserter(calls));
}

}  // namespace

const std::vector<Robot>& Robots() {
  static const std::vector<Robot> robots = {
      {"solo12", {"FL_FOOT", "FR_FOOT", "HL_FOOT", "HR_FOOT"}},
      {"iiwa14", {"tool"}},
      {"humanoid",
       {"l_sole_front_left", "l_sole_front_right", "l_sole_rear_left", "l_sole_rear_right",
        "r_sole_front_left", "r_sole_front_right", "r_sole_rear_left", "r_sole_rear_right"}},
  };
  return robots;
}

RobotBench::RobotBench(const Robot& robot)
    : model_(model::LoadUrdf(SLIPSTICK_MODELS_DIR "/" + robot.name + ".urdf")),
      points_(PointsAtFrames(model_, robot.contact_frames)),
      states_(RandomStates(model_, kRing)),
      packed_(PackStates(states_)),
      ws_(model_, static_cast<int>(points_.size())),
      pack_ws_(model_),
      derivatives_(model_),
      positions_(model_) {
  positions_.Begin(states_[0].q, states_[1].q, 1e-3);
}

std::vector<Call> RobotBench::Calls() {
  std::vector<Call> calls = SingleCalls();
  Append(ContactCalls(), calls);
  Append(DerivativeCalls(), calls);
  Append(PositionBasedCalls(), calls);
  Append(ManyWorldsCalls(), calls);
  return calls;
}

std::vector<Call> RobotBench::SingleCalls() {
  const auto on_state = [this](const char* key, auto work) {
    return MakeCall(key, kCallsPerBatch, [this, work](int k) { work(states_[k % kRing]); });
  };
  return {
      on_state("inverse_dynamics",
               [this](const State& s) { dynamics::InverseDynamics(model_, s.q, s.v, s.a, ws_); }),
      on_state("bias", [this](const State& s) { dynamics::Bias(model_, s.q, s.v, ws_); }),
      on_state("mass_matrix", [this](const State& s) { dynamics::MassMatrix(model_, s.q, ws_); }),
      on_state("mass_matrix_and_factor",
               [this](const State& s) {
                 dynamics::MassMatrix(model_, s.q, ws_);
                 dynamics::FactorMassMatrix(model_, ws_);
               }),
      on_state("forward_dynamics_by_factor",
               [this](const State& s) { dynamics::ForwardDynamicsByFactor(model_, s.q, s.v, s.tau, ws_); }),
      on_state("forward_dynamics",
               [this](const State& s) { dynamics::ForwardDynamics(model_, s.q, s.v, s.tau, ws_); }),
  };
}

std::vector<Call> RobotBench::ContactCalls() {
  return {
      MakeCall("evaluate_and_W", kCallsPerBatch,
               [this](int k) {
                 const State& s = states_[k % kRing];
                 dynamics::Evaluate(model_, s.q, s.v, points_, ws_);
                 dynamics::ContactInertiaByFactor(model_, ws_);
               }),
      MakeCall("W_by_unit_forces", kCallsPerBatch,
               [this](int k) {
                 dynamics::ContactInertiaByUnitForces(model_, states_[k % kRing].q, points_, ws_);
               }),
  };
}

std::vector<Call> RobotBench::DerivativeCalls() {
  return {
      MakeCall("inverse_dynamics_derivatives", kCallsPerBatch,
               [this](int k) {
                 const State& s = states_[k % kRing];
                 dynamics::InverseDynamicsDerivatives(model_, s.q, s.v, s.a, ws_, derivatives_);
               }),
      MakeCall("forward_dynamics_derivatives", kCallsPerBatch,
               [this](int k) {
                 const State& s = states_[k % kRing];
                 dynamics::ForwardDynamicsDerivatives(model_, s.q, s.v, s.tau, ws_, derivatives_);
               }),
  };
}

std::vector<Call> RobotBench::PositionBasedCalls() {
  const auto evaluate = [this](const char* key, bool with_hessian) {
    return MakeCall(key, kCallsPerBatch, [this, with_hessian](int k) {
      const State& s = states_[k % kRing];
      dynamics::ForwardKinematics(model_, s.q, ws_);
      positions_.Evaluate(s.q, ws_, with_hessian);
    });
  };
  return {evaluate("position_based_gradient", false), evaluate("position_based_hessian", true)};
}

/// The same environments one by one and in SIMD lanes. A call evaluates all kWorlds of them.
std::vector<Call> RobotBench::ManyWorldsCalls() {
  const auto one_by_one = [this](const char* key, auto work) {
    return MakeCall(key, kCallsPerBatch / kWorlds, [this, work](int k) {
      for (int world = 0; world < kWorlds; ++world) work(states_[(k * kWorlds + world) % kRing]);
    });
  };
  const auto in_packs = [this](const char* key, auto work) {
    constexpr int kPacks = kWorlds / Pack::kLanes, kPackRing = kRing / Pack::kLanes;
    return MakeCall(key, kCallsPerBatch / kWorlds, [this, work](int k) {
      for (int pack = 0; pack < kPacks; ++pack) work(packed_[(k * kPacks + pack) % kPackRing]);
    });
  };
  return {
      one_by_one("inverse_dynamics_of_8",
                 [this](const State& s) { dynamics::InverseDynamics(model_, s.q, s.v, s.a, ws_); }),
      in_packs("inverse_dynamics_of_8_in_packs",
               [this](const PackedState& s) { dynamics::InverseDynamics(model_, s.q, s.v, s.a, pack_ws_); }),
      one_by_one("mass_matrix_and_factor_of_8",
                 [this](const State& s) {
                   dynamics::MassMatrix(model_, s.q, ws_);
                   dynamics::FactorMassMatrix(model_, ws_);
                 }),
      in_packs("mass_matrix_and_factor_of_8_in_packs",
               [this](const PackedState& s) {
                 dynamics::MassMatrix(model_, s.q, pack_ws_);
                 dynamics::FactorMassMatrix(model_, pack_ws_);
               }),
  };
}

}  // namespace slipstick::speed
