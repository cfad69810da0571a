// All results of the dynamics, in memory that is allocated once.
//
// Quantities are grouped by what they depend on. After a change of q everything is stale; after a change of
// v, the quantities under "velocity" and "force" in BodyState, the velocities of points and all results. A
// workspace holds no state: it can be discarded between any two calls.
#pragma once

#include <vector>

#include "slipstick/core/eigen.h"
#include "slipstick/core/spatial.h"
#include "slipstick/core/view.h"
#include "slipstick/model/model.h"
#include "slipstick/names.h"

namespace slipstick::dynamics {

/// Results of the sweeps for one body. Vectors in world axes; spatial ones about the origin of the body's
/// tree.
template <class S>
struct BodyState {
  // position
  Mat3<S> R;          ///< R_WB
  Vec3<S> p;          ///< body origin, from the tree's origin
  RigidInertia<S> I;  ///< about the tree's origin; of the whole subtree once a mass matrix has been computed
  // velocity
  Motion<S> v;
  Motion<S> a;  ///< acceleration less gravity; the bias acceleration where no joint accelerations were given
  // force
  Force<S> f;  ///< that gives the body this acceleration; of the whole subtree after AccumulateForces
};

/// Symmetric 6x6 inertia of an articulated body: f.lin = A a.lin + B a.ang, f.ang = Bᵀ a.lin + C a.ang.
template <class S>
struct ArticulatedInertia {
  Sym3<S> A;
  Mat3<S> B;
  Sym3<S> C;
};

/// A point fixed to a body, such as a foot.
template <class S>
struct BodyPoint {
  int body = model::kWorld;
  Vec3<S> p_B;  ///< in the body frame
};

/// Results of Evaluate for one point.
template <class S>
struct PointState {
  int body;          ///< or kWorld
  int path_length;   ///< dofs that move the point
  int path_start;    ///< where its Jacobian begins in Workspace::jacobian
  Vec3<S> p;         ///< from the tree's origin
  Vec3<S> velocity;  ///< world axes
  Vec3<S> Jdot_v;    ///< its acceleration when all joint accelerations are zero, gravity excluded
};

template <class S>
class Workspace {
 public:
  /// Room for the model and for up to `max_points` points in one call.
  explicit Workspace(const Model& model, int max_points = 0);

  /// Grows the room for points; the only function here that allocates.
  void ReservePoints(const Model& model, int max_points);

  // position
  std::vector<SinCosPair<S>> angle;  ///< per body: of a joint that turns about one axis
  std::vector<BodyState<S>> body;
  std::vector<Vec3<S>> origin;      ///< of the tree, at the index of its root body; world frame
  std::vector<Motion<S>> subspace;  ///< per dof: the motion of its body at unit speed
  BodyState<S> world;               ///< the parent of roots: at rest, with the upward acceleration -g

  // mass matrix: rows of ancestors as Model::row_start lays them out
  std::vector<S> M;
  std::vector<S> L;  ///< after FactorMassMatrix: M = Lᵀ D L, L unit lower triangular in the same layout
  std::vector<S> D_inv;
  bool M_is_singular = false;  ///< found by the last FactorMassMatrix; for packs: in some lane

  // vectors of nv entries: results of the functions of the same name
  std::vector<S> tau, bias, acceleration;

  // articulated bodies
  std::vector<ArticulatedInertia<S>> articulated;
  std::vector<Force<S>> U;  ///< per dof: articulated inertia times subspace
  std::vector<S> U_D_inv;   ///< per dof: 1 / (subspace · U)
  std::vector<S> u;         ///< per dof: force left for the joint's own acceleration

  // points
  int num_points = 0;  ///< of the last Evaluate or ContactInertiaByUnitForces; `point` may have room for more
  std::vector<PointState<S>> point;
  std::vector<Vec3<S>> jacobian;  ///< per point: velocity per unit speed of each dof on its path, root first
  std::vector<Vec3<S>> whitened;  ///< L⁻ᵀ of the above, in the same layout
  std::vector<Vec3<S>> whitened_by_D;  ///< D⁻¹ L⁻ᵀ
  std::vector<S> W;                    ///< 3m x 3m, column after column

  // scratch of articulated bodies: accelerations beyond the bias ones; bodies on the paths of points
  std::vector<Motion<S>> response;
  std::vector<char> on_path;
  std::vector<int> path_bodies;

  /// Position of a body's frame in the world.
  Vec3<S> p_WB(const Model& model, int i) const { return origin[model.sweep()[i].root] + body[i].p; }
};

/// A result stored in the workspace. The next call that computes the same quantity overwrites it: to keep it,
/// copy it into a vector (`const Eigen::VectorXd a = ForwardDynamics(...)`, not `auto`).
template <class S>
using VectorMap = Eigen::Map<const Eigen::Matrix<S, Eigen::Dynamic, 1>>;
template <class S>
using MatrixMap = Eigen::Map<const Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic>>;

}  // namespace slipstick::dynamics
