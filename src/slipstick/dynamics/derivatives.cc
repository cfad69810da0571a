// Derivation: docs/dynamics.md, "Derivatives". In short: a displacement of dof j moves its subtree rigidly
// (everything is rotated by S_j ×, which cancels against the rotation of S_k) and in addition changes all
// velocities of the subtree by Ψ̇_j and all accelerations by Ψ̇_j × v + Ψ̈_j; a change of its speed changes
// them by S_j and S_j × v + Φ_j.
#include "slipstick/dynamics/derivatives.h"

#include <algorithm>

#include "slipstick/dynamics/check_inputs.h"
#include "slipstick/dynamics/mass_matrix.h"
#include "slipstick/dynamics/scalars.h"
#include "slipstick/dynamics/sweep.h"

namespace slipstick::dynamics {

template <class S>
DynamicsDerivatives<S>::DynamicsDerivatives(const Model& model)
    : tau_by_q(model.nv() * model.nv(), S(0.0)),
      tau_by_v(model.nv() * model.nv(), S(0.0)),
      acceleration_by_q(model.nv() * model.nv()),
      acceleration_by_v(model.nv() * model.nv()),
      acceleration_by_tau(model.nv() * model.nv()),
      coupling(model.num_bodies()),
      sensitivity(model.nv()) {}

namespace {

template <class S>
using Coupling = typename DynamicsDerivatives<S>::VelocityCoupling;
template <class S>
using Sensitivity = typename DynamicsDerivatives<S>::DofSensitivity;

/// Y = [ω]× J + ([ω]× J)ᵀ - h vᵀ - v hᵀ + 2 (h·v) 1.
template <class S>
SLIPSTICK_INLINE Coupling<S> CouplingOf(const RigidInertia<S>& I, const Motion<S>& motion) {
  const Vec3<S>&v = motion.lin, &h = I.h;
  const Mat3<S> J = ToMat3(I.J);
  const Mat3<S> P{Cross(motion.ang, J.x), Cross(motion.ang, J.y), Cross(motion.ang, J.z)};
  const S hx = h.x * v.x, hy = h.y * v.y, hz = h.z * v.z;
  const S two(2.0);
  const Force<S> momentum = I * motion;
  return {momentum.lin,
          momentum.ang,
          {two * (P.x.x + hy + hz), two * (P.y.y + hx + hz), two * (P.z.z + hx + hy),
           P.y.x + P.x.y - h.x * v.y - h.y * v.x, P.z.x + P.x.z - h.x * v.z - h.z * v.x,
           P.z.y + P.y.z - h.y * v.z - h.z * v.y}};
}

template <class S>
SLIPSTICK_INLINE Force<S> Apply(const Coupling<S>& c, const Vec3<S>& alpha) {
  return {S(2.0) * Cross(alpha, c.l), c.Y * alpha + Cross(alpha, c.k)};
}
template <class S>
SLIPSTICK_INLINE Vec3<S> ApplyTransposed(const Coupling<S>& c, const Motion<S>& s) {
  return S(2.0) * Cross(c.l, s.lin) + c.Y * s.ang + Cross(c.k, s.ang);
}

bool IsTranslation(const model::SweepBody& b, int k) { return k - b.v < model::NumTranslations(b.kind); }

/// Motion of the joint of body i relative to the parent: translational velocity u, angular velocity and
/// acceleration.
template <class S>
struct JointRates {
  Vec3<S> u, omega, alpha;
};

/// Ψ̇, Ψ̈ and Φ of dof k. For a joint that both translates and rotates, a displacement along e moves the axes
/// of rotation.
template <class S>
SLIPSTICK_INLINE void FindSensitivity(const model::SweepBody& b, int k, const JointRates<S>& joint,
                                      const Motion<S>& parent_v, const BodyState<S>& body,
                                      const Motion<S>& subspace, Sensitivity<S>& d) {
  d.v_by_q = Cross(body.v, subspace);
  d.a_by_v = d.v_by_q + Cross(parent_v, subspace);
  d.a_by_q = Cross(body.a, subspace);
  if (b.nv > 1) {
    if (IsTranslation(b, k)) {
      const Vec3<S> shift = Cross(subspace.lin, joint.omega);
      d.v_by_q.lin += shift;
      d.a_by_v.lin += shift;
      d.a_by_q.lin += Cross(subspace.lin, joint.alpha) + Cross(parent_v.ang, shift);
    } else {
      d.a_by_v.lin += Cross(joint.u, subspace.ang);
    }
  }
  d.a_by_q += Cross(body.v, d.v_by_q);
}

template <class S>
void FindSensitivities(const Model& model, const S* v, const S* a, Workspace<S>& ws,
                       DynamicsDerivatives<S>& out) {
  for (int i = 0; i < model.num_bodies(); ++i) {
    const model::SweepBody& b = model.sweep()[i];
    const BodyState<S>& body = ws.body[i];
    const Motion<S>& parent_v = b.parent == model::kWorld ? ws.world.v : ws.body[b.parent].v;
    JointRates<S> joint{Vec3<S>::Zero(), Vec3<S>::Zero(), Vec3<S>::Zero()};  // zero if nv == 1
    if (b.nv > 1) {
      const Motion<S> motion = sweep::JointMotion(b, v + b.v, ws);
      joint = {PointVelocity(motion, body.p), motion.ang, sweep::JointMotion(b, a + b.v, ws).ang};
    }
    for (int k = b.v; k < b.v + b.nv; ++k)
      FindSensitivity(b, k, joint, parent_v, body, ws.subspace[k], out.sensitivity[k]);
  }
}

/// Inertias and couplings of subtrees.
template <class S>
void GatherSubtrees(const Model& model, Workspace<S>& ws, DynamicsDerivatives<S>& out) {
  for (int i = 0; i < model.num_bodies(); ++i) out.coupling[i] = CouplingOf(ws.body[i].I, ws.body[i].v);
  for (int i = model.num_bodies() - 1; i >= 0; --i) {
    const int parent = model.sweep()[i].parent;
    if (parent == model::kWorld) continue;
    ws.body[parent].I += ws.body[i].I;
    Coupling<S>& c = out.coupling[parent];
    c.l += out.coupling[i].l, c.k += out.coupling[i].k, c.Y += out.coupling[i].Y;
  }
}

/// Entries between dof k and the dofs j above it (and k itself), in both directions.
template <class S>
void FillRowAndColumn(const Model& model, int i, int k, Workspace<S>& ws, DynamicsDerivatives<S>& out) {
  const Motion<S>& subspace = ws.subspace[k];
  const Force<S> F = ws.body[i].I * subspace;
  const Vec3<S> g = ApplyTransposed<S>(out.coupling[i], subspace);
  const Sensitivity<S>& d_k = out.sensitivity[k];
  const int nv = model.nv();
  S* M_entry = &ws.M[model.diagonal_entry(k)];
  for (int j = k; j >= 0; j = model.dof_parent()[j]) {
    const Sensitivity<S>& d_j = out.sensitivity[j];
    out.tau_by_q[k * nv + j] = Dot(d_j.a_by_q, F) + Dot(d_j.v_by_q.ang, g);
    out.tau_by_v[k * nv + j] = Dot(d_j.a_by_v, F) + Dot(ws.subspace[j].ang, g);
    out.tau_by_q[j * nv + k] = Dot(ws.subspace[j], d_k.f_by_q);
    out.tau_by_v[j * nv + k] = Dot(ws.subspace[j], d_k.f_by_v);
    *M_entry-- = Dot(ws.subspace[j], F);
  }
  ws.M[model.diagonal_entry(k)] += model.dofs()[k].armature;
}

/// Entries between the dofs of one joint. They do not rotate rigidly with each other, since velocities are
/// measured in the parent's axes; but a translation moves the axes of rotation.
template <class S>
void FillOwnBlock(const Model& model, int i, Workspace<S>& ws, DynamicsDerivatives<S>& out) {
  const model::SweepBody& b = model.sweep()[i];
  for (int j = b.v; j < b.v + b.nv; ++j)
    for (int k = b.v; k < b.v + b.nv; ++k) {
      S entry = Dot(ws.subspace[k], out.sensitivity[j].f_by_q);
      if (IsTranslation(b, j) && !IsTranslation(b, k))
        entry += Dot(Cross(ws.subspace[j].lin, ws.subspace[k].ang), ws.body[i].f.lin);
      out.tau_by_q[k * model.nv() + j] = entry;
    }
}

/// From velocities, accelerations and inertias of the bodies, and forces of their subtrees.
template <class S>
void FindDerivatives(const Model& model, In<S> v, In<S> a, Workspace<S>& ws, DynamicsDerivatives<S>& out) {
  model.CheckVelocitySize(static_cast<int>(out.sensitivity.size()), "each row of the derivatives");
  FindSensitivities(model, v.data(), a.data(), ws, out);
  GatherSubtrees(model, ws, out);
  for (int i = 0; i < model.num_bodies(); ++i) {
    const model::SweepBody& b = model.sweep()[i];
    const BodyState<S>& body = ws.body[i];
    for (int k = b.v; k < b.v + b.nv; ++k) {
      Sensitivity<S>& d = out.sensitivity[k];
      const Motion<S>& subspace = ws.subspace[k];
      d.f_by_q = body.I * d.a_by_q + Apply<S>(out.coupling[i], d.v_by_q.ang) + Cross(subspace, body.f);
      d.f_by_v = body.I * d.a_by_v + Apply<S>(out.coupling[i], subspace.ang);
    }
    for (int k = b.v; k < b.v + b.nv; ++k) FillRowAndColumn(model, i, k, ws, out);
    if (b.nv > 1) FillOwnBlock(model, i, ws, out);
  }
}

}  // namespace

template <class S>
void InverseDynamicsDerivatives(const Model& model, In<S> q, In<S> v, In<S> a, Workspace<S>& ws,
                                DynamicsDerivatives<S>& out) {
  CheckConfiguration<S>(model, q, ws);
  model.CheckVelocitySize(v.size(), "v");
  model.CheckVelocitySize(a.size(), "a");
  sweep::EvaluateBodies(model, q.data(), v.data(), a.data(), ws);
  sweep::AccumulateForces(model, ws.tau.data(), ws);
  for (int k = 0; k < model.nv(); ++k) ws.tau[k] += model.dofs()[k].armature * a[k];
  FindDerivatives<S>(model, v, a, ws, out);
}

template <class S>
void InverseDynamicsDerivativesAtCurrentForces(const Model& model, In<S> v, In<S> a, Workspace<S>& ws,
                                               DynamicsDerivatives<S>& out) {
  model.CheckVelocitySize(v.size(), "v");
  model.CheckVelocitySize(a.size(), "a");
  sweep::ComputeInertias(model, ws);
  FindDerivatives<S>(model, v, a, ws, out);
}

template <class S>
void ForwardDynamicsDerivatives(const Model& model, In<S> q, In<S> v, In<S> tau, Workspace<S>& ws,
                                DynamicsDerivatives<S>& out) {
  // From M a + bias = τ: M ∂a = ∂τ - (∂τ/∂q) ∂q - (∂τ/∂v) ∂v, the last two at the acceleration found.
  ForwardDynamicsByFactor(model, q, v, tau, ws);
  InverseDynamicsDerivatives<S>(model, q, v, ws.acceleration, ws, out);
  const auto minus_solved = [&](const std::vector<S>& from, std::vector<S>& to) {
    std::transform(from.begin(), from.end(), to.begin(), [](const S& x) { return -x; });
    SolveMassMatrix<S>(model, ws, to, model.nv());
  };
  minus_solved(out.tau_by_q, out.acceleration_by_q);
  minus_solved(out.tau_by_v, out.acceleration_by_v);
  std::fill(out.acceleration_by_tau.begin(), out.acceleration_by_tau.end(), S(0.0));
  for (int k = 0; k < model.nv(); ++k) out.acceleration_by_tau[k * model.nv() + k] = S(1.0);
  SolveMassMatrix<S>(model, ws, out.acceleration_by_tau, model.nv());
}

#define SLIPSTICK_INSTANTIATE(S)                                                                        \
  template struct DynamicsDerivatives<S>;                                                               \
  template void InverseDynamicsDerivatives<S>(const Model&, In<S>, In<S>, In<S>, Workspace<S>&,         \
                                              DynamicsDerivatives<S>&);                                 \
  template void InverseDynamicsDerivativesAtCurrentForces<S>(const Model&, In<S>, In<S>, Workspace<S>&, \
                                                             DynamicsDerivatives<S>&);                  \
  template void ForwardDynamicsDerivatives<S>(const Model&, In<S>, In<S>, In<S>, Workspace<S>&,         \
                                              DynamicsDerivatives<S>&);
SLIPSTICK_FOR_EACH_SCALAR(SLIPSTICK_INSTANTIATE)
#undef SLIPSTICK_INSTANTIATE

}  // namespace slipstick::dynamics
