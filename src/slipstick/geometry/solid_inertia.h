// Volume and inertia of solids of uniform density, for bodies that are defined by their shapes.
#pragma once

#include "slipstick/model/inertia.h"
#include "slipstick/model/shape.h"
#include "slipstick/model/urdf/urdf_reader.h"

namespace slipstick::geometry {

/// In the frame of the shape, for a density of 1 kg/m³, so that its mass is the volume. A mesh is replaced by
/// its convex hull. InputError, starting with `where`, if the shape has no volume.
Inertia UnitDensityInertia(const model::Geometry& geometry, const std::string& where);

/// The same body with another mass.
Inertia Scaled(const Inertia& inertia, double factor);

/// The inertia of shapes as solids of this density, kg/m³, for UrdfOptions::missing_inertia.
model::UrdfOptions::ShapeInertia SolidOfDensity(double density);

}  // namespace slipstick::geometry
