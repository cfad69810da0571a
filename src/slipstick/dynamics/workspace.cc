#include "slipstick/dynamics/workspace.h"

#include <algorithm>

#include "slipstick/dynamics/scalars.h"

namespace slipstick::dynamics {

template <class S>
Workspace<S>::Workspace(const Model& model, int max_points)
    : angle(model.num_bodies()),
      body(model.num_bodies()),
      origin(model.num_bodies()),
      subspace(model.nv()),
      M(model.row_start().back()),
      L(model.row_start().back()),
      D_inv(model.nv()),
      tau(model.nv()),
      bias(model.nv()),
      acceleration(model.nv()),
      articulated(model.num_bodies()),
      U(model.nv()),
      U_D_inv(model.nv()),
      u(model.nv()),
      response(model.num_bodies()),
      on_path(model.num_bodies()) {
  path_bodies.reserve(model.num_bodies());
  world.R = Mat3<S>::Identity();
  world.p = Vec3<S>::Zero();
  world.v = Motion<S>::Zero();
  world.a = Motion<S>::Zero();
  ReservePoints(model, max_points);
}

template <class S>
void Workspace<S>::ReservePoints(const Model& model, int max_points) {
  const int longest_path =
      model.depth().empty() ? 0 : *std::max_element(model.depth().begin(), model.depth().end()) + 1;
  const auto grow = [](auto& storage, int size) {
    if (static_cast<int>(storage.size()) < size) storage.resize(size);
  };
  grow(point, max_points);
  grow(jacobian, max_points * longest_path);
  grow(whitened, max_points * longest_path);
  grow(whitened_by_D, max_points * longest_path);
  grow(W, 9 * max_points * max_points);
}

#define SLIPSTICK_INSTANTIATE(S) template class Workspace<S>;
SLIPSTICK_FOR_EACH_SCALAR(SLIPSTICK_INSTANTIATE)
#undef SLIPSTICK_INSTANTIATE

}  // namespace slipstick::dynamics
