#include "slipstick/dynamics/configuration.h"

#include "slipstick/core/blocks.h"
#include "slipstick/core/rotation.h"
#include "slipstick/dynamics/check_inputs.h"
#include "slipstick/dynamics/scalars.h"

namespace slipstick::dynamics {
namespace {

/// Calls plain(q index, v index) for every Euclidean coordinate and rotation(q index, v index) for every
/// quaternion with its three tangents.
template <class Plain, class Rotation>
void ForEachCoordinate(const Model& model, Plain plain, Rotation rotation) {
  for (const Joint& joint : model.joints()) {
    const bool has_quaternion = joint.nq > joint.nv;
    const int plain_count = has_quaternion ? joint.nv - 3 : joint.nv;
    for (int k = 0; k < plain_count; ++k) plain(joint.q + k, joint.v + k);
    if (has_quaternion) rotation(joint.q + plain_count, joint.v + plain_count);
  }
}

template <class S>
Quaternion<S> LoadQuaternion(View<const S> q, int at) {
  return {{q[at], q[at + 1], q[at + 2]}, q[at + 3]};
}
template <class S>
Vec3<S> LoadVec3(View<const S> d, int at) {
  return {d[at], d[at + 1], d[at + 2]};
}

}  // namespace

template <class S>
void Integrate(const Model& model, In<S> q, In<S> d, View<S> result) {
  model.CheckConfigurationSize(q.size());
  CheckQuaternions<S>(model, q);
  model.CheckVelocitySize(d.size(), "d");
  model.CheckConfigurationSize(result.size(), "result");
  ForEachCoordinate(
      model, [&](int iq, int iv) { result[iq] = q[iq] + d[iv]; },
      [&](int iq, int iv) {
        const auto moved = Normalized(Exp(LoadVec3<S>(d, iv)) * LoadQuaternion<S>(q, iq));
        result[iq] = moved.v.x, result[iq + 1] = moved.v.y, result[iq + 2] = moved.v.z,
        result[iq + 3] = moved.w;
      });
}

template <class S>
void Difference(const Model& model, In<S> q0, In<S> q1, View<S> result) {
  model.CheckConfigurationSize(q0.size(), "q0");
  model.CheckConfigurationSize(q1.size(), "q1");
  CheckQuaternions<S>(model, q0);
  CheckQuaternions<S>(model, q1);
  model.CheckVelocitySize(result.size(), "result");
  ForEachCoordinate(
      model, [&](int iq, int iv) { result[iv] = q1[iq] - q0[iq]; },
      [&](int iq, int iv) {
        const auto turn = Normalized(LoadQuaternion<S>(q1, iq) * Conjugate(LoadQuaternion<S>(q0, iq)));
        const Vec3<S> r = Log(turn);
        result[iv] = r.x, result[iv + 1] = r.y, result[iv + 2] = r.z;
      });
}

void TangentRate(const Model& model, In<double> d, In<double> v, View<double> result) {
  for (const int size : {d.size(), v.size(), result.size()}) model.CheckVelocitySize(size, "a tangent");
  ForEachCoordinate(
      model, [&](int, int iv) { result[iv] = v[iv]; },
      [&](int, int iv) {
        const Vec3<double> rate = LeftJacobianInverse(LoadVec3<double>(d, iv)) * LoadVec3<double>(v, iv);
        result[iv] = rate.x, result[iv + 1] = rate.y, result[iv + 2] = rate.z;
      });
}

void ToDerivativesByTangent(const Model& model, In<double> d, View<double> rows) {
  ForEachCoordinate(
      model, [](int, int) {},
      [&](int, int iv) {
        const Mat3<double> J = LeftJacobian(LoadVec3<double>(d, iv));
        for (int at = iv; at < rows.size(); at += model.nv())
          SetBlock(&rows[at], 0, TransposeTimes(J, Block(&rows[at], 0)));
      });
}

Eigen::VectorXd Integrate(const Model& model, const Eigen::VectorXd& q, const Eigen::VectorXd& d) {
  Eigen::VectorXd result(model.nq());
  Integrate<double>(model, q, d, View<double>(result));
  return result;
}

Eigen::VectorXd Difference(const Model& model, const Eigen::VectorXd& q0, const Eigen::VectorXd& q1) {
  Eigen::VectorXd result(model.nv());
  Difference<double>(model, q0, q1, View<double>(result));
  return result;
}

#define SLIPSTICK_INSTANTIATE(S)                                   \
  template void Integrate<S>(const Model&, In<S>, In<S>, View<S>); \
  template void Difference<S>(const Model&, In<S>, In<S>, View<S>);
SLIPSTICK_FOR_EACH_SCALAR(SLIPSTICK_INSTANTIATE)
#undef SLIPSTICK_INSTANTIATE

}  // namespace slipstick::dynamics
