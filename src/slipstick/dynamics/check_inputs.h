// What every call asks of its arguments before it starts. Private to dynamics/.
#pragma once

#include "slipstick/dynamics/workspace.h"

namespace slipstick::dynamics {

/// InputError unless q has nq entries, none of its quaternions is zero, and the workspace was made for this
/// model. Quaternions that are not numbers pass: a simulation that diverges ends in numbers, not in an
/// exception.
template <class S>
void CheckConfiguration(const Model& model, In<S> q, const Workspace<S>& ws);

/// InputError if a quaternion of q is zero.
template <class S>
void CheckQuaternions(const Model& model, In<S> q);

/// InputError unless there is such a body (or it is the world); `what` names the point or frame in the
/// message.
void CheckBody(const Model& model, int body, const char* what);

}  // namespace slipstick::dynamics
