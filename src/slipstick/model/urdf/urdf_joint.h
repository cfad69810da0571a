// The <joint> element.
#pragma once

#include "slipstick/model/urdf/urdf_elements.h"

namespace slipstick::model {

UrdfJoint ReadUrdfJoint(UrdfXml& xml, const XMLElement& element, const UrdfOptions& options);

}  // namespace slipstick::model
