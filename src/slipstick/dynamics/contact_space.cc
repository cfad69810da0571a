#include "slipstick/dynamics/contact_space.h"

#include <fmt/core.h>

#include <algorithm>

#include "slipstick/core/convert.h"
#include "slipstick/core/error.h"
#include "slipstick/dynamics/articulated_bodies.h"
#include "slipstick/dynamics/check_inputs.h"
#include "slipstick/dynamics/mass_matrix.h"
#include "slipstick/dynamics/scalars.h"
#include "slipstick/dynamics/sweep.h"

namespace slipstick::dynamics {
namespace {

template <class S>
void CheckPoints(const Model& model, Points<S> points, const Workspace<S>& ws) {
  if (points.size() > static_cast<int>(ws.point.size()))
    throw InputError(fmt::format(
        "model '{}': {} points given, but the workspace has room for {}; pass the largest number to its "
        "constructor or to ReservePoints.",
        model.name(), points.size(), ws.point.size()));
  for (const BodyPoint<S>& point : points) CheckBody(model, point.body, "point");
}

int PathLength(const Model& model, int body) {
  return body == model::kWorld ? 0 : model.depth()[model.last_dof()[body]] + 1;
}

/// Positions and Jacobians of the points. Paths are stored one after the other.
template <class S>
void PlacePoints(const Model& model, Points<S> points, Workspace<S>& ws) {
  int start = 0;
  ws.num_points = points.size();
  for (int c = 0; c < points.size(); ++c) {
    const BodyPoint<S>& point = points[c];
    PointState<S>& state = ws.point[c];
    state.body = point.body;
    state.path_start = start;
    state.path_length = PathLength(model, point.body);
    start += state.path_length;
    if (point.body == model::kWorld) {
      state.p = point.p_B;
      continue;
    }
    const BodyState<S>& body = ws.body[point.body];
    state.p = body.p + body.R * point.p_B;
    int entry = start;
    for (int k = model.last_dof()[point.body]; k >= 0; k = model.dof_parent()[k])
      ws.jacobian[--entry] = PointVelocity(ws.subspace[k], state.p);
  }
}

template <class S>
void MovePoints(Workspace<S>& ws) {
  for (int c = 0; c < ws.num_points; ++c) {
    PointState<S>& state = ws.point[c];
    state.velocity = state.Jdot_v = Vec3<S>::Zero();
    if (state.body == model::kWorld) continue;
    const BodyState<S>& body = ws.body[state.body];
    state.velocity = PointVelocity(body.v, state.p);
    state.Jdot_v = sweep::BiasAccelerationAt(body, state.p, ws);
  }
}

/// The nearest dof that moves both bodies, or -1. Ancestors have smaller numbers.
int NearestCommonDof(const Model& model, int body_a, int body_b) {
  int a = body_a == model::kWorld ? -1 : model.last_dof()[body_a];
  int b = body_b == model::kWorld ? -1 : model.last_dof()[body_b];
  while (a != b) (a > b ? a : b) = model.dof_parent()[std::max(a, b)];
  return a;
}

/// Block (c, d) of W and its mirror image.
template <class S>
SLIPSTICK_INLINE void SetBlock(int c, int d, int m, const Mat3<S>& block, S* W) {
  const S columns[3][3] = {{block.x.x, block.x.y, block.x.z},
                           {block.y.x, block.y.y, block.y.z},
                           {block.z.x, block.z.y, block.z.z}};
  for (int col = 0; col < 3; ++col)
    for (int row = 0; row < 3; ++row) {
      W[(3 * d + col) * 3 * m + 3 * c + row] = columns[col][row];
      W[(3 * c + row) * 3 * m + 3 * d + col] = columns[col][row];
    }
}

}  // namespace

template <class S>
bool Evaluate(const Model& model, In<S> q, In<S> v, Points<S> points, Workspace<S>& ws) {
  CheckPoints(model, points, ws);
  BeginEvaluate(model, q, v, ws);
  return FinishEvaluate(model, points, ws);
}

template <class S>
void BeginEvaluate(const Model& model, In<S> q, In<S> v, Workspace<S>& ws) {
  CheckConfiguration<S>(model, q, ws);
  model.CheckVelocitySize(v.size(), "v");
  const S* no_acceleration = nullptr;
  sweep::EvaluateBodies(model, q.data(), v.data(), no_acceleration, ws);
}

template <class S>
bool FinishEvaluate(const Model& model, Points<S> points, Workspace<S>& ws, In<S> added_inertia) {
  CheckPoints(model, points, ws);
  sweep::AccumulateForces(model, ws.bias.data(), ws);
  sweep::AccumulateInertias(model, ws);
  for (int k = 0; k < added_inertia.size(); ++k) ws.M[model.diagonal_entry(k)] += added_inertia[k];
  PlacePoints(model, points, ws);
  MovePoints(ws);
  return FactorMassMatrix(model, ws);
}

template <class S>
void FinishEvaluateArticulated(const Model& model, Points<S> points, Workspace<S>& ws, In<S> added_inertia) {
  CheckPoints(model, points, ws);
  ComputeArticulatedInertias(model, ws, added_inertia.data());  // before sums over subtrees
  sweep::AccumulateForces(model, ws.bias.data(), ws);
  PlacePoints(model, points, ws);
  MovePoints(ws);
}

template <class S>
void ContactInertiaByFactor(const Model& model, Workspace<S>& ws) {
  const int m = ws.num_points;
  // Y = L⁻ᵀ Jᵀ, point by point along its path; then W = Yᵀ D⁻¹ Y over the shared part of two paths.
  for (int c = 0; c < m; ++c) {
    const PointState<S>& state = ws.point[c];
    const Vec3<S>* J = ws.jacobian.data() + state.path_start;
    Vec3<S>* __restrict Y = ws.whitened.data() + state.path_start;
    Vec3<S>* __restrict Y_by_D = ws.whitened_by_D.data() + state.path_start;
    std::copy(J, J + state.path_length, Y);
    int k = state.body == model::kWorld ? -1 : model.last_dof()[state.body];
    for (int position = state.path_length - 1; position >= 0; --position) {
      const S* row = &ws.L[model.row_start()[k]];
      const Vec3<S> y = Y[position];
      for (int i = 0; i < position; ++i) Y[i] -= row[i] * y;
      Y_by_D[position] = ws.D_inv[k] * y;
      k = model.dof_parent()[k];
    }
  }
  for (int c = 0; c < m; ++c) {
    const Vec3<S>* Y_c = ws.whitened.data() + ws.point[c].path_start;
    for (int d = 0; d <= c; ++d) {
      const Vec3<S>* Y_d = ws.whitened_by_D.data() + ws.point[d].path_start;
      const int common = NearestCommonDof(model, ws.point[c].body, ws.point[d].body);
      const int length = common < 0 ? 0 : model.depth()[common] + 1;
      Mat3<S> block = Mat3<S>::Zero();
      for (int i = 0; i < length; ++i) {
        block.x += Y_d[i].x * Y_c[i];
        block.y += Y_d[i].y * Y_c[i];
        block.z += Y_d[i].z * Y_c[i];
      }
      SetBlock(c, d, m, block, ws.W.data());
    }
  }
}

namespace {

/// Writes the indices of all bodies on the path of some point to ws.path_bodies, parents first.
template <class S>
void CollectPathBodies(const Model& model, Workspace<S>& ws) {
  std::fill(ws.on_path.begin(), ws.on_path.end(), false);
  for (int c = 0; c < ws.num_points; ++c)
    for (int i = ws.point[c].body; i != model::kWorld && !ws.on_path[i]; i = model.sweep()[i].parent)
      ws.on_path[i] = true;
  ws.path_bodies.clear();
  for (int i = 0; i < model.num_bodies(); ++i)
    if (ws.on_path[i]) ws.path_bodies.push_back(i);
}

/// Whether a force on one body accelerates the other: true for bodies of the same tree, which share its root
/// joint.
inline bool AreOfOneTree(const Model& model, int body_a, int body_b) {
  return body_a != model::kWorld && body_b != model::kWorld &&
         model.sweep()[body_a].root == model.sweep()[body_b].root;
}

/// Accelerations of all bodies on a path under a unit force along `axis` at point p of `body` and no other
/// force.
template <class S>
void RespondToUnitForce(const Model& model, int body, const Vec3<S>& p, const Vec3<S>& axis,
                        Workspace<S>& ws) {
  for (const int i : ws.path_bodies)
    for (int k = model.sweep()[i].v; k <= model.last_dof()[i]; ++k) ws.u[k] = S(0.0);

  // leaves to root: the force that each joint transmits
  Force<S> f{axis, Cross(p, axis)};
  for (int k = model.last_dof()[body]; k >= 0; k = model.dof_parent()[k]) {
    ws.u[k] = Dot(ws.subspace[k], f);
    f -= (ws.U_D_inv[k] * ws.u[k]) * ws.U[k];
  }
  // root to leaves: accelerations of all bodies on a path
  for (const int i : ws.path_bodies) {
    const model::SweepBody& b = model.sweep()[i];
    Motion<S> a = b.parent == model::kWorld ? Motion<S>::Zero() : ws.response[b.parent];
    for (int k = b.v; k < b.v + b.nv; ++k)
      a += (ws.U_D_inv[k] * (ws.u[k] - Dot(a, ws.U[k]))) * ws.subspace[k];
    ws.response[i] = a;
  }
}

}  // namespace

template <class S>
void ContactInertiaByUnitForces(const Model& model, Workspace<S>& ws) {
  CollectPathBodies(model, ws);
  const int m = ws.num_points;
  const Vec3<S> axes[] = {Vec3<S>::UnitX(), Vec3<S>::UnitY(), Vec3<S>::UnitZ()};
  for (int c = 0; c < m; ++c) {
    for (int axis = 0; axis < 3; ++axis) {
      S* column = &ws.W[(3 * c + axis) * 3 * m];
      std::fill(column, column + 3 * m, S(0.0));
      if (ws.point[c].body == model::kWorld) continue;
      RespondToUnitForce(model, ws.point[c].body, ws.point[c].p, axes[axis], ws);
      for (int d = 0; d < m; ++d) {
        if (!AreOfOneTree(model, ws.point[c].body, ws.point[d].body)) continue;
        const Vec3<S> a = PointVelocity(ws.response[ws.point[d].body], ws.point[d].p);
        column[3 * d] = a.x, column[3 * d + 1] = a.y, column[3 * d + 2] = a.z;
      }
    }
  }
}

template <class S>
void ContactInertiaByUnitForces(const Model& model, In<S> q, Points<S> points, Workspace<S>& ws) {
  CheckConfiguration<S>(model, q, ws);
  CheckPoints(model, points, ws);
  sweep::ComputePoses(model, q.data(), ws);
  sweep::ComputeInertias(model, ws);
  ComputeArticulatedInertias(model, ws);
  PlacePoints(model, points, ws);
  ContactInertiaByUnitForces(model, ws);
}

Eigen::MatrixXd DenseContactJacobian(const Model& model, const Workspace<double>& ws) {
  Eigen::MatrixXd J = Eigen::MatrixXd::Zero(3 * ws.num_points, model.nv());
  for (int c = 0; c < ws.num_points; ++c) {
    const PointState<double>& state = ws.point[c];
    if (state.body == model::kWorld) continue;
    int entry = state.path_start + state.path_length;
    for (int k = model.last_dof()[state.body]; k >= 0; k = model.dof_parent()[k])
      J.block<3, 1>(3 * c, k) = ToEigen(ws.jacobian[--entry]);
  }
  return J;
}

#define SLIPSTICK_INSTANTIATE(S)                                                             \
  template bool Evaluate<S>(const Model&, In<S>, In<S>, Points<S>, Workspace<S>&);           \
  template void BeginEvaluate<S>(const Model&, In<S>, In<S>, Workspace<S>&);                 \
  template bool FinishEvaluate<S>(const Model&, Points<S>, Workspace<S>&, In<S>);            \
  template void FinishEvaluateArticulated<S>(const Model&, Points<S>, Workspace<S>&, In<S>); \
  template void ContactInertiaByFactor<S>(const Model&, Workspace<S>&);                      \
  template void ContactInertiaByUnitForces<S>(const Model&, Workspace<S>&);                  \
  template void ContactInertiaByUnitForces<S>(const Model&, In<S>, Points<S>, Workspace<S>&);
SLIPSTICK_FOR_EACH_SCALAR(SLIPSTICK_INSTANTIATE)
#undef SLIPSTICK_INSTANTIATE

}  // namespace slipstick::dynamics
