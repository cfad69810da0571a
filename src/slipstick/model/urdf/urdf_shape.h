// The <collision> and <visual> elements.
#pragma once

#include <optional>

#include "slipstick/model/urdf/urdf_elements.h"

namespace slipstick::model {

/// nullopt, with a note, if the kind of geometry is unknown.
std::optional<UrdfShape> ReadUrdfShape(UrdfXml& xml, const XMLElement& element, const PackagePath& packages);

/// The <color> of a <material>, if it has one.
std::optional<Eigen::Vector4d> ReadUrdfColour(UrdfXml& xml, const XMLElement& material);

}  // namespace slipstick::model
