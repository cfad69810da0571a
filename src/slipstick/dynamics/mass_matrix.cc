#include "slipstick/dynamics/mass_matrix.h"

#include <algorithm>

#include "slipstick/dynamics/check_inputs.h"
#include "slipstick/dynamics/scalars.h"
#include "slipstick/dynamics/sweep.h"
#include "slipstick/dynamics/tree_rows.h"

namespace slipstick::dynamics {

template <class S>
void MassMatrix(const Model& model, In<S> q, Workspace<S>& ws) {
  CheckConfiguration<S>(model, q, ws);
  sweep::ComputePoses(model, q.data(), ws);
  sweep::ComputeInertias(model, ws);
  sweep::AccumulateInertias(model, ws);
}

namespace {

/// The pivot D is invalid if it is negative, NaN, or zero up to rounding.
bool IsPivot(double D_inv, double entry) { return D_inv > 0.0 && entry * D_inv < kMaxEntryOverPivot; }
bool IsPivot(const Dual& D_inv, const Dual& entry) { return IsPivot(D_inv.value, entry.value); }
bool IsPivot(const Pack& D_inv, const Pack& entry) {
  return AllLanes(LessThan(0.0, D_inv) & LessThan(entry * D_inv, kMaxEntryOverPivot));
}

/// Eliminates dof k. The ancestors of an ancestor i are the first ancestors of k, so row i is updated entry
/// by entry.
template <class S>
void Eliminate(const Model& model, int k, Workspace<S>& ws) {
  S* row_k = &ws.L[model.row_start()[k]];
  const int depth = model.depth()[k];
  const S d_inv = S(1.0) / row_k[depth];
  int i = k;
  for (int position = depth - 1; position >= 0; --position) {
    i = model.dof_parent()[i];
    S* __restrict row_i = &ws.L[model.row_start()[i]];
    const S l = row_k[position] * d_inv;
    SLIPSTICK_SHORT_LOOP
    for (int j = 0; j <= position; ++j) row_i[j] -= l * row_k[j];
    row_k[position] = l;
  }
  ws.D_inv[k] = d_inv;
}

/// Eliminates dof k and its parent k - 1 together, which passes over the rows of their ancestors once instead
/// of twice.
template <class S>
void EliminatePair(const Model& model, int k, Workspace<S>& ws) {
  S* __restrict row_k = &ws.L[model.row_start()[k]];
  S* __restrict row_p = &ws.L[model.row_start()[k - 1]];
  const int depth = model.depth()[k];
  const S d_inv_k = S(1.0) / row_k[depth];
  const S l_kp = row_k[depth - 1] * d_inv_k;
  SLIPSTICK_SHORT_LOOP
  for (int j = 0; j < depth; ++j) row_p[j] -= l_kp * row_k[j];
  row_k[depth - 1] = l_kp;
  const S d_inv_p = S(1.0) / row_p[depth - 1];
  int i = k - 1;
  for (int position = depth - 2; position >= 0; --position) {
    i = model.dof_parent()[i];
    S* __restrict row_i = &ws.L[model.row_start()[i]];
    const S l_k = row_k[position] * d_inv_k, l_p = row_p[position] * d_inv_p;
    SLIPSTICK_SHORT_LOOP
    for (int j = 0; j <= position; ++j) row_i[j] = row_i[j] - l_k * row_k[j] - l_p * row_p[j];
    row_k[position] = l_k;
    row_p[position] = l_p;
  }
  ws.D_inv[k] = d_inv_k;
  ws.D_inv[k - 1] = d_inv_p;
}

}  // namespace

template <class S>
bool FactorMassMatrix(const Model& model, Workspace<S>& ws) {
  std::copy(ws.M.begin(), ws.M.end(), ws.L.begin());
  for (int k = model.nv() - 1; k >= 0;) {
    if (k > 0 && model.dof_parent()[k] == k - 1) {
      EliminatePair(model, k, ws);
      k -= 2;
    } else {
      Eliminate(model, k, ws);
      k -= 1;
    }
  }
  ws.M_is_singular = false;
  for (int k = 0; k < model.nv(); ++k)
    if (!IsPivot(ws.D_inv[k], ws.M[model.diagonal_entry(k)])) ws.M_is_singular = true;
  return !ws.M_is_singular;
}

namespace {

/// y := M⁻¹ y for the dofs of whole trees; here U = Lᵀ.
template <class S, class T>
SLIPSTICK_INLINE void SolveDofs(const Model& model, const Workspace<S>& ws, int first_dof, int end_dof,
                                T* __restrict y) {
  SolveWithFactors(
      model, ws.L.data(), ws.L.data(), [&](int k) -> const S& { return ws.D_inv[k]; }, first_dof, end_dof, y);
}

}  // namespace

template <class S>
void SolveMassMatrix(const Model& model, const Workspace<S>& ws, Out<S> x) {
  model.CheckVelocitySize(x.size(), "x");
  SolveDofs(model, ws, 0, model.nv(), x.data());
}

template <class S>
void SolveMassMatrixOfTree(const Model& model, const Workspace<S>& ws, int root, Out<S> x) {
  model.CheckVelocitySize(x.size(), "x");
  SolveDofs(model, ws, model.sweep()[root].v, model.last_dof()[model.subtree_end()[root] - 1] + 1, x.data());
}

template <class T>
void WhitenForces(const Model& model, const Workspace<double>& ws, View<T> x) {
  model.CheckVelocitySize(x.size(), "x");
  SolveUpper(
      model, ws.L.data(), [&](int k) { return ws.D_inv[k]; }, 0, model.nv(), x.data());
}

template <class T>
void UnwhitenVelocities(const Model& model, const Workspace<double>& ws, View<T> x) {
  model.CheckVelocitySize(x.size(), "x");
  SolveLower(model, ws.L.data(), 0, model.nv(), x.data());
}

template void WhitenForces<double>(const Model&, const Workspace<double>&, View<double>);
template void WhitenForces<Pack>(const Model&, const Workspace<double>&, View<Pack>);
template void UnwhitenVelocities<double>(const Model&, const Workspace<double>&, View<double>);
template void UnwhitenVelocities<Pack>(const Model&, const Workspace<double>&, View<Pack>);

template <class S>
void SolveMassMatrix(const Model& model, const Workspace<S>& ws, Out<S> X, int columns) {
  model.CheckVelocitySize(columns > 0 ? X.size() / columns : 0, "a column of X");
  SolveColumnsWithFactors(
      model, ws.L.data(), ws.L.data(), [&](int k) -> const S& { return ws.D_inv[k]; }, X.data(), columns);
}

template <class S>
VectorMap<S> ForwardDynamicsByFactor(const Model& model, In<S> q, In<S> v, In<S> tau, Workspace<S>& ws) {
  CheckConfiguration<S>(model, q, ws);
  model.CheckVelocitySize(v.size(), "v");
  model.CheckVelocitySize(tau.size(), "tau");
  std::copy(tau.begin(), tau.end(), ws.acceleration.begin());  // first, since tau may be a result in ws
  const S* no_acceleration = nullptr;
  sweep::EvaluateBodies(model, q.data(), v.data(), no_acceleration, ws);
  sweep::AccumulateForces(model, ws.bias.data(), ws);
  sweep::AccumulateInertias(model, ws);
  FactorMassMatrix(model, ws);
  for (int k = 0; k < model.nv(); ++k) ws.acceleration[k] -= ws.bias[k];
  SolveMassMatrix<S>(model, ws, ws.acceleration);
  return {ws.acceleration.data(), model.nv()};
}

Eigen::MatrixXd DenseMassMatrix(const Model& model, const Workspace<double>& ws) {
  Eigen::MatrixXd M = Eigen::MatrixXd::Zero(model.nv(), model.nv());
  for (int k = 0; k < model.nv(); ++k) {
    int entry = model.diagonal_entry(k);
    for (int i = k; i >= 0; i = model.dof_parent()[i]) M(k, i) = M(i, k) = ws.M[entry--];
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
  template void SolveMassMatrixOfTree<S>(const Model&, const Workspace<S>&, int, Out<S>); \
  template void SolveMassMatrix<S>(const Model&, const Workspace<S>&, Out<S>, int);       \
  template VectorMap<S> ForwardDynamicsByFactor<S>(const Model&, In<S>, In<S>, In<S>, Workspace<S>&);
SLIPSTICK_FOR_EACH_SCALAR(SLIPSTICK_INSTANTIATE)
#undef SLIPSTICK_INSTANTIATE

}  // namespace slipstick::dynamics
