// Calls every function of the dynamics at one state and collects the results.
#pragma once

#include <string>
#include <vector>

#include "slipstick/model/generators.h"
#include "slipstick/slipstick.h"

namespace slipstick::support {

template <class S>
struct CallInput {
  std::vector<S> q, q1, v, a, tau;
  std::vector<dynamics::BodyPoint<S>> points;
};

/// Numbers that one call returned.
template <class S>
struct CallResult {
  std::string name;
  std::vector<S> values;
  bool solved = false;  ///< by dividing by the mass matrix, so that errors grow with its condition
};

/// Workspaces of the calls, for up to `points` points.
template <class S>
struct CallMemory {
  Workspace<S> ws;
  DynamicsDerivatives<S> derivatives;

  CallMemory(const Model& model, int points) : ws(model, points), derivatives(model) {}
};

template <class S>
class AllCalls {
 public:
  AllCalls(const Model& model, const CallInput<S>& in, CallMemory<S>& memory)
      : model_(model), in_(in), ws_(memory.ws), derivatives_(memory.derivatives) {
    Inverse();
    MassMatrices();
    Forward();
    ContactSpace();
    Derivatives();
    Configurations();
    Energies();
  }
  const std::vector<CallResult<S>>& results() const { return results_; }

 private:
  void Keep(const char* name, const std::vector<S>& values) { results_.push_back({name, values}); }
  void KeepSolved(const char* name, const std::vector<S>& values) {
    results_.push_back({name, values, true});
  }

  void Inverse() {
    dynamics::InverseDynamics<S>(model_, in_.q, in_.v, in_.a, ws_);
    Keep("InverseDynamics", ws_.tau);
    dynamics::Bias<S>(model_, in_.q, in_.v, ws_);
    Keep("Bias", ws_.bias);
  }

  void MassMatrices() {
    dynamics::MassMatrix<S>(model_, in_.q, ws_);
    Keep("MassMatrix", ws_.M);
    dynamics::FactorMassMatrix(model_, ws_);
    KeepSolved("FactorMassMatrix: L", ws_.L);
    KeepSolved("FactorMassMatrix: D_inv", ws_.D_inv);
    std::vector<S> x = in_.tau;
    dynamics::SolveMassMatrix<S>(model_, ws_, x);
    KeepSolved("SolveMassMatrix", x);
  }

  void Forward() {
    dynamics::ForwardDynamics<S>(model_, in_.q, in_.v, in_.tau, ws_);
    KeepSolved("ForwardDynamics", ws_.acceleration);
    dynamics::ForwardDynamicsByFactor<S>(model_, in_.q, in_.v, in_.tau, ws_);
    KeepSolved("ForwardDynamicsByFactor", ws_.acceleration);
  }

  void ContactSpace() {
    dynamics::Evaluate<S>(model_, in_.q, in_.v, in_.points, ws_);
    Keep("Evaluate: M", ws_.M);
    Keep("Evaluate: bias", ws_.bias);
    const auto put = [](const Vec3<S>& x, std::vector<S>& to) { to.insert(to.end(), {x.x, x.y, x.z}); };
    std::vector<S> position, velocity, Jdot_v, jacobian;
    int entries = 0;
    for (size_t c = 0; c < in_.points.size(); ++c) {
      put(ws_.point[c].p, position), put(ws_.point[c].velocity, velocity), put(ws_.point[c].Jdot_v, Jdot_v);
      entries += ws_.point[c].path_length;
    }
    for (int k = 0; k < entries; ++k) put(ws_.jacobian[k], jacobian);
    Keep("Evaluate: positions", position);
    Keep("Evaluate: velocities", velocity);
    Keep("Evaluate: J̇ v", Jdot_v);
    Keep("Evaluate: J", jacobian);
    dynamics::ContactInertiaByFactor<S>(model_, ws_);
    KeepSolved("ContactInertiaByFactor", ws_.W);
    dynamics::ContactInertiaByUnitForces<S>(model_, in_.q, in_.points, ws_);
    KeepSolved("ContactInertiaByUnitForces", ws_.W);
  }

  void Derivatives() {
    dynamics::InverseDynamicsDerivatives<S>(model_, in_.q, in_.v, in_.a, ws_, derivatives_);
    Keep("InverseDynamicsDerivatives: by q", derivatives_.tau_by_q);
    Keep("InverseDynamicsDerivatives: by v", derivatives_.tau_by_v);
    dynamics::ForwardDynamicsDerivatives<S>(model_, in_.q, in_.v, in_.tau, ws_, derivatives_);
    KeepSolved("ForwardDynamicsDerivatives: by q", derivatives_.acceleration_by_q);
    KeepSolved("ForwardDynamicsDerivatives: by v", derivatives_.acceleration_by_v);
    KeepSolved("ForwardDynamicsDerivatives: by tau", derivatives_.acceleration_by_tau);
  }

  void Configurations() {
    std::vector<S> q(model_.nq()), d(model_.nv());
    dynamics::Integrate<S>(model_, in_.q, in_.v, View<S>(q));
    Keep("Integrate", q);
    dynamics::Difference<S>(model_, in_.q, in_.q1, View<S>(d));
    Keep("Difference", d);
  }

  void Energies() {
    dynamics::ForwardKinematics<S>(model_, in_.q, in_.v, ws_);
    Keep("KineticEnergy", {dynamics::KineticEnergy<S>(model_, in_.v, ws_)});
    Keep("PotentialEnergy", {dynamics::PotentialEnergy<S>(model_, ws_)});
  }

  const Model& model_;
  const CallInput<S>& in_;
  Workspace<S>& ws_;
  DynamicsDerivatives<S>& derivatives_;
  std::vector<CallResult<S>> results_;
};

/// The same numbers in another scalar: constants of Dual, equal lanes of Pack.
template <class S>
CallInput<S> Convert(const CallInput<double>& in) {
  const auto convert = [](const std::vector<double>& x) { return std::vector<S>(x.begin(), x.end()); };
  CallInput<S> out{convert(in.q), convert(in.q1), convert(in.v), convert(in.a), convert(in.tau), {}};
  for (const dynamics::BodyPoint<double>& point : in.points)
    out.points.push_back({point.body, {S(point.p_B.x), S(point.p_B.y), S(point.p_B.z)}});
  return out;
}

inline std::vector<double> ToStdVector(const Eigen::VectorXd& x) { return {x.begin(), x.end()}; }

/// Random points on the model; the second is on the world.
inline std::vector<dynamics::BodyPoint<double>> RandomPoints(const Model& model, Random& random, int count) {
  std::vector<dynamics::BodyPoint<double>> points(count);
  for (int c = 0; c < count; ++c) {
    points[c].body = c == 1 ? model::kWorld : random.Index(model.num_bodies());
    points[c].p_B = {random.Uniform(-0.2, 0.2), random.Uniform(-0.2, 0.2), random.Uniform(-0.2, 0.2)};
  }
  return points;
}

inline CallInput<double> RandomInput(const Model& model, Random& random, int points) {
  CallInput<double> in;
  in.q = ToStdVector(model::RandomConfiguration(model, random));
  in.q1 = ToStdVector(model::RandomConfiguration(model, random));
  in.v = ToStdVector(model::RandomVelocity(model, random, 2.0));
  in.a = ToStdVector(model::RandomVelocity(model, random, 5.0));
  in.tau = ToStdVector(model::RandomVelocity(model, random, 10.0));
  in.points = RandomPoints(model, random, points);
  return in;
}

}  // namespace slipstick::support
