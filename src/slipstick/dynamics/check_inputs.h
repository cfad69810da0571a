// Checks of the arguments of every call. Private to dynamics/.
#pragma once

#include "slipstick/dynamics/workspace.h"

namespace slipstick::dynamics {

/// InputError unless q has nq entries, none of its quaternions is zero, and the workspace was made for this
/// model. Quaternions with NaN pass: a diverging simulation is reported by its step status, not by an
/// exception.
template <class S>
void CheckConfiguration(const Model& model, In<S> q, const Workspace<S>& ws);

/// InputError if a quaternion of q is zero.
template <class S>
void CheckQuaternions(const Model& model, In<S> q);

/// InputError unless the body exists or is the world; `what` names the point or frame in the message.
void CheckBody(const Model& model, int body, const char* what);

}  // namespace slipstick::dynamics
