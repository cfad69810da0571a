// The articulated inertia of a body is its apparent inertia when the joints below it move freely. In world
// axes about one common origin it is added to that of the parent without a transform. A joint of several dofs
// is treated as that many joints in a row on massless bodies, last dof first, so that only one kind of
// elimination is needed.
#include "slipstick/dynamics/articulated_bodies.h"

#include <algorithm>

#include "slipstick/dynamics/check_inputs.h"
#include "slipstick/dynamics/scalars.h"
#include "slipstick/dynamics/sweep.h"

namespace slipstick::dynamics {
namespace {

template <class S>
SLIPSTICK_INLINE void AddRigid(ArticulatedInertia<S>& a, const RigidInertia<S>& I) {
  const S m(I.mass);
  a.A.xx += m, a.A.yy += m, a.A.zz += m;
  a.B += Skew(-I.h);
  a.C += I.J;
}

template <class S>
SLIPSTICK_INLINE Force<S> operator*(const ArticulatedInertia<S>& I, const Motion<S>& a) {
  return {I.A * a.lin + I.B * a.ang, TransposeTimes(I.B, a.lin) + I.C * a.ang};
}

template <class S>
SLIPSTICK_INLINE ArticulatedInertia<S>& operator+=(ArticulatedInertia<S>& a, const ArticulatedInertia<S>& b) {
  a.A += b.A, a.B += b.B, a.C += b.C;
  return a;
}

template <class S>
SLIPSTICK_INLINE void SubtractOuter(Sym3<S>& m, const Vec3<S>& a, const Vec3<S>& b) {
  m.xx -= a.x * b.x, m.yy -= a.y * b.y, m.zz -= a.z * b.z;
  m.xy -= a.x * b.y, m.xz -= a.x * b.z, m.yz -= a.y * b.z;
}

/// I -= U Uᵀ / D: the inertia that remains when the joint moves freely along its dof.
template <class S>
SLIPSTICK_INLINE void ReleaseDof(ArticulatedInertia<S>& I, const Force<S>& U, const S& D_inv) {
  const Force<S> w = D_inv * U;
  SubtractOuter(I.A, w.lin, U.lin);
  SubtractOuter(I.C, w.ang, U.ang);
  I.B.x -= w.ang.x * U.lin, I.B.y -= w.ang.y * U.lin, I.B.z -= w.ang.z * U.lin;
}

}  // namespace

template <class S>
void ComputeArticulatedInertias(const Model& model, Workspace<S>& ws, const S* added_inertia) {
  for (int i = model.num_bodies() - 1; i >= 0; --i) {
    const model::SweepBody& b = model.sweep()[i];
    const bool is_leaf = model.subtree_end()[i] == i + 1;
    ArticulatedInertia<S> I = is_leaf
                                  ? ArticulatedInertia<S>{Sym3<S>::Zero(), Mat3<S>::Zero(), Sym3<S>::Zero()}
                                  : ws.articulated[i];  // the sum over its children
    AddRigid(I, ws.body[i].I);
    for (int k = b.v + b.nv - 1; k >= b.v; --k) {
      const Force<S> U = I * ws.subspace[k];
      S D = Dot(ws.subspace[k], U) + S(model.dofs()[k].armature);
      if (added_inertia != nullptr) D += added_inertia[k];
      const S D_inv = S(1.0) / D;
      ReleaseDof(I, U, D_inv);
      ws.U[k] = U;
      ws.U_D_inv[k] = D_inv;
    }
    if (b.parent == model::kWorld) continue;
    // The last child is the first one visited.
    const bool is_last_child = model.subtree_end()[i] == model.subtree_end()[b.parent];
    if (is_last_child) {
      ws.articulated[b.parent] = I;
    } else {
      ws.articulated[b.parent] += I;
    }
  }
}

namespace {

/// Leaves to roots: each joint removes the part of the force below that its own effort balances. On entry
/// body.f is the force on each body with all joints locked; on exit it is the force that its subtree
/// transmits to the parent.
template <class S>
void EliminateForces(const Model& model, const S* tau, Workspace<S>& ws) {
  for (int i = model.num_bodies() - 1; i >= 0; --i) {
    const model::SweepBody& b = model.sweep()[i];
    Force<S> f = ws.body[i].f;
    for (int k = b.v + b.nv - 1; k >= b.v; --k) {
      ws.u[k] = tau[k] - Dot(ws.subspace[k], f);
      f += (ws.U_D_inv[k] * ws.u[k]) * ws.U[k];
    }
    if (b.parent != model::kWorld) ws.body[b.parent].f += f;
  }
}

/// Roots to leaves: accelerations beyond the bias ones, joint by joint. Leaves them in ws.response.
template <class S>
void PropagateAccelerations(const Model& model, Workspace<S>& ws) {
  for (int i = 0; i < model.num_bodies(); ++i) {
    const model::SweepBody& b = model.sweep()[i];
    Motion<S> a = b.parent == model::kWorld ? Motion<S>::Zero() : ws.response[b.parent];
    for (int k = b.v; k < b.v + b.nv; ++k) {
      ws.acceleration[k] = ws.U_D_inv[k] * (ws.u[k] - Dot(a, ws.U[k]));
      a += ws.acceleration[k] * ws.subspace[k];
    }
    ws.response[i] = a;
  }
}

}  // namespace

template <class S>
void SolveArticulated(const Model& model, Workspace<S>& ws, Out<S> x) {
  for (BodyState<S>& body : ws.body) body.f = Force<S>::Zero();
  EliminateForces(model, x.data(), ws);
  PropagateAccelerations(model, ws);
  std::copy(ws.acceleration.begin(), ws.acceleration.end(), x.begin());
}

template <class S>
VectorMap<S> ForwardDynamics(const Model& model, In<S> q, In<S> v, In<S> tau, Workspace<S>& ws) {
  CheckConfiguration<S>(model, q, ws);
  model.CheckVelocitySize(v.size(), "v");
  model.CheckVelocitySize(tau.size(), "tau");
  const S* no_acceleration = nullptr;
  sweep::EvaluateBodies(model, q.data(), v.data(), no_acceleration, ws);
  ComputeArticulatedInertias(model, ws);
  EliminateForces(model, tau.data(), ws);
  PropagateAccelerations(model, ws);
  return {ws.acceleration.data(), model.nv()};
}

#define SLIPSTICK_INSTANTIATE(S)                                                      \
  template void ComputeArticulatedInertias<S>(const Model&, Workspace<S>&, const S*); \
  template void SolveArticulated<S>(const Model&, Workspace<S>&, Out<S>);             \
  template VectorMap<S> ForwardDynamics<S>(const Model&, In<S>, In<S>, In<S>, Workspace<S>&);
SLIPSTICK_FOR_EACH_SCALAR(SLIPSTICK_INSTANTIATE)
#undef SLIPSTICK_INSTANTIATE

}  // namespace slipstick::dynamics
