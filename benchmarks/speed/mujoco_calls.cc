#include "speed/mujoco_calls.h"

#ifdef SLIPSTICK_HAVE_MUJOCO

#include <algorithm>
#include <cmath>
#include <cstring>

#include "oracle/mujoco_model.h"
#include "oracle/mujoco_oracle.h"
#include "slipstick/dynamics/articulated_bodies.h"
#include "speed/dynamics_calls.h"

namespace slipstick::speed {

using Eigen::VectorXd;

std::string MujocoVersion() { return mj_versionString(); }

struct MujocoBench::Impl {
  struct MujocoState {
    VectorXd qpos, qvel, qfrc;
  };
  const Model& model;
  const std::vector<State>& states;
  oracle::MujocoModel mujoco_model;
  oracle::MujocoData data;
  std::vector<MujocoState> ring;

  Impl(const Model& m, const std::vector<State>& s)
      : model(m),
        states(s),
        mujoco_model(oracle::CompileMjcf(oracle::ToMjcf(m))),
        data(mj_makeData(mujoco_model.get())) {
    for (const State& state : states) {
      const Eigen::MatrixXd T = oracle::MujocoVelocityMap(model, state.q);
      ring.push_back({oracle::ToMujocoConfiguration(model, state.q), T * state.v, T * state.tau});
    }
  }

  void SetState(int k) {
    const MujocoState& s = ring[k % kRing];
    std::memcpy(data->qpos, s.qpos.data(), s.qpos.size() * sizeof(double));
    std::memcpy(data->qvel, s.qvel.data(), s.qvel.size() * sizeof(double));
    std::memcpy(data->qfrc_applied, s.qfrc.data(), s.qfrc.size() * sizeof(double));
  }

  void MassMatrix() {
    mj_kinematics(mujoco_model.get(), data.get());
    mj_comPos(mujoco_model.get(), data.get());
    mj_crb(mujoco_model.get(), data.get());
  }
  /// After kinematics and comPos.
  void Bias() {
    mj_comVel(mujoco_model.get(), data.get());
    mj_rne(mujoco_model.get(), data.get(), 0, data->qfrc_bias);
  }
  /// The minimum for accelerations: mj_forward without sensors, actuators, passive forces and checks.
  void LeanForwardDynamics() {
    MassMatrix();
    mj_factorM(mujoco_model.get(), data.get());
    Bias();
    for (int i = 0; i < mujoco_model->nv; ++i)
      data->qfrc_smooth[i] = data->qfrc_applied[i] - data->qfrc_bias[i];
    mj_solveM(mujoco_model.get(), data.get(), data->qacc, data->qfrc_smooth, 1);
  }
};

MujocoBench::MujocoBench(const Model& model, const std::vector<State>& states)
    : impl_(std::make_unique<Impl>(model, states)) {}
MujocoBench::~MujocoBench() = default;

std::vector<Call> MujocoBench::Calls() {
  Impl& mujoco = *impl_;
  const auto call = [&mujoco](const char* key, auto work) {
    return MakeCall(key, kCallsPerBatch, [&mujoco, work](int k) {
      mujoco.SetState(k);
      work(mujoco);
    });
  };
  return {
      call("mujoco_bias",
           [](Impl& m) {
             mj_kinematics(m.mujoco_model.get(), m.data.get());
             mj_comPos(m.mujoco_model.get(), m.data.get());
             m.Bias();
           }),
      call("mujoco_mass_matrix", [](Impl& m) { m.MassMatrix(); }),
      call("mujoco_mass_matrix_and_factor",
           [](Impl& m) {
             m.MassMatrix();
             mj_factorM(m.mujoco_model.get(), m.data.get());
           }),
      call("mujoco_forward", [](Impl& m) { mj_forward(m.mujoco_model.get(), m.data.get()); }),
      call("mujoco_forward_lean", [](Impl& m) { m.LeanForwardDynamics(); }),
  };
}

double MujocoBench::LargestDisagreement() const {
  Workspace<double> ws(impl_->model);
  double largest = 0.0;
  for (int k = 0; k < static_cast<int>(impl_->states.size()); ++k) {
    const State& s = impl_->states[k];
    const VectorXd ours = oracle::MujocoVelocityMap(impl_->model, s.q) *
                          dynamics::ForwardDynamics(impl_->model, s.q, s.v, s.tau, ws);
    for (const bool lean : {false, true}) {
      impl_->SetState(k);
      if (lean)
        impl_->LeanForwardDynamics();
      else
        mj_forward(impl_->mujoco_model.get(), impl_->data.get());
      const Eigen::Map<const VectorXd> theirs(impl_->data->qacc, impl_->model.nv());
      const double size = theirs.cwiseAbs().maxCoeff<Eigen::PropagateNaN>();
      const double error = (ours - theirs).cwiseAbs().maxCoeff<Eigen::PropagateNaN>() / size;
      if (std::isnan(error)) return error;  // std::max would ignore it
      largest = std::max(largest, error);
    }
  }
  return largest;
}

}  // namespace slipstick::speed

#else

namespace slipstick::speed {

std::string MujocoVersion() { return ""; }

struct MujocoBench::Impl {};
MujocoBench::MujocoBench(const Model&, const std::vector<State>&) {}
MujocoBench::~MujocoBench() = default;
std::vector<Call> MujocoBench::Calls() { return {}; }
double MujocoBench::LargestDisagreement() const { return 0.0; }

}  // namespace slipstick::speed

#endif
