// Generalised force of the external wrenches of an actuation.
#pragma once

#include "slipstick/dynamics/workspace.h"
#include "slipstick/world/actuation.h"

namespace slipstick::contact {

/// tau += Jᵀ (force, moment) for every external wrench; ws holds poses.
void AddExternalWrenches(const Model& model, const Workspace<double>& ws, const Actuation& actuation,
                         double* tau);

}  // namespace slipstick::contact
