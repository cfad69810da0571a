#include "slipstick/dynamics/inverse_dynamics.h"

#include "slipstick/dynamics/check_inputs.h"
#include "slipstick/dynamics/scalars.h"
#include "slipstick/dynamics/sweep.h"

namespace slipstick::dynamics {

template <class S>
VectorMap<S> InverseDynamics(const Model& model, In<S> q, In<S> v, In<S> a, Workspace<S>& ws) {
  CheckConfiguration<S>(model, q, ws);
  sweep::ComputePoses(model, q.data(), ws);
  return InverseDynamicsAtCurrentPoses<S>(model, v, a, ws);
}

template <class S>
VectorMap<S> InverseDynamicsAtCurrentPoses(const Model& model, In<S> v, In<S> a, Workspace<S>& ws) {
  model.CheckVelocitySize(v.size(), "v");
  model.CheckVelocitySize(a.size(), "a");
  sweep::ComputeBodyForces(model, v.data(), a.data(), ws);
  sweep::AccumulateForces(model, ws.tau.data(), ws);
  for (int k = 0; k < model.nv(); ++k) ws.tau[k] += model.dofs()[k].armature * a[k];
  return {ws.tau.data(), model.nv()};
}

template <class S>
VectorMap<S> Bias(const Model& model, In<S> q, In<S> v, Workspace<S>& ws) {
  CheckConfiguration<S>(model, q, ws);
  model.CheckVelocitySize(v.size(), "v");
  const S* no_acceleration = nullptr;
  sweep::ComputePoses(model, q.data(), ws);
  sweep::ComputeBodyForces(model, v.data(), no_acceleration, ws);
  sweep::AccumulateForces(model, ws.bias.data(), ws);
  return {ws.bias.data(), model.nv()};
}

#define SLIPSTICK_INSTANTIATE(S)                                                                     \
  template VectorMap<S> InverseDynamics<S>(const Model&, In<S>, In<S>, In<S>, Workspace<S>&);        \
  template VectorMap<S> InverseDynamicsAtCurrentPoses<S>(const Model&, In<S>, In<S>, Workspace<S>&); \
  template VectorMap<S> Bias<S>(const Model&, In<S>, In<S>, Workspace<S>&);
SLIPSTICK_FOR_EACH_SCALAR(SLIPSTICK_INSTANTIATE)
#undef SLIPSTICK_INSTANTIATE

}  // namespace slipstick::dynamics
