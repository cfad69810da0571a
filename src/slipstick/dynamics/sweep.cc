#include "slipstick/dynamics/sweep.h"

#include <algorithm>

#include "slipstick/dynamics/scalars.h"

namespace slipstick::dynamics::sweep {
namespace {

template <class S>
SLIPSTICK_INLINE Vec3<S> Load3(const S* x) {
  return {x[0], x[1], x[2]};
}

/// Rotation of the quaternion (x, y, z, w) of any non-zero length.
template <class S>
Mat3<S> RotationOf(const S* q) {
  const S x = q[0], y = q[1], z = q[2], w = q[3];
  const S two_over_norm2 = S(2.0) / (x * x + y * y + z * z + w * w);
  const S xs = x * two_over_norm2, ys = y * two_over_norm2, zs = z * two_over_norm2;
  const S xx = x * xs, yy = y * ys, zz = z * zs, xy = x * ys, xz = x * zs, yz = y * zs;
  const S wx = w * xs, wy = w * ys, wz = w * zs;
  const S one(1.0);
  return {{one - (yy + zz), xy + wz, xz - wy},
          {xy - wz, one - (xx + zz), yz + wx},
          {xz + wy, yz - wx, one - (xx + yy)}};
}

/// Axes of a body that is rotated about z of its joint's axes A.
template <class S>
SLIPSTICK_INLINE void Turn(const model::SweepBody& b, const Mat3<S>& A, const SinCosPair<S>& angle,
                           Mat3<S>& R) {
  const Vec3<S> x = angle.cos * A.x + angle.sin * A.y;
  const Vec3<S> y = angle.cos * A.y - angle.sin * A.x;
  switch (b.body_axes) {
    case model::BodyAxes::kXYZ: R = {x, y, A.z}; break;
    case model::BodyAxes::kYZX: R = {y, A.z, x}; break;
    case model::BodyAxes::kZXY: R = {A.z, x, y}; break;
    case model::BodyAxes::kOther: R = Mat3<S>{x, y, A.z} * b.R_AB; break;
  }
}

/// Translation of a joint; q points to its own entries.
template <class S>
SLIPSTICK_INLINE Vec3<S> Slide(const model::SweepBody& b, const Mat3<S>& A, const S* q) {
  switch (b.kind) {
    case JointKind::kPrismatic: return q[0] * (A * b.slide_A);
    case JointKind::kPlanar: return q[0] * A.x + q[1] * A.y;
    case JointKind::kFloating: return A * Load3(q);
    default: return Vec3<S>::Zero();
  }
}

/// Motion at unit speed along an axis, or about an axis through p.
template <class S>
SLIPSTICK_INLINE Motion<S> Translation(const Vec3<S>& axis) {
  return {axis, Vec3<S>::Zero()};
}
template <class S>
SLIPSTICK_INLINE Motion<S> RotationAbout(const Vec3<S>& axis, const Vec3<S>& p) {
  return {Cross(p, axis), axis};
}

template <class S>
SLIPSTICK_INLINE const BodyState<S>& Parent(const model::SweepBody& b, const Workspace<S>& ws) {
  return b.parent == model::kWorld ? ws.world : ws.body[b.parent];
}

/// Rotation of a body and subspace of its joint, for all kinds but the revolute one.
template <class S>
void Orient(const model::SweepBody& b, const Mat3<S>& A, const S* q, const SinCosPair<S>& angle,
            BodyState<S>& body, Motion<S>* subspace) {
  const Vec3<S>& p = body.p;
  switch (b.kind) {
    case JointKind::kPrismatic:
      body.R = A;
      subspace[0] = Translation(A * b.slide_A);
      break;
    case JointKind::kPlanar:
      Turn(b, A, angle, body.R);
      subspace[0] = Translation(A.x), subspace[1] = Translation(A.y), subspace[2] = RotationAbout(A.z, p);
      break;
    case JointKind::kFloating:
      subspace[0] = Translation(A.x), subspace[1] = Translation(A.y), subspace[2] = Translation(A.z);
      q += 3, subspace += 3;
      [[fallthrough]];
    default:  // spherical
      body.R = A * RotationOf(q);
      subspace[0] = RotationAbout(A.x, p), subspace[1] = RotationAbout(A.y, p);
      subspace[2] = RotationAbout(A.z, p);
  }
}

}  // namespace

template <class S>
void ComputePoses(const Model& model, const S* q, Workspace<S>& ws) {
  // All sines first: they are independent of each other, the poses are not.
  const int n = model.num_bodies();
  for (int i = 0; i < n; ++i)
    if (const model::SweepBody& b = model.sweep()[i]; b.angle >= 0)
      ws.angle[i] = SinCos(b.sense * q[b.angle]);

  for (int i = 0; i < n; ++i) {
    const model::SweepBody& b = model.sweep()[i];
    BodyState<S>& body = ws.body[i];
    const BodyState<S>& parent = Parent(b, ws);
    const Mat3<S> A = parent.R * b.R_PA;
    Vec3<S> p = parent.p + parent.R * b.p_PJ;
    if (b.kind != JointKind::kRevolute) p += Slide(b, A, q + b.q);
    if (b.parent == model::kWorld) {
      ws.origin[i] = p;
      p = Vec3<S>::Zero();
    }
    body.p = p;
    if (b.kind == JointKind::kRevolute) {
      Turn(b, A, ws.angle[i], body.R);
      ws.subspace[b.v] = RotationAbout(b.sense * A.z, p);
    } else {
      Orient(b, A, q + b.q, ws.angle[i], body, &ws.subspace[b.v]);
    }
  }
}

namespace {

/// Gravity is modelled as an upward acceleration of the world.
template <class S>
void SetWorldAcceleration(const Model& model, Workspace<S>& ws) {
  const Eigen::Vector3d& g = model.gravity();
  ws.world.a.lin = {S(-g.x()), S(-g.y()), S(-g.z())};
}

template <class S>
SLIPSTICK_INLINE void ComputeVelocityAndAcceleration(const model::SweepBody& b, const S* v, const S* a,
                                                     Workspace<S>& ws, BodyState<S>& body) {
  const BodyState<S>& parent = Parent(b, ws);
  const Motion<S> joint_motion = JointMotion(b, v + b.v, ws);
  body.v = parent.v + joint_motion;
  // The subspace moves with the parent. If a joint translates and rotates at once (at u and ω), its axes of
  // rotation translate too, which adds u × ω.
  body.a = parent.a + Cross(parent.v, joint_motion);
  if (b.nv > 1) body.a.lin += Cross(PointVelocity(joint_motion, body.p), joint_motion.ang);
  if (a != nullptr) body.a += JointMotion(b, a + b.v, ws);
}

/// Newton's equation for the centre of mass, Euler's equation in body axes.
template <class S>
SLIPSTICK_INLINE void ComputeBodyForce(const model::SweepBody& b, BodyState<S>& body) {
  const Vec3<S> com = body.p + body.R * b.com;
  const Vec3<S> a_com = PointVelocity(body.a, com) + Cross(body.v.ang, PointVelocity(body.v, com));
  const Vec3<S> force = b.mass * a_com;
  const Vec3<S> omega_B = TransposeTimes(body.R, body.v.ang);
  const Vec3<S> alpha_B = TransposeTimes(body.R, body.a.ang);
  const Vec3<S> moment_B = b.rotational * alpha_B + Cross(omega_B, b.rotational * omega_B);
  body.f = {force, body.R * moment_B + Cross(com, force)};
}

}  // namespace

template <class S>
void ComputeVelocitiesAndAccelerations(const Model& model, const S* v, const S* a, Workspace<S>& ws) {
  SetWorldAcceleration(model, ws);
  for (int i = 0; i < model.num_bodies(); ++i)
    ComputeVelocityAndAcceleration(model.sweep()[i], v, a, ws, ws.body[i]);
}

template <class S>
void ComputeBodyForces(const Model& model, const S* v, const S* a, Workspace<S>& ws) {
  SetWorldAcceleration(model, ws);
  for (int i = 0; i < model.num_bodies(); ++i) {
    ComputeVelocityAndAcceleration(model.sweep()[i], v, a, ws, ws.body[i]);
    ComputeBodyForce(model.sweep()[i], ws.body[i]);
  }
}

template <class S>
void ComputeInertias(const Model& model, Workspace<S>& ws) {
  for (int i = 0; i < model.num_bodies(); ++i) {
    const model::SweepBody& b = model.sweep()[i];
    BodyState<S>& body = ws.body[i];
    const Vec3<S> com = body.p + body.R * b.com;
    body.I = {b.mass, b.mass * com, ShiftFromCom(Rotate(body.R, b.rotational), b.mass, com)};
  }
}

template <class S>
void NewtonEuler(const Model& model, Workspace<S>& ws) {
  for (int i = 0; i < model.num_bodies(); ++i) {
    BodyState<S>& body = ws.body[i];
    body.f = body.I * body.a + Cross(body.v, body.I * body.v);
  }
}

template <class S>
void EvaluateBodies(const Model& model, const S* q, const S* v, const S* a, Workspace<S>& ws) {
  ComputePoses(model, q, ws);
  ComputeVelocitiesAndAccelerations(model, v, a, ws);
  ComputeInertias(model, ws);
  NewtonEuler(model, ws);
}

template <class S>
void AccumulateForces(const Model& model, S* tau, Workspace<S>& ws) {
  for (int i = model.num_bodies() - 1; i >= 0; --i) {
    const model::SweepBody& b = model.sweep()[i];
    const Force<S>& f = ws.body[i].f;
    for (int k = b.v; k < b.v + b.nv; ++k) tau[k] = Dot(ws.subspace[k], f);
    if (b.parent != model::kWorld) ws.body[b.parent].f += f;
  }
}

namespace {

template <class S>
SLIPSTICK_INLINE void Store(const Force<S>& F, S* row) {
  row[0] = F.lin.x, row[1] = F.lin.y, row[2] = F.lin.z;
  row[3] = F.ang.x, row[4] = F.ang.y, row[5] = F.ang.z;
}

/// Row k of M: the projection of F, the force that accelerates the subtree along dof k, on every ancestor
/// dof.
template <class S>
SLIPSTICK_INLINE void FillRow(const Model& model, const model::SweepBody& b, int k, const Force<S>& F,
                              Workspace<S>& ws) {
  S* row = &ws.M[model.row_start()[k]];
  const bool on_free_root = IsFree(model.sweep()[b.root]);
  if (on_free_root) Store(F, row);  // the dofs of a free root are the components of F
  const int first = on_free_root ? 6 : 0;
  int position = model.depth()[k];
  for (int j = k; position >= first; j = model.dof_parent()[j]) row[position--] = Dot(ws.subspace[j], F);
}

/// The first six rows of a tree with a free root: the inertia of the whole tree.
template <class S>
void FillFreeBlock(const Model& model, const model::SweepBody& b, const RigidInertia<S>& I,
                   Workspace<S>& ws) {
  const S m(I.mass), o(0.0);
  const Vec3<S>& h = I.h;
  const S lower_triangle[] = {m,                                 //
                              o,    m,                           //
                              o,    o,    m,                     //
                              o,    -h.z, h.y,  I.J.xx,          //
                              h.z,  o,    -h.x, I.J.xy, I.J.yy,  //
                              -h.y, h.x,  o,    I.J.xz, I.J.yz, I.J.zz};
  std::copy(std::begin(lower_triangle), std::end(lower_triangle), &ws.M[model.row_start()[b.v]]);
}

}  // namespace

template <class S>
void AccumulateInertias(const Model& model, Workspace<S>& ws) {
  for (int i = model.num_bodies() - 1; i >= 0; --i) {
    const model::SweepBody& b = model.sweep()[i];
    const RigidInertia<S>& I = ws.body[i].I;
    if (b.parent != model::kWorld) ws.body[b.parent].I += I;
    if (IsFree(b)) {
      FillFreeBlock(model, b, I, ws);
    } else {
      for (int k = b.v; k < b.v + b.nv; ++k) FillRow(model, b, k, I * ws.subspace[k], ws);
    }
  }
  for (int k = 0; k < model.nv(); ++k) ws.M[model.diagonal_entry(k)] += model.dofs()[k].armature;
}

#define SLIPSTICK_INSTANTIATE(S)                                                                       \
  template void ComputePoses<S>(const Model&, const S*, Workspace<S>&);                                \
  template void ComputeVelocitiesAndAccelerations<S>(const Model&, const S*, const S*, Workspace<S>&); \
  template void ComputeInertias<S>(const Model&, Workspace<S>&);                                       \
  template void NewtonEuler<S>(const Model&, Workspace<S>&);                                           \
  template void ComputeBodyForces<S>(const Model&, const S*, const S*, Workspace<S>&);                 \
  template void EvaluateBodies<S>(const Model&, const S*, const S*, const S*, Workspace<S>&);          \
  template void AccumulateForces<S>(const Model&, S*, Workspace<S>&);                                  \
  template void AccumulateInertias<S>(const Model&, Workspace<S>&);
SLIPSTICK_FOR_EACH_SCALAR(SLIPSTICK_INSTANTIATE)
#undef SLIPSTICK_INSTANTIATE

}  // namespace slipstick::dynamics::sweep
