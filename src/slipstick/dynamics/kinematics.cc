#include "slipstick/dynamics/kinematics.h"

#include <fmt/core.h>

#include "slipstick/core/convert.h"
#include "slipstick/core/error.h"
#include "slipstick/dynamics/check_inputs.h"
#include "slipstick/dynamics/scalars.h"
#include "slipstick/dynamics/sweep.h"

namespace slipstick::dynamics {

template <class S>
void ForwardKinematics(const Model& model, In<S> q, Workspace<S>& ws) {
  CheckConfiguration<S>(model, q, ws);
  sweep::ComputePoses(model, q.data(), ws);
}

template <class S>
void ForwardKinematics(const Model& model, In<S> q, In<S> v, Workspace<S>& ws) {
  CheckConfiguration<S>(model, q, ws);
  model.CheckVelocitySize(v.size(), "v");
  const S* no_acceleration = nullptr;
  sweep::ComputePoses(model, q.data(), ws);
  sweep::ComputeVelocitiesAndAccelerations(model, v.data(), no_acceleration, ws);
}

template <class S>
Vec3<S> PointPosition(const Model& model, const Workspace<S>& ws, const BodyPoint<S>& point) {
  CheckBody(model, point.body, "point");
  if (point.body == model::kWorld) return point.p_B;
  return ws.p_WB(model, point.body) + ws.body[point.body].R * point.p_B;
}

template <class S>
Vec3<S> PointVelocity(const Workspace<S>& ws, const BodyPoint<S>& point) {
  if (point.body == model::kWorld) return Vec3<S>::Zero();
  const BodyState<S>& body = ws.body[point.body];
  return PointVelocity(body.v, body.p + body.R * point.p_B);
}

template <class S>
Vec3<S> PointBiasAcceleration(const Workspace<S>& ws, const BodyPoint<S>& point) {
  if (point.body == model::kWorld) return Vec3<S>::Zero();
  const BodyState<S>& body = ws.body[point.body];
  return sweep::BiasAccelerationAt(body, body.p + body.R * point.p_B, ws);
}

namespace {

const Frame& FrameAt(const Model& model, int frame) {
  if (frame < 0 || frame >= static_cast<int>(model.frames().size()))
    throw InputError(fmt::format(
        "model '{}': frame index {} is out of range, must be from 0 to {}; model.frame(name) finds "
        "one by its name.",
        model.name(), frame, static_cast<int>(model.frames().size()) - 1));
  return model.frames()[frame];
}

}  // namespace

Pose FramePose(const Model& model, const Workspace<double>& ws, int frame) {
  const Frame& f = FrameAt(model, frame);
  if (f.body == model::kWorld) return f.X_BF;
  return Pose{ToEigen(ws.body[f.body].R), ToEigen(ws.p_WB(model, f.body))} * f.X_BF;
}

namespace {

/// Calls visit(dof, spatial velocity of the body per unit velocity of the dof) for every dof that moves the
/// body.
template <class Visit>
void ForEachDofOnPath(const Model& model, const Workspace<double>& ws, int body, Visit visit) {
  if (body == model::kWorld) return;
  for (int dof = model.last_dof()[body]; dof >= 0; dof = model.dof_parent()[dof])
    visit(dof, ws.subspace[dof]);
}

}  // namespace

Eigen::MatrixXd FrameJacobian(const Model& model, const Workspace<double>& ws, int frame) {
  const Frame& f = FrameAt(model, frame);
  Eigen::MatrixXd J = Eigen::MatrixXd::Zero(6, model.nv());
  J.topRows<3>() = PointJacobian(model, ws, {f.body, FromEigen(f.X_BF.p)});
  ForEachDofOnPath(model, ws, f.body,
                   [&](int dof, const Motion<double>& s) { J.block<3, 1>(3, dof) = ToEigen(s.ang); });
  return J;
}

Eigen::MatrixXd PointJacobian(const Model& model, const Workspace<double>& ws,
                              const BodyPoint<double>& point) {
  CheckBody(model, point.body, "point");
  Eigen::MatrixXd J = Eigen::MatrixXd::Zero(3, model.nv());
  if (point.body == model::kWorld) return J;
  const BodyState<double>& body = ws.body[point.body];
  const Vec3<double> p = body.p + body.R * point.p_B;
  ForEachDofOnPath(model, ws, point.body, [&](int dof, const Motion<double>& s) {
    J.block<3, 1>(0, dof) = ToEigen(PointVelocity(s, p));
  });
  return J;
}

#define SLIPSTICK_INSTANTIATE(S)                                                             \
  template void ForwardKinematics<S>(const Model&, In<S>, Workspace<S>&);                    \
  template void ForwardKinematics<S>(const Model&, In<S>, In<S>, Workspace<S>&);             \
  template Vec3<S> PointPosition<S>(const Model&, const Workspace<S>&, const BodyPoint<S>&); \
  template Vec3<S> PointVelocity<S>(const Workspace<S>&, const BodyPoint<S>&);               \
  template Vec3<S> PointBiasAcceleration<S>(const Workspace<S>&, const BodyPoint<S>&);
SLIPSTICK_FOR_EACH_SCALAR(SLIPSTICK_INSTANTIATE)
#undef SLIPSTICK_INSTANTIATE

}  // namespace slipstick::dynamics
