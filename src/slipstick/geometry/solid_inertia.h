// Volume and inertia of solids of uniform density, for free bodies that a scene defines by a shape.
#pragma once

#include "slipstick/model/inertia.h"
#include "slipstick/model/shape.h"

namespace slipstick::geometry {

/// In the frame of the shape, for a density of 1 kg/m³, so that its mass is the volume. A mesh is replaced by
/// its convex hull. InputError, starting with `where`, if the shape has no volume.
Inertia UnitDensityInertia(const model::Geometry& geometry, const std::string& where);

/// The same body with another mass.
Inertia Scaled(const Inertia& inertia, double factor);

}  // namespace slipstick::geometry
