// <collision>, <visual> and what stands in them.
#pragma once

#include <optional>

#include "slipstick/model/urdf/urdf_elements.h"

namespace slipstick::model {

/// Nothing if the geometry is of a kind that is not known; a note says so.
std::optional<UrdfShape> ReadUrdfShape(UrdfXml& xml, const XMLElement& element, const PackagePath& packages);

/// The <color> of a <material>, if it has one.
std::optional<Eigen::Vector4d> ReadUrdfColour(UrdfXml& xml, const XMLElement& material);

}  // namespace slipstick::model
