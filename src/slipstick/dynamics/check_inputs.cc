#include "slipstick/dynamics/check_inputs.h"

#include <fmt/core.h>

#include "slipstick/core/error.h"
#include "slipstick/dynamics/scalars.h"

namespace slipstick::dynamics {
namespace {

bool IsZero(double x) { return x == 0.0; }
bool IsZero(const Dual& x) { return x.value == 0.0; }
bool IsZero(const Pack& x) { return AnyLane(x.lanes == Pack(0.0).lanes); }

template <class S>
bool HasNoDirection(const S* q) {
  return IsZero(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
}

[[noreturn]] void RefuseQuaternion(const Model& model, int at) {
  throw InputError(
      fmt::format("model '{}': q[{}] to q[{}] are a quaternion (x, y, z, w) of length 0, which is not a "
                  "rotation; start from model.neutral, where it is 0 0 0 1.",
                  model.name(), at, at + 3));
}

[[noreturn]] void RefuseWorkspace(const Model& model) {
  throw InputError(
      fmt::format("model '{}': the workspace was made for another model; make one with "
                  "Workspace<S> ws(model).",
                  model.name()));
}

}  // namespace

template <class S>
void CheckQuaternions(const Model& model, In<S> q) {
  for (const int at : model.quaternions())
    if (HasNoDirection(q.data() + at)) [[unlikely]]
      RefuseQuaternion(model, at);
}

template <class S>
void CheckConfiguration(const Model& model, In<S> q, const Workspace<S>& ws) {
  model.CheckConfigurationSize(q.size());
  if (ws.body.size() != model.bodies().size() || static_cast<int>(ws.M.size()) != model.row_start().back())
      [[unlikely]]
    RefuseWorkspace(model);
  CheckQuaternions<S>(model, q);
}

void CheckBody(const Model& model, int body, const char* what) {
  if (model::kWorld <= body && body < model.num_bodies()) [[likely]]
    return;
  throw InputError(
      fmt::format("model '{}': a {} is on body {}; the model has {} bodies, counted from 0, and kWorld.",
                  model.name(), what, body, model.num_bodies()));
}

#define SLIPSTICK_INSTANTIATE(S)                                                 \
  template void CheckConfiguration<S>(const Model&, In<S>, const Workspace<S>&); \
  template void CheckQuaternions<S>(const Model&, In<S>);
SLIPSTICK_FOR_EACH_SCALAR(SLIPSTICK_INSTANTIATE)
#undef SLIPSTICK_INSTANTIATE

}  // namespace slipstick::dynamics
