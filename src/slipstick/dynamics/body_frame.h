// Transforms of points between body frames and the world; the body may be the world itself. Reads the poses
// and velocities in a workspace.
#pragma once

#include "slipstick/dynamics/workspace.h"

namespace slipstick::dynamics {

inline Vec3<double> ToWorld(const Model& model, const Workspace<double>& ws, int body,
                            const Vec3<double>& p_B) {
  return body == model::kWorld ? p_B : ws.p_WB(model, body) + ws.body[body].R * p_B;
}
inline Vec3<double> ToBody(const Model& model, const Workspace<double>& ws, int body,
                           const Vec3<double>& p_W) {
  return body == model::kWorld ? p_W : TransposeTimes(ws.body[body].R, p_W - ws.p_WB(model, body));
}
/// Velocity of the point of the body that passes p_W.
inline Vec3<double> VelocityAt(const Model& model, const Workspace<double>& ws, int body,
                               const Vec3<double>& p_W) {
  if (body == model::kWorld) return Vec3<double>::Zero();
  return PointVelocity(ws.body[body].v, p_W - ws.origin[model.sweep()[body].root]);
}

/// The last dof of the root of the body's tree if that is a floating joint, whose motion subspace is the
/// identity; -1 for other trees.
inline int LastDofOfFreeRoot(const Model& model, int body) {
  const model::SweepBody& root = model.sweep()[model.sweep()[body].root];
  return root.kind == JointKind::kFloating ? root.v + 5 : -1;
}

/// The same velocity for other joint velocities x.
inline Vec3<double> VelocityAt(const Model& model, const Workspace<double>& ws, int body,
                               const Vec3<double>& p_W, In<double> x) {
  if (body == model::kWorld) return Vec3<double>::Zero();
  const int free = LastDofOfFreeRoot(model, body);
  Motion<double> sum = Motion<double>::Zero();
  for (int k = model.last_dof()[body]; k > free; k = model.dof_parent()[k]) sum += x[k] * ws.subspace[k];
  if (const double* end = x.data() + free + 1; free >= 0)
    sum += Motion<double>{{end[-6], end[-5], end[-4]}, {end[-3], end[-2], end[-1]}};
  return PointVelocity(sum, p_W - ws.origin[model.sweep()[body].root]);
}

/// tau += Jᵀ f for a force f (and a moment) at p_W of the body.
inline void AddForceAt(const Model& model, const Workspace<double>& ws, int body, const Vec3<double>& p_W,
                       const Vec3<double>& force, const Vec3<double>& moment, double* tau) {
  if (body == model::kWorld) return;
  const Vec3<double> p = p_W - ws.origin[model.sweep()[body].root];
  const Force<double> f{force, Cross(p, force) + moment};
  const int free = LastDofOfFreeRoot(model, body);
  for (int k = model.last_dof()[body]; k > free; k = model.dof_parent()[k]) tau[k] += Dot(ws.subspace[k], f);
  if (double* end = tau + free + 1; free >= 0) {
    end[-6] += f.lin.x, end[-5] += f.lin.y, end[-4] += f.lin.z;
    end[-3] += f.ang.x, end[-2] += f.ang.y, end[-1] += f.ang.z;
  }
}

}  // namespace slipstick::dynamics
