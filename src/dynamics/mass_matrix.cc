#include "dynamics/mass_matrix.h"

#include <algorithm>

#include "dynamics/scalars.h"
#include "dynamics/sweep.h"

namespace slipstick {

template <class S>
void MassMatrix(const Model& model, In<S> q, Workspace<S>& ws) {
  model.CheckConfigurationSize(q.size());
  sweep::PlaceBodies(model, q.data(), ws);
  sweep::PlaceInertias(model, ws);
  sweep::GatherInertias(model, ws);
}

namespace {

bool IsPositive(double x) { return x > 0.0; }
bool IsPositive(const Dual& x) { return x.value > 0.0; }
bool IsPositive(const Pack& x) { return x[0] > 0.0 && x[1] > 0.0 && x[2] > 0.0 && x[3] > 0.0; }

}  // namespace

template <class S>
bool FactorMassMatrix(const Model& model, Workspace<S>& ws) {
  bool positive = true;
  std::copy(ws.M.begin(), ws.M.end(), ws.L.begin());
  for (int k = model.nv - 1; k >= 0; --k) {
    S* row_k = &ws.L[model.row_start[k]];
    const int depth = model.depth[k];
    positive &= IsPositive(row_k[depth]);
    const S d_inv = S(1.0) / row_k[depth];
    // The ancestors of dof i are the first ancestors of dof k, so row i is subtracted from entry by entry.
    int i = k;
    for (int position = depth - 1; position >= 0; --position) {
      i = model.dof_parent[i];
      S* __restrict row_i = &ws.L[model.row_start[i]];
      const S l = row_k[position] * d_inv;
      for (int j = 0; j <= position; ++j) row_i[j] -= l * row_k[j];
      row_k[position] = l;
    }
    ws.D_inv[k] = d_inv;
  }
  return positive;
}

template <class S>
void SolveMassMatrix(const Model& model, const Workspace<S>& ws, Out<S> x) {
  // x := L⁻ᵀ x, leaves to roots
  for (int k = model.nv - 1; k >= 0; --k) {
    const S* row = &ws.L[model.row_start[k]];
    int position = model.depth[k] - 1;
    for (int i = model.dof_parent[k]; i >= 0; i = model.dof_parent[i]) x[i] -= row[position--] * x[k];
  }
  // x := L⁻¹ D⁻¹ x, roots to leaves
  for (int k = 0; k < model.nv; ++k) {
    const S* row = &ws.L[model.row_start[k]];
    int position = model.depth[k] - 1;
    S sum = ws.D_inv[k] * x[k];
    for (int i = model.dof_parent[k]; i >= 0; i = model.dof_parent[i]) sum -= row[position--] * x[i];
    x[k] = sum;
  }
}

template <class S>
VectorMap<S> ForwardDynamicsByFactor(const Model& model, In<S> q, In<S> v, In<S> tau, Workspace<S>& ws) {
  model.CheckConfigurationSize(q.size());
  model.CheckVelocitySize(v.size(), "v");
  model.CheckVelocitySize(tau.size(), "tau");
  const S* no_acceleration = nullptr;
  sweep::PlaceBodies(model, q.data(), ws);
  sweep::MoveBodies(model, v.data(), no_acceleration, ws);
  sweep::PlaceInertias(model, ws);
  sweep::NewtonEuler(model, ws);
  sweep::GatherForces(model, ws.bias.data(), ws);
  sweep::GatherInertias(model, ws);
  FactorMassMatrix(model, ws);
  for (int k = 0; k < model.nv; ++k) ws.acceleration[k] = tau[k] - ws.bias[k];
  SolveMassMatrix<S>(model, ws, ws.acceleration);
  return {ws.acceleration.data(), model.nv};
}

Eigen::MatrixXd DenseMassMatrix(const Model& model, const Workspace<double>& ws) {
  Eigen::MatrixXd M = Eigen::MatrixXd::Zero(model.nv, model.nv);
  for (int k = 0; k < model.nv; ++k) {
    int entry = model.row_start[k] + model.depth[k];
    for (int i = k; i >= 0; i = model.dof_parent[i]) M(k, i) = M(i, k) = ws.M[entry--];
  }
  return M;
}

Eigen::MatrixXd DenseMassMatrix(const Model& model, In<double> q, Workspace<double>& ws) {
  MassMatrix(model, q, ws);
  return DenseMassMatrix(model, ws);
}

#define SLIPSTICK_INSTANTIATE(S)                                                          \
  template void MassMatrix<S>(const Model&, In<S>, Workspace<S>&);                        \
  template bool FactorMassMatrix<S>(const Model&, Workspace<S>&);                         \
  template void SolveMassMatrix<S>(const Model&, const Workspace<S>&, Out<S>);            \
  template VectorMap<S> ForwardDynamicsByFactor<S>(const Model&, In<S>, In<S>, In<S>, Workspace<S>&);
SLIPSTICK_FOR_EACH_SCALAR(SLIPSTICK_INSTANTIATE)

}  // namespace slipstick
